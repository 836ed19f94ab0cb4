internal import StateModel
internal import StateProtocol
internal import StateStore

/// Reads for one subscriber what it has yet to be told, a page at a time.
struct Feed {
    private let store: Store
    private let cast: Cast
    private let now: Int
    private var passedOver = 0
    private static let page = 200
    /// The bytes of changes that one reply holds at most, but for the last of them: all that a
    /// subscriber which does not read takes up.
    private static let replyBytes = 64 << 10
    /// The players that one reply holds at most.
    private static let playersPerPage = 200

    /// A change, and the stream's token once it is told.
    private struct Step {
        var change: Change
        var token: StreamToken
    }

    /// A reader further behind than this gets the newest state of each item alone.
    static let patience = 1_000

    init(store: Store, cast: Cast, now: Int) {
        self.store = store
        self.cast = cast
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
        case .players(let upTo, let time, let item, let name):
            return try players(&subscription, upTo: upTo, time: time, item: item, after: name)
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
            item: page.next ?? page.heads.last?.id ?? after
        )
        // Until the page is told whole, a token stands for what was told before it.
        var early = token
        early.item = after
        if let next = page.next {
            subscription.phase = .standing(upTo: upTo, time: time, after: next)
        } else {
            changes += tellPlayers(&subscription, &token, after: "", as: revision)
        }
        return replies(steps(changes, early, token), &subscription, upTo: token)
    }

    /// Returns the reply with the next page of players.
    ///
    /// Until all are told, a token stands for the points alone.
    private func players(
        _ subscription: inout Subscription,
        upTo: Int,
        time: Int,
        item: Int,
        after name: String
    ) throws(StoreError) -> [UInt8]? {
        let revision = try store.revision(of: upTo) ?? upTo
        let early = StreamToken(
            identity: store.figures.identity,
            sequence: upTo,
            time: time,
            item: item
        )
        var token = early
        let changes = tellPlayers(&subscription, &token, after: name, as: revision)
        return replies(steps(changes, early, token), &subscription, upTo: token)
    }

    /// The next page of players and, with the last page, every open alert; a player that has changed
    /// since comes with the log.
    private func tellPlayers(
        _ subscription: inout Subscription,
        _ token: inout StreamToken,
        after name: String,
        as revision: Int
    ) -> [Change] {
        let page = cast.players(name, Self.playersPerPage)
        let changes = page.filter { $0.revision <= token.sequence }
            .map { $0.change(revision: revision) }
        if let last = page.last, let item = token.item, page.count == Self.playersPerPage {
            subscription.phase =
                .players(
                    upTo: token.sequence,
                    time: token.time,
                    item: item,
                    after: last.player
                )
            return changes
        }
        subscription.phase = .catchingUp
        subscription.sequence = token.sequence
        subscription.time = token.time
        token.item = nil
        return changes + cast.alerts().map { $0.change(revision) }
    }

    /// The changes of a page, all but the last with the token of what was told before it.
    private func steps(_ changes: [Change], _ early: StreamToken, _ token: StreamToken) -> [Step] {
        changes.enumerated().map { index, change in
            Step(change: change, token: index == changes.count - 1 ? token : early)
        }
    }

    private mutating func catchUp(
        _ subscription: inout Subscription
    ) throws(StoreError) -> [UInt8]? {
        let last = store.figures.lastSequence
        let rows = try store.rows(after: subscription.sequence, limit: Self.page)
        var way = subscription.catchUp ?? Subscription.CatchUp(from: subscription.sequence)
        way.take(rows, after: subscription.sequence)
        var steps: [Step] = []
        let impatient = last - subscription.sequence > Self.patience
        var before = token(subscription.sequence, subscription.time)
        for row in rows {
            let after = token(row.sequence, row.time)
            var changes = try changes(row)
            if impatient, try !isNewest(row) {
                let missed = passOver(&changes, of: row, for: subscription)
                subscription.skipped += missed
                passedOver += missed
            }
            steps += changes.enumerated().map { index, change in
                Step(change: change, token: index == changes.count - 1 ? after : before)
            }
            before = after
        }
        if let end = rows.last {
            subscription.sequence = end.sequence
            subscription.time = end.time
        }
        let caughtUp = rows.count < Self.page
        for step in steps { way.note(step.change) }
        if caughtUp {
            steps += missedPlayers(way).map { Step(change: $0, token: before) }
            subscription.phase = .live
        }
        subscription.catchUp = caughtUp ? nil : way
        let announces = caughtUp && !subscription.isReady
        subscription.isReady = subscription.isReady || caughtUp
        let token = token(subscription.sequence, subscription.time)
        return replies(steps, &subscription, upTo: token, always: announces)
    }

    /// The players whose newest change was derived from a row that is gone.
    private func missedPlayers(_ way: Subscription.CatchUp) -> [Change] {
        guard way.hasGap else { return [] }
        return store.figures.players.values
            .filter { $0.revision > way.from && way.players[$0.name] != $0.revision }
            .sorted { $0.name < $1.name }
            .map { change($0, revision: store.figures.revision) }
    }

    /// Takes out what newer rows make needless; answers how much of it the reader had wanted.
    private func passOver(
        _ changes: inout [Change],
        of row: LogRow,
        for subscription: Subscription
    ) -> Int {
        let all = changes.count { subscription.wants($0) }
        // What a save says of its player may be the newest of the player, though not of the item.
        if case .item = row.body { changes.removeAll { $0.kind != .player } } else { changes = [] }
        return all - changes.count { subscription.wants($0) }
    }

    /// Whether nothing newer is known of what the row is about.
    private func isNewest(_ row: LogRow) throws(StoreError) -> Bool {
        switch row.body {
        case .item: try store.head(row.id)?.sequence == row.sequence
        case .player(let player): store.figures.players[player.key]?.revision == row.revision
        case .alert(let alert): store.figures.alerts[alert.id].map { $0 == alert } ?? true
        case .alias: true
        }
    }

    private func token(_ sequence: Int, _ time: Int) -> StreamToken {
        StreamToken(identity: store.figures.identity, sequence: sequence, time: time)
    }

    /// The changes that are for this reader, in as few replies as their size allows.
    ///
    /// - Parameters:
    ///   - steps: the changes of a page.
    ///   - subscription: whose they are.
    ///   - end: the token once all of them are told, or passed over.
    ///   - always: a reply is due even without changes.
    /// - Returns: whole messages; nil: there is nothing to say.
    private func replies(
        _ steps: [Step],
        _ subscription: inout Subscription,
        upTo end: StreamToken,
        always: Bool = false
    ) -> [UInt8]? {
        let wanted = steps.filter { subscription.wants($0.change) }
        guard always || !wanted.isEmpty else { return nil }
        let isReady = subscription.isReady
        var messages: [UInt8] = []
        var open: [[UInt8]] = []
        var size = 0
        var token = end
        let send = { (ready: Bool, token: StreamToken, skipped: Int) in
            Playback.Subscribe.answer(
                changes: open,
                ready: ready,
                skipped: skipped,
                token: token.text
            )
        }
        for step in wanted {
            let json = step.change.json
            if size > 0, size + json.count > Self.replyBytes {
                // What is ready is so with the last reply, when all is told.
                messages += send(isReady && !always, token, 0)
                (open, size) = ([], 0)
            }
            open.append(json)
            size += json.count
            token = step.token
        }
        messages += send(isReady, end, subscription.skipped)
        subscription.skipped = 0
        subscription.toldAt = now
        return messages
    }

    /// The changes that a row of the log stands for; none: it changed nothing that stands.
    private func changes(_ row: LogRow) throws(StoreError) -> [Change] {
        switch row.body {
        case .player(let player):
            return [change(player, revision: row.revision)]
        case .alert(let alert):
            return [alert.change(row.revision)]
        case .alias:
            return try store.head(row.id).map { [change($0, revision: row.revision)] } ?? []
        case .item(let record):
            guard let kind = row.kind.change else { return [] }
            var revision = row.revision
            if !row.kind.isLive, let removed = record.link?.sequence {
                revision = try store.revision(of: removed) ?? removed
            }
            let point = store.point(record, revision: revision)
            let change = Change(
                kind: kind,
                revision: row.revision,
                item: point.item,
                player: point.player,
                point: point
            )
            // A save that moved its player to another item has no row of the player's own.
            guard row.kind == .saved, let player = store.figures.players[Verbatim(point.player)],
                player.revision == row.revision
            else { return [change] }
            return [change, self.change(player, revision: row.revision)]
        }
    }

    /// A change of an item's names, with its resume point as it stands now.
    private func change(_ head: Head, revision: Int) -> Change {
        let point = head.standing(at: now).map { _ in
            store.point(head.record, revision: head.revision)
        }
        return Change(
            kind: .aliased,
            revision: revision,
            item: head.record.point.item,
            player: point?.player,
            point: point
        )
    }

    /// A change of what is stored of a player, with its surfaces as they are now.
    private func change(_ record: PlayerRecord, revision: Int) -> Change {
        var player = cast.player(record.name)
        player.item = record.item
        player.playing = record.playing
        player.queue = record.queue
        player.revision = record.revision
        return player.change(revision: revision)
    }
}

extension Subscription.CatchUp {
    /// The next rows after row `last` are these.
    fileprivate mutating func take(_ rows: [LogRow], after last: Int) {
        guard let end = rows.last?.sequence else { return }
        hasGap = hasGap || end - last > rows.count
    }

    /// The reader is told of a change.
    fileprivate mutating func note(_ change: Change) {
        if case .player(let player) = change.about { players[player.player] = player.revision }
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
        case .aliased: .aliased
        case .quarantined, .archived, .merged, .joined, .lost: nil
        }
    }
}

extension Player {
    /// A change about the player.
    func change(revision: Int) -> Change {
        Change(kind: .player, revision: revision, player: player, about: .player(self))
    }
}
