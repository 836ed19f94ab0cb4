internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

/// The event publisher: delivers every event to every subscriber at its own pace, and skips none.
///
/// An event is encoded once for the live subscribers. A subscriber that cannot be written to is
/// left alone. Once it is writable again, it reads on from the table at its own place.
final class EventPublisher {
    /// The maximum of events in one reply, and the approximate maximum of their bytes.
    private static let page = 128
    private static let pageBytes = 64 << 10

    private let transport: any ServerTransport
    private var subscriptions: [ConnectionID: EventSubscription] = [:]
    /// The subscribers that are not live and can be written to.
    private var behind = RoundRobin<ConnectionID>()
    /// The number of the last event delivered to the live subscribers.
    private var lastDelivered = 0
    /// The time at which quiet subscribers are next sent their current token, on the trusted clock.
    private var keepAliveAt: Int?

    /// Creates a publisher without subscriptions.
    init(transport: any ServerTransport) {
        self.transport = transport
    }

    /// The number of event subscriptions.
    var count: Int { subscriptions.count }

    /// Adds an event subscription, which begins by catching up.
    func add(_ subscription: EventSubscription) {
        subscriptions[subscription.connection] = subscription
        behind.insert(subscription.connection)
    }

    /// Removes the event subscription of a connection.
    func remove(_ connection: ConnectionID) {
        subscriptions[connection] = nil
        behind.remove(connection)
    }

    /// Continues an event subscription that is not live, because its connection is writable again.
    func becameWritable(_ connection: ConnectionID) {
        guard let subscription = subscriptions[connection], !subscription.isLive else { return }
        behind.insert(connection)
    }

    /// Ends every stream, with the reason given.
    func endAll(reason: String) {
        for connection in subscriptions.keys { transport.close(connection, reason: reason) }
        subscriptions = [:]
        behind = RoundRobin()
    }

    // MARK: Publishing

    /// Publishes committed events to the live subscribers, and lets the others continue until
    /// `deadline`.
    ///
    /// - Returns: true if there is more to do.
    /// - Throws: the errors of the store.
    func pump(
        _ store: Store,
        clock: () -> Int,
        until deadline: () -> Bool
    ) throws(StoreError) -> Bool {
        try tellLive(store, now: clock())
        while !behind.isEmpty, !deadline(), let connection = behind.next() {
            guard var subscription = subscriptions[connection] else { continue }
            guard !subscription.isLive, transport.isWritable(connection) else { continue }
            guard !subscription.isBereft(store.log.statistics.events) else {
                try end(subscription, store)
                continue
            }
            try tellNext(&subscription, store, now: clock())
            subscriptions[connection] = subscription
            if !subscription.isLive, transport.isWritable(connection) { behind.insert(connection) }
        }
        return !behind.isEmpty
    }

    private func tellLive(_ store: Store, now: Int) throws(StoreError) {
        let last = store.log.statistics.events.last
        while lastDelivered < last {
            let live = subscriptions.values.filter(\.isLive)
            guard !live.isEmpty else {
                lastDelivered = last
                return
            }
            let page = try store.events.page(
                after: lastDelivered,
                upTo: last,
                limit: Self.page,
                bytes: Self.pageBytes
            )
            let place = try store.events.place(after: page, upTo: last)
            tell(page.rows, to: live, upTo: place, store, now: now)
            lastDelivered = place.sequence
        }
    }

    private func tell(
        _ rows: [EventRow],
        to live: [EventSubscription],
        upTo place: EventSubscription.Place,
        _ store: Store,
        now: Int
    ) {
        let encoded = rows.map { $0.json(origin: store.events.origin(of: $0)) }
        var readers: [String?: [ConnectionID]] = [:]
        for var subscription in live {
            if transport.isWritable(subscription.connection) {
                subscription.place = place
                readers[subscription.topic, default: []].append(subscription.connection)
            } else {
                subscription.isLive = false
            }
            subscriptions[subscription.connection] = subscription
        }
        for (topic, connections) in readers {
            let wanted = rows.indices.filter { topic == nil || rows[$0].event.topic == topic }
            guard !wanted.isEmpty else { continue }
            let events = wanted.map { encoded[$0] }
            let token = Self.token(place, of: store)
            let message = Events.Follow.answer(events: events, ready: true, token: token)
            transport.send(message, toAll: connections)
            for connection in connections { subscriptions[connection]?.lastReplyAt = now }
        }
    }

    /// Sends the next page to a subscriber that is behind.
    private func tellNext(
        _ subscription: inout EventSubscription,
        _ store: Store,
        now: Int
    ) throws(StoreError) {
        let last = store.log.statistics.events.last
        let page = try store.events.page(
            after: subscription.place.sequence,
            upTo: last,
            topic: subscription.topic,
            limit: Self.page,
            bytes: Self.pageBytes
        )
        subscription.place = try store.events.place(after: page, upTo: last)
        subscription.isLive = page.next == nil
        let announces = subscription.isLive && !subscription.isReady
        subscription.isReady = subscription.isReady || subscription.isLive
        guard announces || !page.rows.isEmpty else { return }
        let message = Events.Follow.answer(
            events: page.rows.map { $0.json(origin: store.events.origin(of: $0)) },
            ready: subscription.isReady,
            token: Self.token(subscription.place, of: store)
        )
        transport.sendPage(message, to: subscription.connection)
        subscription.lastReplyAt = now
    }

    /// Ends the stream of a subscriber so slow that events it had not read are gone.
    private func end(_ subscription: EventSubscription, _ store: Store) throws(StoreError) {
        let reason = "events that were not read yet are past keeping"
        let oldest = try store.events.oldest()
        let error = StateError.eventsResyncRequired(reason: reason, oldest: oldest)
        transport.send(error.message, to: subscription.connection)
        transport.close(subscription.connection, reason: reason)
        remove(subscription.connection)
    }

    private static func token(_ place: EventSubscription.Place, of store: Store) -> String {
        EventToken(
            identity: store.log.statistics.identity,
            sequence: place.sequence,
            time: place.time
        ).text
    }

    /// Sends the current token to subscribers that have received nothing for a while.
    ///
    /// - Returns: the time of the next check, in milliseconds since 1970; `nil` if there are no
    ///   subscribers.
    func keepAlive(_ store: Store, now: Int, interval: Int) -> Int? {
        // A clock that was set back must not silence the stream.
        if let due = keepAliveAt, now < due, due <= now + interval { return due }
        keepAliveAt = nil
        for (connection, var subscription) in subscriptions where subscription.isReady {
            if now - subscription.lastReplyAt >= interval || now < subscription.lastReplyAt {
                if transport.isWritable(connection) {
                    let token = Self.token(subscription.place, of: store)
                    let message = Events.Follow.answer(events: [], ready: true, token: token)
                    transport.send(message, to: connection)
                }
                subscription.lastReplyAt = now
                subscriptions[connection] = subscription
            }
            keepAliveAt = min(keepAliveAt ?? .max, subscription.lastReplyAt + interval)
        }
        return keepAliveAt
    }
}
