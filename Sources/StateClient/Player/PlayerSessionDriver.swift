// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateModel
import Synchronization
import SystemSupport

/// The thread of a session, which performs the I/O of the session's link.
final class PlayerSessionDriver: Sendable {
    /// The maximum number of unread states per reader; further states replace the oldest.
    private static let maximumStates = 256

    private enum Order: Sendable {
        case call(SurfaceCall)
        case phase(Phase)
    }

    private struct Shared {
        var orders: [Order] = []
        var rule = ReportRule()
        var state: PlayerSession.State
        var readers: [Int: AsyncStream<PlayerSession.State>.Continuation] = [:]
        var readerCount = 0
        /// The latest time at which the thread ends, in milliseconds of ``Clocks/elapsed``.
        var endsAt = Int.max
        var closers: [CheckedContinuation<Int, Never>] = []
        /// The result of ``PlayerSession/close(within:)``; `nil` while the thread is running.
        var unacknowledged: Int?
    }

    let requests = RequestQueue()
    private let shared: Mutex<Shared>
    private let event: EventDescriptor

    init(
        player: String,
        link: @escaping @Sendable () -> DaemonLink
    ) throws(SystemError) {
        event = try EventDescriptor()
        shared = Mutex(Shared(state: PlayerSession.State(player: player)))
        try SystemThread { [self] in run(link()) }.detach()
    }

    var state: PlayerSession.State { shared.withLock(\.state) }

    func states() -> AsyncStream<PlayerSession.State> {
        let (stream, sink) = AsyncStream.makeStream(
            of: PlayerSession.State.self,
            bufferingPolicy: .bufferingNewest(Self.maximumStates)
        )
        let number = shared.withLock { shared -> Int? in
            sink.yield(shared.state)
            guard shared.unacknowledged == nil else { return nil }
            shared.readerCount += 1
            shared.readers[shared.readerCount] = sink
            return shared.readerCount
        }
        guard let number else {
            sink.finish()
            return stream
        }
        sink.onTermination = { [weak self] _ in
            _ = self?.shared.withLock { $0.readers.removeValue(forKey: number) }
        }
        return stream
    }

    /// Passes a report to the thread; throws `unavailable` after ``end(within:)``.
    func report(_ call: (inout ReportRule) -> SurfaceCall) throws(StateClientError) {
        let isOpen = shared.withLock { shared in
            guard shared.endsAt == .max else { return false }
            shared.orders.append(.call(call(&shared.rule)))
            return true
        }
        guard isOpen else { throw .unavailable(reason: "the session is closed") }
        event.signal()
    }

    func call(_ call: SurfaceCall) {
        order { $0.orders.append(.call(call)) }
    }

    func setPhase(_ phase: Phase) {
        order { $0.orders.append(.phase(phase)) }
    }

    func end(within timeout: Duration) {
        let end = Clocks.elapsed + Int(min(timeout / .milliseconds(1), 1e12))
        order { $0.endsAt = min($0.endsAt, end) }
    }

    /// Waits until the thread has ended; returns the result of ``PlayerSession/close(within:)``.
    func waitForEnd() async -> Int {
        await withCheckedContinuation { closer in
            let unacknowledged = shared.withLock { shared in
                if shared.unacknowledged == nil { shared.closers.append(closer) }
                return shared.unacknowledged
            }
            if let unacknowledged { closer.resume(returning: unacknowledged) }
        }
    }

    private func order(_ body: (inout Shared) -> Void) {
        shared.withLock { if $0.unacknowledged == nil { body(&$0) } }
        event.signal()
    }
}

// MARK: - The thread

extension PlayerSessionDriver {
    private func run(_ link: consuming DaemonLink) {
        take(link.wake([]))
        while true {
            let (orders, endsAt) = shared.withLock { shared in
                defer { shared.orders = [] }
                return (shared.orders, shared.endsAt)
            }
            for order in orders {
                switch order {
                case .call(let call): take(link.call(call))
                case .phase(let phase): take(link.setPhase(phase))
                }
            }
            if endsAt != .max { take(link.saveTick()) }
            publish(link.takeStates())
            if endsAt != .max, link.isStored || Clocks.elapsed >= endsAt { return finish(&link) }
            take(link.wake(wait(link.polls, until: min(link.wakeAt ?? .max, endsAt))))
        }
    }

    /// Waits until a descriptor is ready, an order arrives, or the time `end` is reached; returns
    /// the ready descriptors.
    private func wait(_ descriptors: [pollfd], until end: Int) -> [Int32] {
        var polls = descriptors
        polls.append(pollfd(fd: event.descriptor, events: Int16(POLLIN), revents: 0))
        let timeout = end == .max ? -1 : Int32(clamping: max(0, end - Clocks.elapsed))
        poll(&polls, nfds_t(polls.count), timeout)
        event.clear()
        return polls.filter { $0.revents != 0 }.map(\.fd)
    }

    private func take(_ events: [SurfaceEvent]) {
        for event in events {
            switch event {
            case .request(let request):
                requests.put(
                    PlayerSession.Request(request) { [weak self] in self?.call(.answer($0)) }
                )
            case .detached: requests.clear()
            default: break
            }
        }
    }

    private func publish(_ states: [PlayerSession.State]) {
        guard let last = states.last else { return }
        shared.withLock { shared in
            shared.state = last
            for reader in shared.readers.values {
                for state in states { reader.yield(state) }
            }
        }
    }

    private func finish(_ link: inout DaemonLink) {
        let unacknowledged = link.unacknowledged
        link.close()
        publish(link.takeStates())
        let (readers, closers) = shared.withLock { shared in
            defer {
                shared.readers = [:]
                shared.closers = []
            }
            shared.unacknowledged = unacknowledged
            return (shared.readers, shared.closers)
        }
        requests.finish()
        for reader in readers.values { reader.finish() }
        for closer in closers { closer.resume(returning: unacknowledged) }
    }
}
