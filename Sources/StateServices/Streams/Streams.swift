// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

final class Streams: TenantComponent {
    /// The maximum time in each turn for each of the two publishers, during which other clients
    /// wait.
    private static let timePerTurn = Duration.milliseconds(2)
    private static let maximumTopics = 100

    let context: TenantContext
    private let changes: ChangePublisher
    private let events: EventPublisher
    private let items: Items
    private let players: Players

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
        changes = ChangePublisher(context, store, players, alerts)
        events = EventPublisher(context.log, store.events, transport: context.transport)
    }

    var count: Int { changes.core.subscriptions.count + events.core.subscriptions.count }

    /// Throws an error if the tenant already has the maximum number of streams; streams of requests
    /// to players count too.
    func checkStreams() throws(StateError) {
        guard count + players.requests.connections.count < context.settings.streamsPerUser else {
            throw .quotaExceeded(limit: "streams-per-uid", value: context.settings.streamsPerUser)
        }
    }

    func subscribe(
        _ parameters: Playback.Subscribe.Parameters,
        on connection: ConnectionID
    ) throws(StateError) {
        if let player = parameters.player { try checkPlayer(player) }
        try checkStreams()
        let statistics = log.statistics
        let (identity, end) = (statistics.identity, statistics.end)
        var token = StreamToken(identity: identity, place: end, item: .absent)
        if let text = parameters.token {
            token = try valid(text)
        } else if parameters.now == true {
            let last = statistics.events.last
            (token.item, token.events) = (nil, LogPlace(sequence: last, time: .epoch))
        }
        let topics = try topics(parameters.events)
        if topics.isEmpty {
            token.events = nil
        } else if token.events == nil {
            (token.events, token.newestAtStart) = (.start, statistics.events.last)
        }
        var subscription = Subscription(
            connection: connection,
            player: parameters.player,
            item: try parameters.item.map { item throws(StateError) in
                ExactString(try items.ownName(of: item))
            },
            name: parameters.item.map { ExactString($0) },
            topics: topics,
            events: token.events,
            newestAtStart: token.newestAtStart,
            phase: token.item == nil ? .catchingUp : .standing(after: token),
            place: token.place,
            lastReplyAt: clock.now()
        )
        // The initial state includes all surfaces.
        if parameters.token == nil { subscription.surfacesSeen = context.volatile.last }
        changes.core.add(subscription)
        context.wants(wake: clock.now())
    }

    private func topics(_ names: [String]) throws(StateError) -> Set<String> {
        guard names.count <= Self.maximumTopics else {
            throw .invalidValue(
                parameter: "events",
                reason: "has more than \(Self.maximumTopics) topics"
            )
        }
        for name in names { try checkTopic(name, as: "events") }
        return Set(names)
    }

    private func valid(_ text: String) throws(StateError) -> StreamToken {
        guard let token = StreamToken(text) else {
            throw .resyncRequired(reason: "the token is not from a stream of changes")
        }
        let statistics = log.statistics
        let fault = try token.fault(
            in: statistics.identity,
            newest: statistics.lastSequence,
            items: statistics.nextID - 1,
            compacted: statistics.compacted,
            gone: "some changes after the token were removed"
        ) { sequence throws(StateError) in
            try onStore(log.time(of: sequence))
        }
        let eventFault = try token.events.map { place throws(StateError) in
            let events = StreamToken(identity: token.identity, place: place)
            return try eventsFault(of: events, after: token.newestAtStart)
        }
        if let fault = fault ?? eventFault ?? nil { throw .resyncRequired(reason: fault) }
        return token
    }

    func follow(
        _ parameters: Events.Follow.Parameters,
        by caller: Caller
    ) throws(StateError) {
        if let topic = parameters.topic { try checkTopic(topic) }
        try checkStreams()
        let now = clock.now()
        var place = LogPlace.start
        if let text = parameters.token { place = try self.place(of: text) }
        events.core.add(
            EventSubscription(
                connection: caller.connection,
                topic: parameters.topic,
                place: place,
                gone: log.statistics.events.compacted,
                lastReplyAt: now
            )
        )
        context.wants(wake: now)
    }

    private func place(of text: String) throws(StateError) -> LogPlace {
        guard let token = StreamToken(eventText: text) else {
            throw try resync("the token is not from a stream of events")
        }
        if let fault = try eventsFault(of: token) { throw try resync(fault) }
        return token.place
    }

    /// Returns the reason why a stream cannot continue after the event of a token; `nil` if it can.
    ///
    /// It is not an error if events up to `start` were removed before they were delivered.
    private func eventsFault(
        of token: StreamToken,
        after start: SequenceNumber = .start
    ) throws(StateError) -> String? {
        let statistics = log.statistics
        let compacted = statistics.events.compacted
        return try token.fault(
            in: statistics.identity,
            newest: statistics.events.last,
            compacted: compacted > start ? compacted : .start,
            gone: "some events after the token were removed"
        ) { sequence throws(StateError) in
            try onStore(events.log.time(of: sequence))
        }
    }

    private func resync(_ reason: String) throws(StateError) -> StateError {
        let oldest = try onStore(events.log.oldest())
        return .eventsResyncRequired(reason: reason, oldest: oldest)
    }

    // MARK: Upkeep

    func publish(_ commit: UnpublishedCommit, now: Timestamp) {
        if changes.publish(commit, now: now) { context.wants(wake: now) }
    }

    func becameWritable(_ connection: ConnectionID) {
        changes.core.becameWritable(connection)
        events.core.becameWritable(connection)
    }

    func closed(_ connection: ConnectionID) {
        changes.core.remove(connection)
        events.core.remove(connection)
    }

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
                "cannot read changes for a subscriber",
                metadata: ["reason": "\(error.message)"]
            )
            queue.note(error)
            context.wants(wake: now + 200)
        }
        context.metrics.skipped = changes.skipped
    }

    func keepAlive(now: Timestamp) -> Timestamp? {
        let interval = context.settings.keepAliveMilliseconds
        let next = changes.keepAlive(now: now, interval: interval)
        let nextEvent = events.keepAlive(now: now, interval: interval)
        guard let next, let nextEvent else { return next ?? nextEvent }
        return min(next, nextEvent)
    }
}
