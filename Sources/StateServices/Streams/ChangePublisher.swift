internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

/// The change publisher: delivers every change to every subscriber, and no subscriber delays
/// another.
///
/// A change is encoded once. A subscriber that cannot be written to is skipped. Once it is writable
/// again, it continues from the log at its own position, like a subscriber that returns with a
/// token.
final class ChangePublisher {
    /// The approximate maximum of bytes of changes in one reply.
    static let replyBytes = 256 << 10

    /// The player directory: players as clients see them, with their surfaces.
    var directory = PlayerDirectory(players: { _, _ in [] }, player: { Player(named: $0) })
    /// The number of the last surface change of each player; the log has no rows for these changes.
    private var surfaceChanges: [String: Int] = [:]
    private var surfaceChange = 0
    /// The number of the last change of the alert that has no row, by the same count; 0 if there
    /// was none.
    private var alertChange = 0
    private let transport: any ServerTransport
    /// The subscriptions, by connection.
    private(set) var subscriptions: [ConnectionID: Subscription] = [:]
    /// The subscribers that are not live and can be written to.
    private var behind = RoundRobin<ConnectionID>()
    /// The number of states skipped since the publisher was created.
    private(set) var skipped = 0

    /// Creates a publisher without subscriptions.
    init(transport: any ServerTransport) {
        self.transport = transport
    }

    /// True if there are subscribers; a later subscriber reads the change from the log.
    var isHeard: Bool { !subscriptions.isEmpty }

    /// Adds a subscription, which begins by catching up.
    func add(_ subscription: Subscription) {
        subscriptions[subscription.connection] = subscription
        behind.insert(subscription.connection)
    }

    /// Redirects subscriptions from an item to the item that it has become an alias of.
    func rename(_ item: String, to own: String) {
        for (connection, subscription) in subscriptions
        where subscription.item == ExactString(item) {
            subscriptions[connection]?.item = ExactString(own)
        }
    }

    /// Removes the subscription of a connection.
    func remove(_ connection: ConnectionID) {
        subscriptions[connection] = nil
        behind.remove(connection)
    }

    /// Notes that a player's surfaces or phase changed, so that a subscriber learns of it after
    /// catching up.
    func noteVolatile(_ player: String) {
        surfaceChange += 1
        surfaceChanges[player] = surfaceChange
        if surfaceChanges.count > Self.volatilePlayers { forgetPlayersThatAreGone() }
    }

    /// The number of players whose last surface change is remembered.
    ///
    /// Beyond it, players with neither state nor a surface are forgotten.
    private static let volatilePlayers = 16_384

    private func forgetPlayersThatAreGone() {
        surfaceChanges = surfaceChanges.filter { name, _ in
            let player = directory.player(name)
            return player.surfaces > 0 || player.revision > 0
        }
    }

    /// Notes that the alert that has no row changed.
    func noteVolatileAlert() {
        surfaceChange += 1
        alertChange = surfaceChange
    }

    /// Continues a subscription that is not live, because its connection can be written to again.
    func becameWritable(_ connection: ConnectionID) {
        guard let subscription = subscriptions[connection], subscription.phase != .live else {
            return
        }
        behind.insert(connection)
    }

    /// Publishes the changes of a commit to the live subscribers.
    ///
    /// Other subscribers read them from the log.
    func publish(_ batch: Tenant.UnpublishedCommit, of store: Store, now: Int) {
        guard !batch.pendingChanges.isEmpty, !subscriptions.isEmpty else { return }
        let encodedBatches = EncodedBatch.batches(
            of: batch.pendingChanges,
            store.log.devices,
            upTo: batch.end,
            identity: store.log.statistics.identity
        )
        var everything: [ConnectionID] = []
        // Subscribers with the same filter share one message: there may be a thousand of them.
        var shared: [Subscription.Filter: [ConnectionID]] = [:]
        let hasFilters = subscriptions.values.contains { !$0.wantsAll }
        let subjects = Subjects(of: hasFilters ? batch.pendingChanges : [])
        // Iterates by index. A `for` loop would retain a second reference to the dictionary, so the
        // first write to a subscription would copy all of them.
        var place = subscriptions.startIndex
        while place != subscriptions.endIndex {
            defer { subscriptions.formIndex(after: &place) }
            guard subscriptions.values[place].phase == .live else { continue }
            let connection = subscriptions.keys[place]
            guard transport.isWritable(connection) else {
                subscriptions.values[place].phase = .catchingUp
                continue
            }
            var subscription = subscriptions.values[place]
            subscription.sequence = batch.end.sequence
            subscription.time = batch.end.time
            subscription.surfacesSeen = batch.surfaces
            if subscription.skipped > 0 {
                deliver(encodedBatches, to: &subscription, now: now)
            } else if subscription.wantsAll {
                subscription.lastReplyAt = now
                everything.append(connection)
            } else if subjects.mayConcern(subscription) {
                subscription.lastReplyAt = now
                shared[subscription.filter, default: []].append(connection)
            }
            subscriptions.values[place] = subscription
        }
        for connections in shared.values {
            guard let first = connections.first, let reader = subscriptions[first] else { continue }
            for encodedBatch in encodedBatches {
                guard let message = encodedBatch.message(skipped: 0, of: reader.wants) else {
                    continue
                }
                transport.send(message, toAll: connections)
            }
        }
        for encodedBatch in encodedBatches where !everything.isEmpty {
            transport.send(encodedBatch.message, toAll: everything)
        }
    }

