internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

/// The event publisher: delivers every event to every subscriber at its own pace, and skips none.
///
/// An event is encoded once for the live subscribers. A subscriber that cannot be written to is
/// left alone. Once it is writable again, it reads on from the table at its own place.
final class Followers {
    /// The maximum of events in one reply, and the approximate maximum of their bytes.
    private static let page = 128
    private static let pageBytes = 64 << 10

    private let transport: any ServerTransport
    private var followers: [ConnectionID: Follower] = [:]
    /// The subscribers that are not live and can be written to.
    private var behind = RoundRobin<ConnectionID>()
    /// The number of the last event delivered to the live subscribers.
    private var told = 0
    /// The time at which quiet subscribers are next sent their current token, on the trusted clock.
    private var tellsTokensAt: Int?

    /// Creates a publisher without subscriptions.
    init(transport: any ServerTransport) {
        self.transport = transport
    }

    /// The number of event subscriptions.
    var count: Int { followers.count }

    /// Adds an event subscription, which begins by catching up.
    func add(_ follower: Follower) {
        followers[follower.connection] = follower
        behind.insert(follower.connection)
    }

    /// Removes the event subscription of a connection.
    func remove(_ connection: ConnectionID) {
        followers[connection] = nil
        behind.remove(connection)
    }

    /// Continues an event subscription that is not live, because its connection is writable again.
    func becameWritable(_ connection: ConnectionID) {
        guard let follower = followers[connection], !follower.isLive else { return }
        behind.insert(connection)
    }

    /// Ends every stream, with the reason given.
    func endAll(why: String) {
        for connection in followers.keys { transport.close(connection, why: why) }
        followers = [:]
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
            guard var follower = followers[connection] else { continue }
            guard !follower.isLive, transport.isWritable(connection) else { continue }
            guard !follower.isBereft(store.figures.events) else {
                try end(follower, store)
                continue
            }
            try tellNext(&follower, store, now: clock())
            followers[connection] = follower
            if !follower.isLive, transport.isWritable(connection) { behind.insert(connection) }
        }
        return !behind.isEmpty
    }

    private func tellLive(_ store: Store, now: Int) throws(StoreError) {
        let last = store.figures.events.last
        while told < last {
            let live = followers.values.filter(\.isLive)
            guard !live.isEmpty else {
                told = last
                return
            }
            let page = try store.events(
                after: told,
                upTo: last,
                limit: Self.page,
                bytes: Self.pageBytes
            )
            let place = try store.place(after: page, upTo: last)
            tell(page.rows, to: live, upTo: place, store, now: now)
            told = place.sequence
        }
    }

    private func tell(
        _ rows: [EventRow],
        to live: [Follower],
        upTo place: Follower.Place,
        _ store: Store,
        now: Int
    ) {
        let encoded = rows.map { $0.json(origin: store.origin(of: $0)) }
        var readers: [String?: [ConnectionID]] = [:]
        for var follower in live {
            if transport.isWritable(follower.connection) {
                follower.place = place
                readers[follower.topic, default: []].append(follower.connection)
            } else {
                follower.isLive = false
            }
            followers[follower.connection] = follower
        }
        for (topic, connections) in readers {
            let wanted = rows.indices.filter { topic == nil || rows[$0].event.topic == topic }
            guard !wanted.isEmpty else { continue }
            let events = wanted.map { encoded[$0] }
            let token = Self.token(place, of: store)
            let message = Events.Follow.answer(events: events, ready: true, token: token)
            transport.send(message, toAll: connections)
            for connection in connections { followers[connection]?.toldAt = now }
        }
    }

    /// Sends the next page to a subscriber that is behind.
    private func tellNext(
        _ follower: inout Follower,
        _ store: Store,
        now: Int
    ) throws(StoreError) {
        let last = store.figures.events.last
        let page = try store.events(
            after: follower.place.sequence,
            upTo: last,
            topic: follower.topic,
            limit: Self.page,
            bytes: Self.pageBytes
        )
        follower.place = try store.place(after: page, upTo: last)
        follower.isLive = page.next == nil
        let announces = follower.isLive && !follower.isReady
        follower.isReady = follower.isReady || follower.isLive
        guard announces || !page.rows.isEmpty else { return }
        let message = Events.Follow.answer(
            events: page.rows.map { $0.json(origin: store.origin(of: $0)) },
            ready: follower.isReady,
            token: Self.token(follower.place, of: store)
        )
        transport.sendPage(message, to: follower.connection)
        follower.toldAt = now
    }

    /// Ends the stream of a subscriber so slow that events it had not read are gone.
    private func end(_ follower: Follower, _ store: Store) throws(StoreError) {
        let why = "events that were not read yet are past keeping"
        let oldest = try store.oldestEvent()
        let error = StateError.eventsResyncRequired(why: why, oldest: oldest)
        transport.send(error.message, to: follower.connection)
        transport.close(follower.connection, why: why)
        remove(follower.connection)
    }

    private static func token(_ place: Follower.Place, of store: Store) -> String {
        EventToken(
            identity: store.figures.identity,
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
        if let due = tellsTokensAt, now < due, due <= now + interval { return due }
        tellsTokensAt = nil
        for (connection, var follower) in followers where follower.isReady {
            if now - follower.toldAt >= interval || now < follower.toldAt {
                if transport.isWritable(connection) {
                    let token = Self.token(follower.place, of: store)
                    let message = Events.Follow.answer(events: [], ready: true, token: token)
                    transport.send(message, to: connection)
                }
                follower.toldAt = now
                followers[connection] = follower
            }
            tellsTokensAt = min(tellsTokensAt ?? .max, follower.toldAt + interval)
        }
        return tellsTokensAt
    }
}
