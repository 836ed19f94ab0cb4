// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore

/// A reader of the changes that a subscriber has not received yet, one page at a time.
struct CatchUpReader {
    let log: ChangeLog
    let queries: ItemQueries
    let events: EventLog
    let players: Players
    let alerts: Alerts
    let now: Timestamp
    /// The number of states that this reader has skipped.
    private(set) var skippedStates = 0
    /// The maximum number of resume points, of rows, and of events read for one page.
    static let page = 200
    /// The approximate maximum size of the rows, and of the events, read for one page, in bytes.
    static let pageBytes = 256 << 10

    /// Changes that must be in one reply, and the stream token after them.
    struct Step {
        var changes: [Change]
        var token: StreamToken
        /// The number of changes that the subscriber wants and does not get.
        var skipped = 0
    }

    /// The number of rows by which a subscriber may lag behind before it receives only the newest
    /// state of each item.
    static let maxLag = 1_000

    /// Returns the next reply and advances the subscription; `nil` if no change of the page
    /// matches.
    mutating func next(_ subscription: inout Subscription) throws(StoreError) -> [UInt8]? {
        switch subscription.phase {
        case .standing(let token): return try standing(&subscription, after: token)
        case .players(let token, let name):
            return try players(&subscription, after: token, name)
        case .catchingUp: return try catchUp(&subscription)
        case .live: return nil
        }
    }

    private mutating func catchUp(
        _ subscription: inout Subscription
    ) throws(StoreError) -> [UInt8]? {
        let start = subscription.place.sequence
        let page = try page(of: subscription)
        var way = subscription.catchUp ?? Subscription.CatchUp(from: subscription.place)
        way.take(page.entries.compactMap(\.row), after: start)
        var steps = try steps(of: page, &subscription)
        Self.removeRepeats(from: &steps)
        let caughtUp = page.isLast
        for change in steps.flatMap(\.changes) { way.note(change) }
        if caughtUp {
            // A subscriber that reconnects in the middle of these players must continue before the
            // gap.
            let token = token(way.from, subscription)
            steps += missedPlayers(way).map { Step(changes: [$0], token: token) }
            subscription.phase = .live
        }
        subscription.catchUp = caughtUp ? nil : way
        let announces = caughtUp && !subscription.isReady
        subscription.isReady = subscription.isReady || caughtUp
        let end = token(subscription.place, subscription)
        return replies(steps, &subscription, upTo: end, always: announces)
    }

    /// Keeps the last of a player's changes with one revision.
    ///
    /// The row of a saved point and that of its player may both stand for the same state.
    private static func removeRepeats(from steps: inout [Step]) {
        var newer: [String: Revision] = [:]
        for index in steps.indices.reversed() {
            let kept = steps[index].changes.reversed().filter { change in
                guard case .player(let player) = change.about else { return true }
                return newer.updateValue(player.revision, forKey: player.player) != player.revision
            }
            steps[index].changes = kept.reversed()
        }
    }

    private mutating func steps(
        of page: Page,
        _ subscription: inout Subscription
    ) throws(StoreError) -> [Step] {
        let lag = log.statistics.lastSequence - subscription.place.sequence
        var steps: [Step] = []
        for (index, entry) in page.entries.enumerated() {
            var changes: [Change] = []
            let skipped = subscription.skipped
            switch entry {
            case .row(let row):
                // All names that an item gets in one call are one change, which the last of their
                // rows delivers.
                let next = page.entries.dropFirst(index + 1).first?.row
                let isPart = next.map { row.isPart(of: $0) } ?? false
                // Compaction has removed superseded rows, whose items and players are not known.
                if subscription.wantsAll {
                    subscription.skipped += row.sequence - subscription.place.sequence - 1
                }
                if !isPart {
                    changes = try delivered(row, &subscription, isFarBehind: lag > Self.maxLag)
                }
                subscription.place = LogPlace(sequence: row.sequence, time: row.time)
            case .event(let row):
                let revision = try revision(at: subscription.place)
                changes = [events.change(row, revision: revision)]
                subscription.events = LogPlace(sequence: row.sequence, time: row.time)
            }
            let token = token(subscription.place, subscription)
            let count = subscription.skipped - skipped
            steps.append(Step(changes: changes, token: token, skipped: count))
        }
        if let end = page.events { subscription.events = end }
        return steps
    }

    /// Returns the current states of the players whose newest change was not delivered, because
    /// its row was removed.
    private func missedPlayers(_ way: Subscription.CatchUp) -> [Change] {
        guard way.hasGap else { return [] }
        return log.statistics.players.values
            .filter {
                $0.revision > Revision(way.from.sequence) && way.players[$0.name] != $0.revision
            }
            .sorted { $0.name < $1.name }
            .map { change($0, revision: log.statistics.revision) }
    }

