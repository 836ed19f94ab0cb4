// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

/// The streams of a tenant.
final class Streams: TenantComponent {
    /// The time per turn for subscribers that catch up, which limits the delay of other clients.
    private static let timePerTurn = Duration.milliseconds(2)

    /// The facilities shared with the other components.
    let context: TenantContext
    private let changes: ChangePublisher
    private let events: EventPublisher
    private let items: Items
    private let players: Players

    /// Creates a tenant's streams, none of which has begun.
    init(
        _ context: TenantContext,
        _ items: Items,
        _ players: Players,
        _ alerts: Alerts,
        _ store: Store
    ) {
        self.context = context
        self.items = items
        self.players = players
        changes = ChangePublisher(context, store.items, players, alerts)
        events = EventPublisher(context.log, store.events, transport: context.transport)
    }

    /// The number of open streams of both kinds.
    var count: Int { changes.core.subscriptions.count + events.core.subscriptions.count }

    /// Throws if the tenant already has the maximum number of streams, requests to players included.
    func checkStreams() throws(StateError) {
        guard count + players.requests.connections.count < context.settings.streamsPerUser else {
            throw .quotaExceeded(limit: "streams-per-uid", value: context.settings.streamsPerUser)
        }
    }

    /// Begins a stream of changes on the connection, or throws the reason why it cannot.
    func subscribe(
        _ parameters: Playback.Subscribe.Parameters,
        on connection: ConnectionID
    ) throws(StateError) {
        if let player = parameters.player { try checkPlayer(player) }
        try checkStreams()
        let statistics = log.statistics
        var subscription = Subscription(
            connection: connection,
            player: parameters.player,
            item: try parameters.item.map { item throws(StateError) in
                ExactString(try items.ownName(of: item))
            },
            phase: .standing(
                after: StreamToken(statistics.identity, statistics.end, item: .absent)
            ),
            place: LogPlace(sequence: .start, time: .epoch),
            lastReplyAt: clock.now()
        )
        // The initial state includes every surface.
        subscription.surfacesSeen = context.volatile.last
        if let text = parameters.token {
            let token = try valid(text)
            subscription.surfacesSeen = 0
            subscription.place = token.place
            subscription.phase = token.item == nil ? .catchingUp : .standing(after: token)
        } else if parameters.now == true {
            subscription.place = statistics.end
            subscription.phase = .catchingUp
        }
        changes.core.add(subscription)
        context.wants(wake: clock.now())
    }

    /// Parses a token and checks that the stream can continue right after it.
    private func valid(_ text: String) throws(StateError) -> StreamToken {
        guard let token = StreamToken(text) else {
            throw .resyncRequired(reason: "this is not a token of a stream")
        }
        let statistics = log.statistics
        let fault = try token.fault(
            in: statistics.identity,
            newest: statistics.lastSequence,
            items: statistics.nextID - 1,
            compacted: statistics.compacted,
            gone: "some changes after the token are no longer kept"
        ) { sequence throws(StateError) in
            try onStore(log.time(of: sequence))
        }
        if let fault { throw .resyncRequired(reason: fault) }
        return token
    }

    /// Begins a stream of events on the connection, or throws the reason why it cannot.
    func follow(
        _ parameters: Events.Follow.Parameters,
        on connection: ConnectionID
    ) throws(StateError) {
        if let topic = parameters.topic { try checkTopic(topic) }
        try checkStreams()
        let now = clock.now()
        var place = LogPlace(sequence: .start, time: .epoch)
        if let text = parameters.token { place = try self.place(of: text) }
        events.core.add(
            EventSubscription(
                connection: connection,
                topic: parameters.topic,
                place: place,
                gone: log.statistics.events.compacted,
                lastReplyAt: now
            )
        )
        context.wants(wake: now)
    }

    /// Returns the position of a token that can be continued from.
    private func place(of text: String) throws(StateError) -> LogPlace {
        guard let token = StreamToken(eventText: text) else {
            throw try resync("this is not an event token")
        }
        let statistics = log.statistics
        var time = Timestamp.epoch
        let fault = try token.fault(
            in: statistics.identity,
            newest: statistics.events.last,
            compacted: statistics.events.compacted,
            gone: "events after the token are no longer kept"
        ) { sequence throws(StateError) in
            let written = try onStore(events.log.time(of: sequence))
            time = written ?? .epoch
            // A token of time 0 names an event that was gone already.
            return token.place.time > .epoch ? written : nil
        }
        if let fault { throw try resync(fault) }
        return LogPlace(sequence: token.place.sequence, time: time)
    }

    private func resync(_ reason: String) throws(StateError) -> StateError {
        let oldest = try onStore(events.log.oldest())
        return .eventsResyncRequired(reason: reason, oldest: oldest)
    }

    // MARK: Upkeep

    /// Publishes the changes of a commit to the live subscribers.
    func publish(_ commit: UnpublishedCommit, now: Timestamp) {
        changes.publish(commit, now: now)
    }

    /// Continues the streams of a connection that can be written to again.
    func becameWritable(_ connection: ConnectionID) {
        changes.core.becameWritable(connection)
        events.core.becameWritable(connection)
    }

    /// Removes the streams of a closed connection.
    func closed(_ connection: ConnectionID) {
        changes.core.remove(connection)
        events.core.remove(connection)
    }

    /// Ends every stream, with the reason given.
    func endAll(reason: String) {
        changes.core.endAll(reason: reason)
        events.core.endAll(reason: reason)
    }

    /// Publishes committed events, and continues the streams that are behind.
    func pump(now: Timestamp) {
        let start = ContinuousClock.now
        do throws(StoreError) {
            let more = try changes.pump(clock: clock.now) {
                ContinuousClock.now - start > Self.timePerTurn
            }
            let middle = ContinuousClock.now
            let moreEvents = try events.pump(clock: clock.now) {
                ContinuousClock.now - middle > Self.timePerTurn
            }
            if more || moreEvents { context.wants(wake: now) }
        } catch {
            logger.error(
                "cannot read the log for a subscriber",
                metadata: ["reason": "\(error.message)"]
            )
            queue.note(error)
            context.wants(wake: now + 200)
        }
        context.metrics.skipped = changes.skipped
    }

    /// Sends the current token to quiet subscribers; returns the time of the next check, or `nil`
    /// if there are none.
    func keepAlive(now: Timestamp) -> Timestamp? {
        let interval = context.settings.keepAliveMilliseconds
        let next = changes.keepAlive(now: now, interval: interval)
        let nextEvent = events.keepAlive(now: now, interval: interval)
        guard let next, let nextEvent else { return next ?? nextEvent }
        return min(next, nextEvent)
    }
}
