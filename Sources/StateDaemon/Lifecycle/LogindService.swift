// SPDX-License-Identifier: Apache-2.0
internal import Logging
import ServiceLifecycle
internal import StateSystem

/// A service that handles logind's announcements of sleep, wake-up and shutdown.
///
/// It delays sleep and shutdown until everything is stored.
struct LogindService<Timer: Clock>: Service where Timer.Duration == Duration {
    let address: BusAddress
    let clock: Timer
    let logger: Logger
    /// Stores the data that would be lost in a sleep or shutdown.
    let store: @Sendable () async -> Void
    let wake: @Sendable () async -> Void

    /// Runs until the daemon shuts down; if there is no bus, only waits for that.
    func run() async {
        await cancelWhenGracefulShutdown {
            await watch()
            try? await gracefulShutdown()
        }
    }

    private func watch() async {
        var session = LogindSession(service: self)
        while true {
            do {
                try await BusConnection.open(address) { try await session.follow($0) }
            } catch {
                guard !Task.isCancelled,
                    let pause = try? await session.take(.lost("\(error)"))
                else { return }
                try? await clock.sleep(for: .milliseconds(pause))
            }
            if Task.isCancelled { return }
        }
    }
}

/// The driver that performs the actions of an ``Inhibition`` on a bus.
private struct LogindSession<Timer: Clock> where Timer.Duration == Duration {
    private static var name: String { "org.freedesktop.login1" }
    private static var path: String { "/org/freedesktop/login1" }
    private static var manager: String { "org.freedesktop.login1.Manager" }

    let service: LogindService<Timer>
    fileprivate var inhibition = Inhibition()
    /// The inhibitors that are held; logind waits while these descriptors are open.
    fileprivate var inhibitors: [Inhibition.Kind: BusDescriptor] = [:]

    /// Handles announcements of logind until the task is cancelled.
    ///
    /// - Throws: ``BusError`` if the connection to the bus is lost.
    mutating func follow(_ bus: BusConnection) async throws {
        try await bus.listen(to: .owner(of: Self.name))
        for member in Self.announcements.keys {
            let match = BusMatch(
                sender: Self.name,
                path: Self.path,
                interface: Self.manager,
                member: member
            )
            try await bus.listen(to: match)
        }
        let (events, sink) = AsyncThrowingStream<Inhibition.Event, any Error>.makeStream()
        try await withThrowingDiscardingTaskGroup { group in
            defer { group.cancelAll() }
            group.addTask { await Self.forward(bus.signals, to: sink) }
            sink.yield(.owner(try await bus.owner(of: Self.name)))
            for try await event in events {
                guard let pause = try await take(event, on: bus) else { continue }
                group.addTask { [clock = service.clock] in
                    try? await clock.sleep(for: .milliseconds(pause))
                    sink.yield(.due)
                }
            }
        }
    }

    private static func forward(
        _ signals: AsyncThrowingStream<BusMessage, any Error>,
        to sink: AsyncThrowingStream<Inhibition.Event, any Error>.Continuation
    ) async {
        do {
            for try await signal in signals {
                if let event = event(signal) { sink.yield(event) }
            }
            sink.finish()
        } catch {
            sink.finish(throwing: error)
        }
    }

    private static var announcements: [String: Inhibition.Kind] {
        ["PrepareForSleep": .sleep, "PrepareForShutdown": .shutdown]
    }

    private static func event(_ signal: BusMessage) -> Inhibition.Event? {
        let bus = BusObject.bus.destination
        if signal.isSignal(bus, "NameOwnerChanged"), signal.sender == bus {
            guard signal[0]?.text == name, let owner = signal[2]?.text else { return nil }
            return .owner(owner.isEmpty ? nil : owner)
        }
        guard signal.interface == manager, signal.path == path,
            let kind = signal.member.flatMap({ announcements[$0] }), let begins = signal[0]?.bool
        else { return nil }
        return .preparing(kind, from: signal.sender, begins: begins)
    }

    /// Handles an event, and performs the resulting actions in order.
    ///
    /// - Returns: The time until ``Inhibition/Event/due`` or, without a bus, until the next attempt to
    ///   connect, in milliseconds; `nil` if none is scheduled.
    mutating func take(
        _ event: Inhibition.Event,
        on bus: BusConnection? = nil
    ) async throws -> Int? {
        var pause: Int?
        var actions = inhibition.event(event)[...]
        while let action = actions.popFirst() {
            switch action {
            case .store: await service.store()
            case .wake: await service.wake()
            case .inhibit(let kind):
                guard let bus else { break }
                actions += inhibition.event(try await inhibit(kind, on: bus))
            case .retry(let after), .reconnect(let after): pause = after
            case .release(let kind): release(kind)
            case .tell(let word): tell(word)
            }
        }
        return pause
    }

    private mutating func inhibit(
        _ kind: Inhibition.Kind,
        on bus: BusConnection
    ) async throws -> Inhibition.Event {
        var call = BusCall(
            BusObject(Self.name, Self.path),
            Self.manager,
            "Inhibit",
            .string(kind.rawValue),
            .string("stated"),
            .string("Stores playback positions"),
            .string("delay")
        )
        // While this call waits for its reply, no other event is handled.
        call.timeoutMilliseconds = 5_000
        do throws(BusError) {
            guard let given = try await bus.call(call)[0]?.descriptor else {
                return .refused(kind, "logind's reply has no file descriptor")
            }
            release(kind)
            inhibitors[kind] = given
            return .granted(kind)
        } catch .refused(let name, let reason) {
            return .refused(kind, "\(BusError.refused(name: name, reason: reason))")
        } catch {
            throw error
        }
    }

    private mutating func release(_ kind: Inhibition.Kind) {
        inhibitors.removeValue(forKey: kind)?.close()
    }

    private func tell(_ word: Inhibition.Word) {
        let logger = service.logger
        switch word {
        case .watched: logger.info("suspend and shutdown wait until ticks are stored")
        // A container without a bus is usual, and not a fault.
        case .unwatched(let reason):
            logger.notice(
                "no logind: suspend is not delayed (harmless in containers)",
                metadata: ["reason": "\(reason)"]
            )
        case .undelayed(let reason):
            logger.warning(
                "logind refused to delay suspend and shutdown",
                metadata: ["reason": "\(reason)"]
            )
        }
    }
}