    /// Returns the changes of a row to deliver, and counts the others as skipped.
    ///
    /// Changes are skipped if the row's point has expired or, for a subscriber far behind, if a
    /// newer row has superseded the row. A change of an item row's player is never skipped.
    private mutating func delivered(
        _ row: LogRow,
        _ subscription: inout Subscription,
        isFarBehind: Bool
    ) throws(StoreError) -> [Change] {
        let all = try changes(row)
        let isSuperseded = try isFarBehind ? !isNewest(row) : false
        guard try isSuperseded ? true : isWithheld(row) else { return all }
        var kept: [Change] = []
        // A saved point may have been superseded, while the row is still the newest of its player.
        if case .item = row.body { kept = all.filter { $0.kind == .player } }
        let missed = all.count { subscription.wants($0) } - kept.count { subscription.wants($0) }
        subscription.skipped += missed
        skippedStates += missed
        return kept
    }

    /// Returns true if the store has no newer state of the row's item, player or alert.
    private func isNewest(_ row: LogRow) throws(StoreError) -> Bool {
        switch row.body {
        case .item: try log.state(row.id)?.sequence == row.sequence
        case .player(let player): log.statistics.players[player.key]?.revision == row.revision
        case .alert(let alert): log.statistics.alerts[alert.id].map { $0 == alert } ?? true
        case .alias: true
        }
    }

    private func token(_ place: LogPlace, _ subscription: Subscription) -> StreamToken {
        StreamToken(
            identity: log.statistics.identity,
            place: place,
            events: subscription.events,
            newestAtStart: subscription.newestAtStart
        )
    }

    /// Encodes the matching changes in as few replies as possible; returns `nil` if there is
    /// nothing to send.
    ///
    /// `end` is the token after all changes. With `always`, a reply is sent even if no change
    /// matches.
    func replies(
        _ steps: [Step],
        _ subscription: inout Subscription,
        upTo end: StreamToken,
        always: Bool = false
    ) -> [UInt8]? {
        let isReady = subscription.isReady
        var messages: [UInt8] = []
        var (open, size, token) = ([[UInt8]](), 0, end)
        // The number of states omitted before the token.
        var skipped = subscription.skipped - steps.reduce(0) { $0 + $1.skipped }
        let send = { (ready: Bool, token: StreamToken, skipped: Int) in
            Playback.Subscribe.answer(
                changes: open,
                ready: ready,
                skipped: skipped,
                token: token.text
            )
        }
        for step in steps {
            let changes = step.changes.filter { subscription.wants($0) }.map(\.json)
            let count = changes.reduce(0) { $0 + $1.count }
            if size > 0, count > 0, size + count > ReplySize.page {
                // A subscription that becomes ready is ready with the last reply of the page.
                messages += send(isReady && !always, token, skipped)
                subscription.skipped -= skipped
                (open, size, skipped) = ([], 0, 0)
            }
            open += changes
            size += count
            skipped += step.skipped
            token = step.token
        }
        guard always || !open.isEmpty else { return nil }
        messages += send(isReady, end, subscription.skipped)
        subscription.skipped = 0
        subscription.lastReplyAt = now
        return messages
    }

    private func changes(_ row: LogRow) throws(StoreError) -> [Change] {
        switch row.body {
        case .player(let player):
            return [change(player, revision: row.revision)]
        case .alert(let alert):
            return [alert.change(row.revision)]
        case .alias:
            return try log.state(row.id).map {
                [log.aliased($0, at: now, revision: row.revision)]
            } ?? []
        case .item(let record):
            guard let kind = record.change(row.kind) else { return [] }
            let point = log.point(
                record,
                revision: try log.pointRevision(row.kind, record, row.revision)
            )
            let change = Change(kind, of: point, revision: row.revision)
            // If a saved row also changed its player's current item, there is no separate row for
            // the player.
            guard row.kind == .saved,
                let player = log.statistics.players[ExactString(point.player)],
                player.revision == row.revision
            else { return [change] }
            return [change, self.change(player, revision: row.revision)]
        }
    }

    /// Returns true if the point of a row has expired and no row records that yet.
    private func isWithheld(_ row: LogRow) throws(StoreError) -> Bool {
        guard case .item(let record) = row.body, row.kind.isLive, record.point.expiresAt <= now
        else { return false }
        return try isNewest(row)
    }

    /// Returns the change that reports a player's stored state, with its current surfaces.
    private func change(_ record: PlayerRecord, revision: Revision) -> Change {
        var player = players.player(named: record.key)
        player.item = record.item
        player.playing = record.playing
        player.queue = record.queue
        player.revision = record.revision
        return player.change(revision: revision)
    }
}

extension Subscription.CatchUp {
    /// Sets ``hasGap`` if rows are missing between `last` and the last of the given rows.
    fileprivate mutating func take(_ rows: [LogRow], after last: SequenceNumber) {
        guard let end = rows.last?.sequence else { return }
        hasGap = hasGap || end - last > rows.count
    }

    fileprivate mutating func note(_ change: Change) {
        if case .player(let player) = change.about { players[player.player] = player.revision }
    }
}

extension LogRow {
    /// Returns true if both rows are part of the same change.
    fileprivate func isPart(of next: LogRow) -> Bool {
        guard case .alias = body, case .alias = next.body else { return false }
        return id == next.id && revision == next.revision
    }
}

extension Player {
    func change(revision: Revision) -> Change {
        Change(kind: .player, revision: revision, player: player, about: .player(self))
    }
}