    /// The items and players that the changes of a commit concern.
    private struct Subjects {
        private var items: Set<ExactString> = []
        private var players: Set<String> = []
        private var isAboutAll = false

        init(of pendingChanges: [PendingChange]) {
            for change in pendingChanges {
                let concern = change.concern
                if let item = concern.item { items.insert(ExactString(item)) }
                if let player = concern.player { players.insert(player) }
                isAboutAll = isAboutAll || concern.item == nil && concern.player == nil
            }
        }

        /// Returns false if none of the changes passes the subscription's filter.
        func mayConcern(_ reader: Subscription) -> Bool {
            if isAboutAll { return true }
            if let item = reader.item, !items.contains(item) { return false }
            return reader.player.map { players.contains($0) } ?? true
        }
    }

    private func deliver(
        _ encodedBatches: [EncodedBatch],
        to subscription: inout Subscription,
        now: Int
    ) {
        for encodedBatch in encodedBatches {
            let message = encodedBatch.message(
                skipped: subscription.skipped,
                of: subscription.wants
            )
            guard let message else { continue }
            transport.send(message, to: subscription.connection)
            subscription.skipped = 0
            subscription.lastReplyAt = now
        }
    }

    /// Lets subscriptions that are behind continue until `deadline`; returns true if there is more
    /// to do.
    func pump(
        _ store: Store,
        clock: () -> Int,
        until deadline: () -> Bool
    ) throws(StoreError) -> Bool {
        while !behind.isEmpty, !deadline(), let connection = behind.next() {
            guard var subscription = subscriptions[connection] else { continue }
            var reader = CatchUpReader(store: store, directory: directory, now: clock())
            if subscription.phase != .live, transport.isWritable(connection) {
                let message = try reader.next(&subscription)
                skipped += reader.takeSkipped()
                if let message { transport.sendPage(message, to: connection) }
            }
            if subscription.phase == .live { tellVolatile(to: &subscription, store, now: clock()) }
            subscriptions[connection] = subscription
            guard subscription.phase != .live, transport.isWritable(connection) else { continue }
            behind.insert(connection)
        }
        return !behind.isEmpty
    }

    /// Sends a subscription that has caught up the changes without rows that it missed meanwhile.
    private func tellVolatile(to subscription: inout Subscription, _ store: Store, now: Int) {
        let seen = subscription.surfacesSeen
        subscription.surfacesSeen = surfaceChange
        guard seen < surfaceChange else { return }
        let players = surfaceChanges.filter { $0.value > seen }.keys.sorted().map {
            directory.player($0)
        }
        let revision = store.log.statistics.revision
        let alert = alertChange > seen ? directory.volatileAlert() : nil
        let changes =
            players.map { $0.change(revision: revision) }
            + (alert.map { [$0.change(revision)] } ?? [])
        let pendingChanges = changes.map { PendingChange(change: $0, sequence: nil) }
        let end = LogPlace(sequence: subscription.sequence, time: subscription.time)
        deliver(
            EncodedBatch.batches(
                of: pendingChanges,
                store.log.devices,
                upTo: end,
                identity: store.log.statistics.identity
            ),
            to: &subscription,
            now: now
        )
    }

    /// The number of surface changes so far.
    var surfacesNow: Int { surfaceChange }

    /// Sends the current stream token to subscribers that have received nothing for a while.
    ///
    /// - Returns: the time of the next check, in milliseconds since 1970; `nil` if there are no
    ///   subscribers.
    func keepAlive(_ store: Store, now: Int, interval: Int) -> Int? {
        var next: Int?
        for (connection, var subscription) in subscriptions where subscription.isReady {
            // A clock that was set back must not silence the stream.
            if now - subscription.lastReplyAt >= interval || now < subscription.lastReplyAt {
                if transport.isWritable(connection) {
                    let token = StreamToken(
                        identity: store.log.statistics.identity,
                        sequence: subscription.sequence,
                        time: subscription.time
                    )
                    transport.send(
                        Playback.Subscribe.answer(
                            changes: [],
                            ready: true,
                            skipped: 0,
                            token: token.text
                        ),
                        to: connection
                    )
                }
                subscription.lastReplyAt = now
                subscriptions[connection] = subscription
            }
            next = min(next ?? .max, subscription.lastReplyAt + interval)
        }
        return next
    }

    /// Ends every stream, with the reason given.
    func endAll(reason: String) {
        for connection in subscriptions.keys { transport.close(connection, reason: reason) }
        subscriptions = [:]
        behind = RoundRobin()
    }
}
