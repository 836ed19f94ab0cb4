// SPDX-License-Identifier: Apache-2.0
package import Glibc
package import StateClient
package import StateModel

/// A bridge's connection to the daemon, which transfers bytes for the state machine.
package struct DaemonLink {
    private let socket: String
    private let watch: SocketWatch
    private var machine: SurfaceLink
    private var sockets: [SurfaceLink.Channel: StreamSocket] = [:]
    /// The last reported reason why no daemon could be reached.
    package private(set) var absence: String?

    /// Creates the link of a player's surface to the daemon.
    ///
    /// - Parameters:
    ///   - player: the player's name.
    ///   - socket: the path of the daemon's socket.
    ///   - hearsChanges: true if the surface receives changes.
    ///   - obeys: True if the surface accepts requests immediately.
    ///   - isAutomatic: False if the user asked to resume every item.
    package init(
        player: String,
        socket: String,
        hearsChanges: Bool = true,
        obeys: Bool = true,
        isAutomatic: Bool = true
    ) {
        self.socket = socket
        watch = SocketWatch(path: socket)
        machine = SurfaceLink(
            player: player,
            hearsChanges: hearsChanges,
            obeys: obeys,
            isAutomatic: isAutomatic
        )
    }

    /// True while the daemon is connected.
    package var isAttached: Bool { machine.isAttached }

    /// The number of items with a report that the daemon has not acknowledged.
    package var unacknowledged: Int { machine.unacknowledged }

    /// True if the daemon has answered every call.
    package var isSettled: Bool { machine.isSettled }

    /// True if all data has been sent.
    package var isFlushed: Bool { sockets[.calls]?.isBlocked != true }

    /// The time of the next call of ``wake()``, in milliseconds of ``Clocks/elapsed``; `nil` if
    /// nothing depends on the time.
    package var wakeAt: Int? { machine.wakeAt }

    /// The descriptors to wait for.
    package var polls: [pollfd] {
        var polls = [pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)]
        for stream in sockets.values {
            let events = stream.isBlocked ? POLLIN | POLLOUT : POLLIN
            polls.append(pollfd(fd: stream.descriptor, events: Int16(events), revents: 0))
        }
        return polls
    }

    /// Sends a call of the surface; returns the events for the surface.
    package mutating func call(_ call: SurfaceCall) -> [SurfaceEvent] {
        perform(machine.call(call, now: Clocks.now))
    }

    /// Makes the surface accept requests; returns the events for the surface.
    package mutating func obey() -> [SurfaceEvent] {
        guard !machine.obeys else { return [] }
        machine.obeys = true
        return event(.wake)
    }

    /// Handles the ready descriptors and the passing of time; returns the events for the surface.
    package mutating func wake(_ ready: [Int32]) -> [SurfaceEvent] {
        var heard: [SurfaceEvent] = []
        for channel in SurfaceLink.Channel.allCases { heard += attend(channel, ready) }
        if ready.contains(watch.descriptor), watch.hasFired() { heard += event(.appeared) }
        return heard + event(.wake)
    }

    private mutating func attend(_ channel: SurfaceLink.Channel, _ ready: [Int32]) -> [SurfaceEvent]
    {
        var heard: [SurfaceEvent] = []
        while let end = sockets[channel], ready.contains(end.descriptor) {
            guard end.flush() else { return heard + event(.closed(share: .random(in: 0...1))) }
            switch end.receive() {
            case .nothing: return heard
            case .bytes(let bytes): heard += event(.received(channel, bytes))
            case .end: heard += event(.closed(share: .random(in: 0...1)))
            }
        }
        return heard
    }

    private mutating func event(_ input: SurfaceLink.Input) -> [SurfaceEvent] {
        perform(machine.event(input, now: Clocks.now))
    }

    /// Performs the machine's actions, in order.
    private mutating func perform(_ actions: [SurfaceLink.Action]) -> [SurfaceEvent] {
        var heard: [SurfaceEvent] = []
        var rest = actions[...]
        while let action = rest.popFirst() {
            switch action {
            case .connect: rest += connect()
            case .close: sockets = [:]
            case .send(let channel, let bytes): _ = sockets[channel]?.send(bytes)
            case .tell(let event): heard.append(event)
            case .absent(let reason): absence = reason
            }
        }
        return heard
    }

    private mutating func connect() -> [SurfaceLink.Action] {
        let result: SurfaceLink.Input
        do {
            for channel in machine.channels { sockets[channel] = try StreamSocket(to: socket) }
            result = .connected
        } catch {
            sockets = [:]
            watch.arm()
            result = .failed(
                reason: "no daemon at \(socket): \(error.connectReason)",
                share: .random(in: 0...1)
            )
        }
        return machine.event(result, now: Clocks.now)
    }
}

/// The current time.
package enum Clocks {
    /// The current time on the boot-time clock and the wall clock.
    package static var now: SurfaceLink.Time {
        SurfaceLink.Time(elapsed: elapsed, wall: Timestamp(milliseconds(CLOCK_REALTIME)))
    }

    /// The milliseconds since boot, including suspended time.
    package static var elapsed: Int { milliseconds(CLOCK_BOOTTIME) }

    /// The milliseconds since boot without suspended time, during which players are suspended too.
    package static var running: Int { milliseconds(CLOCK_MONOTONIC) }

    private static func milliseconds(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
