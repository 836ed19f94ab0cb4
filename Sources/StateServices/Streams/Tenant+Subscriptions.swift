internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

extension Tenant {
    /// Begins a stream of changes on the connection, or throws the reason why it cannot.
    func subscribe(
        _ parameters: Playback.Subscribe.Parameters,
        on connection: ConnectionID
    ) throws(StateError) {
        if let player = parameters.player { try checkPlayer(player) }
        try checkStreams()
        let statistics = store.log.statistics
        var subscription = Subscription(
            connection: connection,
            player: parameters.player,
            item: try parameters.item.map { item throws(StateError) in
                ExactString(try ownName(of: item))
            },
            phase: .standing(upTo: statistics.lastSequence, time: statistics.lastTime, after: 0),
            sequence: 0,
            time: 0,
            lastReplyAt: clock.now()
        )
        // The standing state includes every surface.
        subscription.surfacesSeen = publisher.surfacesNow
        if let text = parameters.token {
            let token = try valid(text)
            subscription.surfacesSeen = 0
            subscription.sequence = token.sequence
            subscription.time = token.time
            subscription.phase =
                token.item.map { .standing(upTo: token.sequence, time: token.time, after: $0) }
                ?? .catchingUp
        }
        publisher.add(subscription)
        wants(wake: clock.now())
    }

    /// Parses a token and checks that the stream can continue right after it.
    private func valid(_ text: String) throws(StateError) -> StreamToken {
        guard let token = StreamToken(text) else {
            throw .resyncRequired(reason: "this is no token of a stream")
        }
        let statistics = store.log.statistics
        guard token.identity.store == statistics.identity.store else {
            throw .resyncRequired(reason: "the token is of another store")
        }
        guard token.identity.epoch == statistics.identity.epoch else {
            throw .resyncRequired(reason: "the store was restored or copied since the token")
        }
        guard token.sequence <= statistics.lastSequence else {
            throw .resyncRequired(reason: "the token lies ahead of the store")
        }
        guard token.sequence >= statistics.compacted else {
            throw .resyncRequired(reason: "what came after the token is partly gone")
        }
        let written = try onStore { () throws(StoreError) in try store.log.time(of: token.sequence)
        }
        if let written, written != token.time {
            throw .resyncRequired(reason: "the token is of another past of the store")
        }
        return token
    }
}
