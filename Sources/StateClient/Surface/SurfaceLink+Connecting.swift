import StateProtocol
import Varlink

// The link's coming and going.
extension SurfaceLink {
    /// The connections are there: becomes a surface, and subscribes.
    mutating func connected() {
        calls = ClientConnection()
        changes = ClientConnection()
        pending = []
        isLive = false
        stage = .attaching
        ask(Session.Attach.self, .init(player: player, surface: "bridge"), .attach)
        if hearsChanges { subscribe() }
    }

    /// Asks for the player's changes, from where the stream stood.
    mutating func subscribe() {
        let parameters = Playback.Subscribe.Parameters(token: token, player: player)
        let bytes = changes.call(
            method: Playback.Subscribe.name,
            parameters: parameters.json,
            more: true
        )
        actions.append(.send(.changes, bytes))
    }

    /// The connections could not be made.
    mutating func failed(_ why: String, _ share: Double, now: Int) {
        stage = .waiting(until: now + reconnection.failed(share: share).milliseconds)
        guard !isAbsenceTold else { return }
        isAbsenceTold = true
        actions.append(.absent(why: why))
    }

    /// A connection ended; nothing that waits for an answer will get one.
    mutating func closed(_ share: Double, now: Int) {
        let wasAttached = isAttached
        stage = .waiting(until: now + reconnection.failed(share: share).milliseconds)
        outbox.lost()
        pending = []
        retryAt = nil
        isUnsettled = false
        actions.append(.close)
        if wasAttached { actions.append(.tell(.detached)) }
    }

    /// The socket may be there now: tries at once.
    mutating func appeared(now: Int) {
        guard case .waiting = stage else { return }
        reconnection.succeeded()
        stage = .waiting(until: now)
    }

    /// The daemon took the surface in.
    mutating func attached(_ reply: Session.Attach.Reply) {
        stage = .attached
        reconnection.succeeded()
        isAbsenceTold = false
        actions.append(.tell(.attached(item: reply.item, queue: reply.queue)))
    }
}

extension Duration {
    /// The whole milliseconds in it.
    fileprivate var milliseconds: Int {
        Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
