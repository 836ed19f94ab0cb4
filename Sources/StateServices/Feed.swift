internal import StateModel
internal import StateProtocol
internal import StateStore

/// Reads for one subscriber what it has yet to be told, a page at a time.
struct Feed {
    private let store: Store
    private let now: Int
    private var passedOver = 0
    private static let page = 200
    /// A reader further behind than this gets the newest state of each item alone.
    static let patience = 1_000

    init(store: Store, now: Int) {
        self.store = store
        self.now = now
    }

    /// States passed over since the last call.
    mutating func takeSkipped() -> Int {
        defer { passedOver = 0 }
        return passedOver
    }

    /// The next reply, and the subscriber's place after it; nil: nothing of this page is for it.
    mutating func next(_ subscription: inout Subscription) throws(StoreError) -> [UInt8]? {
        switch subscription.phase {
        case .standing(let upTo, let time, let after):
            return try standing(&subscription, upTo: upTo, time: time, after: after)
        case .catchingUp: return try catchUp(&subscription)
        case .live: return nil
        }
    }

    private func standing(
        _ subscription: inout Subscription,
        upTo: Int,
        time: Int,
        after: Int
    ) throws(StoreError) -> [UInt8]? {
        let page = try store.standing(after: after, upTo: upTo, limit: Self.page, now: now)
        // The stream's revision never falls, so what stands bears that of the stream's beginning.
        let revision = try store.revision(of: upTo) ?? upTo
        var changes = page.heads.map { head in
            let point = store.point(head.record, revision: head.revision)
            return Change(
                kind: .current,
                revision: revision,
                item: point.item,
                player: point.player,
                point: point
            )
        }
        var token = StreamToken(
            identity: store.figures.identity,
            sequence: upTo,
            time: time,
            item: page.next
        )
        if let next = page.next {
            subscription.phase = .standing(upTo: upTo, time: time, after: next)
        } else {
            changes += players(upTo: upTo, as: revision)
            subscription.phase = .catchingUp
            subscription.sequence = upTo
            subscription.time = time
            token.item = nil
        }
        return reply(changes, &subscription, token)
    }

    /// Every player as it stood; one that has changed since comes with the log.
    private func players(upTo: Int, as revision: Int) -> [Change] {
        store.figures.players.values
            .filter { $0.revision <= upTo }
            .sorted { $0.name < $1.name }
            .map { player in
                var change = player.change
                change.revision = revision
                return change
            }
    }

    private mutating func catchUp(
        _ subscription: inout Subscription
    ) throws(StoreError) -> [UInt8]? {
        let last = store.figures.lastSequence
        let rows = try store.rows(after: subscription.sequence, limit: Self.page)
        var changes: [Change] = []
        let impatient = last - subscription.sequence > Self.patience
        for row in rows {
            guard let change = try change(row) else { continue }
            let isPassedOver = impatient ? try !isNewest(row) : false
            if !isPassedOver {
                changes.append(change)
            } else if subscription.wants(change) {
                subscription.skipped += 1
                passedOver += 1
            }
        }
        if let end = rows.last {
            subscription.sequence = end.sequence
            subscription.time = end.time
        }
        let caughtUp = rows.count < Self.page
        if caughtUp { subscription.phase = .live }
        let announces = caughtUp && !subscription.isReady
        subscription.isReady = subscription.isReady || caughtUp
        let token = StreamToken(
            identity: store.figures.identity,
            sequence: subscription.sequence,
            time: subscription.time
        )
        return reply(changes, &subscription, token, always: announces)
    }

    /// Whether nothing newer is known of what the row is about.
    private func isNewest(_ row: LogRow) throws(StoreError) -> Bool {
        switch row.body {
        case .item: try store.head(row.id)?.sequence == row.sequence
        case .player(let player): store.figures.players[player.name]?.revision == row.revision
        case .alert(let alert): store.figures.alerts[alert.id].map { $0 == alert } ?? true
        }
    }

    private func reply(
        _ changes: [Change],
        _ subscription: inout Subscription,
        _ token: StreamToken,
        always: Bool = false
    ) -> [UInt8]? {
        let wanted = changes.filter { subscription.wants($0) }
        guard always || !wanted.isEmpty else { return nil }
        defer { subscription.skipped = 0 }
        subscription.toldAt = now
        return Playback.Subscribe.answer(
            changes: wanted.map(\.json),
            ready: subscription.isReady,
            skipped: subscription.skipped,
            token: token.text
        )
    }

    /// The change that a row of the log stands for; nil: it changed nothing that stands.
    private func change(_ row: LogRow) throws(StoreError) -> Change? {
        switch row.body {
        case .player(let player):
            return player.change
        case .item(let record):
            guard let kind = row.kind.change else { return nil }
            var revision = row.revision
            if !row.kind.isLive, let removed = record.link?.sequence {
                revision = try store.revision(of: removed) ?? removed
            }
            let point = store.point(record, revision: revision)
            return Change(
                kind: kind,
                revision: row.revision,
                item: point.item,
                player: point.player,
                point: point
            )
        }
    }
}

extension RowKind {
    /// How subscribers hear of such a row; nil: not at all.
    var change: ChangeKind? {
        switch self {
        case .saved, .renewed: .saved
        case .alert: .alert
        case .restored: .restored
        case .cleared: .cleared
        case .expired: .expired
        case .player: .player
        case .quarantined, .archived: nil
        }
    }
}

extension PlayerRecord {
    /// The player as clients see it.
    var player: Player {
        Player(
            player: name,
            item: item,
            playing: playing,
            phase: .background,
            surfaces: 0,
            queue: [],
            revision: revision
        )
    }

    /// A change about the player.
    var change: Change {
        Change(kind: .player, revision: revision, player: name, about: .player(player))
    }
}
