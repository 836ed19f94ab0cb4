internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

/// Tells every subscriber of every change, and none of them can hold up another.
///
/// A change is encoded once. A subscriber that takes no more is left alone; once it takes more
/// again it goes on from the log, at its own place, as one does that comes back with a token.
final class Hub {
    /// How many bytes of changes one reply holds at most, roughly.
    static let replyBytes = 256 << 10

    /// Knows the players as clients see them, surfaces included.
    var cast = Cast(players: { _, _ in [] }, player: { Player(named: $0) })
    /// The last change of each player's surfaces, by number; no row of the log holds those.
    private var surfaceChanges: [String: Int] = [:]
    private var surfaceChange = 0
    /// The last change of the alert that no row holds, by the same count; 0: there was none.
    private var alertChange = 0
    private let transport: any ServerTransport
    private(set) var subscriptions: [ConnectionID: Subscription] = [:]
    /// Those that are not live and take more now.
    private var behind = RoundRobin<ConnectionID>()
    /// States passed over since the hub began.
    private(set) var skipped = 0

    init(transport: any ServerTransport) {
        self.transport = transport
    }

    /// Whether anybody may hear of what is told now: who comes later reads it from the log.
    var isHeard: Bool { !subscriptions.isEmpty }

    func add(_ subscription: Subscription) {
        subscriptions[subscription.connection] = subscription
        behind.insert(subscription.connection)
    }

    /// What was an item of its own is a name of another now: who follows the one follows that.
    func rename(_ item: String, to own: String) {
        for (connection, subscription) in subscriptions
        where subscription.item == Verbatim(item) {
            subscriptions[connection]?.item = Verbatim(own)
        }
    }

    func remove(_ connection: ConnectionID) {
        subscriptions[connection] = nil
        behind.remove(connection)
    }

    /// A player's surfaces or phase changed: one that is behind hears of it when it has caught up.
    func noteVolatile(_ player: String) {
        surfaceChange += 1
        surfaceChanges[player] = surfaceChange
        if surfaceChanges.count > Self.volatilePlayers { forgetPlayersThatAreGone() }
    }

    /// The number of players whose last change of surfaces is known; beyond that those are forgotten
    /// that have neither state nor a surface.
    private static let volatilePlayers = 16_384

    private func forgetPlayersThatAreGone() {
        surfaceChanges = surfaceChanges.filter { name, _ in
            let player = cast.player(name)
            return player.surfaces > 0 || player.revision > 0
        }
    }

    /// The same for the alert that no row holds.
    func noteVolatileAlert() {
        surfaceChange += 1
        alertChange = surfaceChange
    }

    func becameWritable(_ connection: ConnectionID) {
        guard let subscription = subscriptions[connection], subscription.phase != .live else {
            return
        }
        behind.insert(connection)
    }

