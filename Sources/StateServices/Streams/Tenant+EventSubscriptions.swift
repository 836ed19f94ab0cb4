internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

extension Services {
    /// Begins a stream of events.
    func follow(
        _ call: Call,
        from connection: ConnectionID,
        in tenant: Tenant
    ) -> CallDisposition {
        do throws(StateError) {
            guard call.more, !call.oneway else { throw .expectedMore }
            try tenant.follow(try Events.Follow.parameters(of: call), on: connection)
            return .stream
        } catch {
            if !call.oneway { tenant.answer(error.message, to: connection) }
            return .next
        }
    }
}

extension Tenant {
    /// The number of open streams of both kinds.
    var streamCount: Int { publisher.subscriptions.count + eventPublisher.count }

    /// Throws if the tenant already has the maximum number of streams.
    func checkStreams() throws(StateError) {
        guard streamCount < settings.streamsPerUser else {
            throw .quotaExceeded(limit: "streams-per-uid", value: settings.streamsPerUser)
        }
    }

    /// Begins a stream of events on the connection, or throws the reason why it cannot.
    func follow(
        _ parameters: Events.Follow.Parameters,
        on connection: ConnectionID
    ) throws(StateError) {
        if let topic = parameters.topic { try checkTopic(topic) }
        try checkStreams()
        let now = clock.now()
        var place = EventSubscription.Place(sequence: 0, time: 0)
        if let text = parameters.token { place = try self.place(of: text) }
        eventPublisher.add(
            EventSubscription(
                connection: connection,
                topic: parameters.topic,
                place: place,
                gone: store.log.statistics.events.compacted,
                lastReplyAt: now
            )
        )
        wants(wake: now)
    }

    /// Returns the place of a token after checking that the stream can continue right after it.
    private func place(of text: String) throws(StateError) -> EventSubscription.Place {
        guard let token = EventToken(text) else {
            throw try resync("this is no token of a stream of events")
        }
        let statistics = store.log.statistics
        guard token.identity.store == statistics.identity.store else {
            throw try resync("the token is of another store")
        }
        guard token.identity.epoch == statistics.identity.epoch else {
            throw try resync("the store was restored or copied since the token")
        }
        guard token.sequence <= statistics.events.last else {
            throw try resync("the token lies ahead of the store")
        }
        guard token.sequence >= statistics.events.compacted else {
            throw try resync("events after the token are past keeping")
        }
        let time = try onStore { () throws(StoreError) in
            try store.events.time(of: token.sequence)
        }
        if let time, token.time > 0, time != token.time {
            throw try resync("the token is of another past of the store")
        }
        return EventSubscription.Place(sequence: token.sequence, time: time ?? 0)
    }

    private func resync(_ reason: String) throws(StateError) -> StateError {
        let oldest = try onStore { () throws(StoreError) in try store.events.oldest() }
        return .eventsResyncRequired(reason: reason, oldest: oldest)
    }
}
