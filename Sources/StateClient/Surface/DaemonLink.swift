// SPDX-License-Identifier: Apache-2.0
package import Glibc
package import StateModel

/// A surface's connection to the daemon, which performs the I/O for ``SurfaceLink``.
package struct DaemonLink {
    private let socket: String
    private var machine: SurfaceLink
    private var sockets: [SurfaceLink.Channel: StreamSocket] = [:]
    private var states: [PlayerSession.State] = []
    /// The last reported reason why the daemon could not be reached.
    package private(set) var absence: String?

    package init(
        player: String,
        socket: String,
        hearsChanges: Bool = true,
        obeys actions: [RequestedAction] = RequestedAction.controls,
        isAutomatic: Bool = true
    ) {
        self.socket = socket
        machine = SurfaceLink(
            player: player,
            hearsChanges: hearsChanges,
            obeys: actions,
            isAutomatic: isAutomatic
        )
    }

    /// Creates a link for a session, which also derives the player's states.
    init(
        session player: String,
        label: String?,
        phase: Phase,
        obeys actions: [RequestedAction],
        socket: String
    ) {
        self.init(player: player, socket: socket, obeys: actions)
        machine.label = label
        machine.surfacePhase = phase
        machine.session = PlayerSessionStateMachine(player: player)
    }

    package var isAttached: Bool { machine.isAttached }

    package var unacknowledged: Int { machine.unacknowledged }

    package var isSettled: Bool { machine.isSettled }

    package var isStored: Bool { machine.outbox.isEmpty && !isBlocked }

    private var isBlocked: Bool { sockets[.calls]?.isBlocked == true }

    /// The time at which ``wake(_:)`` must be called, in milliseconds of ``Clocks/elapsed``; `nil`
    /// if no timer is set.
    package var wakeAt: Int? { machine.wakeAt }

    package var polls: [pollfd] {
        sockets.values.map { stream in
            let events = stream.isBlocked ? POLLIN | POLLOUT : POLLIN
            return pollfd(fd: stream.descriptor, events: Int16(events), revents: 0)
        }
    }

    package mutating func call(_ call: SurfaceCall) -> [SurfaceEvent] {
        machine.isBlocked = isBlocked
        return perform(machine.call(call, now: Clocks.now))
    }

    /// Sets the actions that the surface accepts, unless it already accepts some; returns the
    /// events for the surface.
    package mutating func obey(_ actions: [RequestedAction]) -> [SurfaceEvent] {
        guard machine.obeys.isEmpty, !actions.isEmpty else { return [] }
        machine.obeys = actions
        return event(.wake)
    }

    mutating func setPhase(_ phase: Phase) -> [SurfaceEvent] {
        perform(machine.setPhase(phase, now: Clocks.now))
    }

    mutating func saveTick() -> [SurfaceEvent] {
        perform(machine.saveTick(now: Clocks.now))
    }

    mutating func close() {
        _ = event(.closed(share: 1))
    }

    /// Removes and returns the player's new states; always empty without a session.
    mutating func takeStates() -> [PlayerSession.State] {
        defer { states = [] }
        return states
    }

    package mutating func wake(_ ready: [Int32]) -> [SurfaceEvent] {
        var heard: [SurfaceEvent] = []
        for channel in SurfaceLink.Channel.allCases { heard += attend(channel, ready) }
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

    private mutating func perform(_ actions: [SurfaceLink.Action]) -> [SurfaceEvent] {
        var heard: [SurfaceEvent] = []
        var rest = actions[...]
        while let action = rest.popFirst() {
            switch action {
            case .connect: rest += connect()
            case .close: sockets = [:]
            case .send(let channel, let bytes): _ = sockets[channel]?.send(bytes)
            case .tell(let event): heard.append(event)
            case .show(let state): states.append(state)
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
            result = .failed(
                reason: "no daemon at \(socket): \(error.connectReason)",
                share: .random(in: 0...1)
            )
        }
        return machine.event(result, now: Clocks.now)
    }
}