    /// Tells the live subscribers what a commit brought.
    ///
    /// Those who are not live read it from the log.
    func publish(_ batch: Space.Untold, of store: Store, now: Int) {
        guard !batch.told.isEmpty, !subscriptions.isEmpty else { return }
        let parcels = Parcel.parcels(
            of: batch.told,
            store.devices,
            upTo: batch.end,
            identity: store.figures.identity
        )
        var everything: [ConnectionID] = []
        // Readers of the same changes share one message: there may be a thousand of them.
        var shared: [Subscription.Filter: [ConnectionID]] = [:]
        let hasFilters = subscriptions.values.contains { !$0.wantsAll }
        let subjects = Subjects(of: hasFilters ? batch.told : [])
        // By its places, not as a sequence: that would be another owner of the dictionary, and the
        // first subscriber written to would copy all of them.
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
                deliver(parcels, to: &subscription, now: now)
            } else if subscription.wantsAll {
                subscription.toldAt = now
                everything.append(connection)
            } else if subjects.mayConcern(subscription) {
                subscription.toldAt = now
                shared[subscription.filter, default: []].append(connection)
            }
            subscriptions.values[place] = subscription
        }
        for connections in shared.values {
            guard let first = connections.first, let reader = subscriptions[first] else { continue }
            for parcel in parcels {
                guard let message = parcel.message(skipped: 0, of: reader.wants) else { continue }
                transport.send(message, toAll: connections)
            }
        }
        for parcel in parcels where !everything.isEmpty {
            transport.send(parcel.message, toAll: everything)
        }
    }

    /// The items and players that the changes of a batch are about.
    private struct Subjects {
        private var items: Set<Verbatim> = []
        private var players: Set<String> = []
        private var isAboutAll = false

        init(of told: [Told]) {
            for change in told {
                let concern = change.concern
                if let item = concern.item { items.insert(Verbatim(item)) }
                if let player = concern.player { players.insert(player) }
                isAboutAll = isAboutAll || concern.item == nil && concern.player == nil
            }
        }

        /// False if none of the changes is for the reader.
        func mayConcern(_ reader: Subscription) -> Bool {
            if isAboutAll { return true }
            if let item = reader.item, !items.contains(item) { return false }
            return reader.player.map { players.contains($0) } ?? true
        }
    }

    private func deliver(_ parcels: [Parcel], to subscription: inout Subscription, now: Int) {
        for parcel in parcels {
            let message = parcel.message(skipped: subscription.skipped, of: subscription.wants)
            guard let message else { continue }
            transport.send(message, to: subscription.connection)
            subscription.skipped = 0
            subscription.toldAt = now
        }
    }

    /// Lets those that are behind go on for a little while; true: there is more to do.
    func pump(
        _ store: Store,
        clock: () -> Int,
        until deadline: () -> Bool
    ) throws(StoreError) -> Bool {
        while !behind.isEmpty, !deadline(), let connection = behind.next() {
            guard var subscription = subscriptions[connection] else { continue }
            var feed = Feed(store: store, cast: cast, now: clock())
            if subscription.phase != .live, transport.isWritable(connection) {
                let message = try feed.next(&subscription)
                skipped += feed.takeSkipped()
                if let message { transport.sendPage(message, to: connection) }
            }
            if subscription.phase == .live { tellVolatile(to: &subscription, store, now: clock()) }
            subscriptions[connection] = subscription
            guard subscription.phase != .live, transport.isWritable(connection) else { continue }
            behind.insert(connection)
        }
        return !behind.isEmpty
    }

    /// Tells one that has caught up what came and went meanwhile that no row holds.
    private func tellVolatile(to subscription: inout Subscription, _ store: Store, now: Int) {
        let seen = subscription.surfacesSeen
        subscription.surfacesSeen = surfaceChange
        guard seen < surfaceChange else { return }
        let players = surfaceChanges.filter { $0.value > seen }.keys.sorted().map {
            cast.player($0)
        }
        let revision = store.figures.revision
        let alert = alertChange > seen ? cast.volatileAlert() : nil
        let changes =
            players.map { $0.change(revision: revision) }
            + (alert.map { [$0.change(revision)] } ?? [])
        let told = changes.map { Told(change: $0, sequence: nil) }
        let end = LogPlace(sequence: subscription.sequence, time: subscription.time)
        deliver(
            Parcel.parcels(of: told, store.devices, upTo: end, identity: store.figures.identity),
            to: &subscription,
            now: now
        )
    }

    /// How many changes of surfaces there have been.
    var surfacesNow: Int { surfaceChange }

    /// Tells those that have heard nothing for a while where the stream stands.
    ///
    /// - Returns: when to look again, in milliseconds since 1970; nil: nobody listens.
    func keepAlive(_ store: Store, now: Int, interval: Int) -> Int? {
        var next: Int?
        for (connection, var subscription) in subscriptions where subscription.isReady {
            // A clock that was put back must not silence the stream.
            if now - subscription.toldAt >= interval || now < subscription.toldAt {
                if transport.isWritable(connection) {
                    let token = StreamToken(
                        identity: store.figures.identity,
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
                subscription.toldAt = now
                subscriptions[connection] = subscription
            }
            next = min(next ?? .max, subscription.toldAt + interval)
        }
        return next
    }

    /// Ends every stream: the daemon stops.
    func endAll(why: String) {
        for connection in subscriptions.keys { transport.close(connection, why: why) }
        subscriptions = [:]
        behind = RoundRobin()
    }
}
