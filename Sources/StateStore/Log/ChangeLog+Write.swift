// SPDX-License-Identifier: Apache-2.0
package import StateModel
internal import SyncModel

struct Sizing {
    var isOversized = false
    private var rows = Sizing.interval

    /// The number of rows between two checks; a row of more than 256 bytes counts as several.
    private static let interval = 1_000

    mutating func isDue(adding bytes: Int) -> Bool {
        rows += 1 + bytes / 256
        guard rows >= Self.interval || isOversized else { return false }
        rows = 0
        return true
    }
}

extension ChangeLog {
    /// Appends a row about an item; it is visible to reads at once, but not yet durable.
    ///
    /// `names` has the keys of the item and its player, if already made. `state` is the item's
    /// newest state, and `keyTime` the time of the write for its order key. With `keeps`, the
    /// displaced value stays in the history unconditionally.
    ///
    /// - Throws: ``StoreError``; if its kind is `quota`, nothing was written.
    @discardableResult
    package func append(
        _ record: consuming ItemRecord,
        _ kind: RowKind,
        names: PlayerItem? = nil,
        after state: ItemState?,
        keyTime: Timestamp,
        keeps: Bool = false,
        now: Timestamp
    ) throws(StoreError) -> ItemState {
        try checkQuota(state, kind)
        let name = names?.item ?? ExactString(record.point.item)
        let key = try key(of: kind, name, at: keyTime, after: state)
        return try append(
            record,
            kind,
            name: name,
            player: names?.player,
            after: state,
            key: key,
            keeps: keeps,
            isPending: !kind.isHistoryOnly && kind != .expired,
            now: now
        )
    }

    /// Appends an item's point again, with times that were corrected together with the clock.
    ///
    /// If no other device can know the point, its order key begins again, so that a point from a
    /// clock that was ahead does not win over later ones. No limit applies, because the row replaces
    /// one of the same size.
    package func append(
        corrected record: consuming ItemRecord,
        after state: ItemState,
        now: Timestamp
    ) throws(StoreError) -> ItemState {
        let name = ExactString(record.point.item)
        let row = try tables.sync.items.row(SyncKey(kind: .point, name: name.text))
        let known = [row?.rowKey, row?.acknowledged].compactMap(\.self).max()
        let key = OrderKey(time: record.point.at, after: row?.mark == nil ? known : state.key)
        return try append(
            record,
            .renewed,
            name: name,
            after: state,
            key: key,
            keeps: false,
            isPending: true,
            now: now
        )
    }

    /// Appends a row about an item under the given order key.
    ///
    /// With `isPending`, the item is queued for the remote, if one is configured.
    func append(
        _ record: consuming ItemRecord,
        _ kind: RowKind,
        name: ExactString? = nil,
        player: ExactString? = nil,
        after state: ItemState?,
        key: OrderKey,
        keeps: Bool,
        isPending: Bool,
        now: Timestamp
    ) throws(StoreError) -> ItemState {
        var context = Memtable.Context()
        let isFlushed = state.map { memtable.isBeforeActive($0.sequence) } ?? false
        context.isNamed = state != nil && !isFlushed
        if !context.isNamed { context.name = name ?? ExactString(record.point.item) }
        context.isNew = state == nil
        context.standing = try state.map { state throws(StoreError) in try stored(state) }
        context.due = state?.due
        context.garbage = record.succeed(state, as: kind, keeps: keeps, now: now)
        context.outdated = isFlushed ? outdated(by: kind, state) : nil
        let sequence = nextSequence
        let due = context.dueAfter(kind, record.point.expiresAt)
        let row = ItemState(
            id: state?.id ?? statistics.nextID + batch.newcomers,
            sequence: sequence,
            revision: Revision(sequence - batch.offset(of: sequence)),
            kind: kind,
            key: key,
            time: now,
            record: record,
            due: due
        )
        try tables.open()
        try tables.insert(row)
        if isPending, options.settings.syncs { try enqueue(.item, row.id.rawValue) }
        context.player = PlayerRecord.derived(from: row, key: player) { self.player(named: $0) }
        return served(batch.add(row, context))
    }

    func key(
        of kind: RowKind,
        _ name: ExactString,
        at time: Timestamp,
        after state: ItemState?
    ) throws(StoreError) -> OrderKey {
        // Expiry is not a write, so the expired value keeps its order key.
        if kind == .expired, let state { return state.key }
        var previous = state?.key
        if state == nil, options.settings.syncs {
            previous = try tables.sync.items.row(SyncKey(kind: .point, name: name.text))?.rowKey
        }
        return OrderKey(time: time, after: previous)
    }

    private var nextSequence: SequenceNumber { statistics.lastSequence + batch.entries.count + 1 }

    /// Returns the entry of `recent` that a row after `state`, which is flushed, invalidates, if
    /// there is one.
    private func outdated(by kind: RowKind, _ state: ItemState?) -> Memtable.Outdated? {
        guard let state, state.kind.isLive, !kind.isHistoryOnly else { return nil }
        let point = state.record.point
        return Memtable.Outdated(player: point.player, at: point.at, id: state.id)
    }

    /// Appends an alert; a new one, with the number 0, gets the sequence number of its row.
    package func append(_ alert: Alert, now: Timestamp) throws(StoreError) -> Alert {
        var alert = alert
        if alert.id == .unassigned { alert.id = AlertID((lastWritten + 1).rawValue) }
        let key = OrderKey(time: now, after: nil)
        let row = try append(.alert(alert), .alert, id: .absent, key: key, now: now)
        batch.add(row, Memtable.Context())
        return alert
    }

    package func append(_ player: PlayerRecord, now: Timestamp) throws(StoreError) {
        var player = player
        let sequence = nextSequence
        player.revision = Revision(sequence - batch.offset(of: sequence))
        guard batch.heldPlayers == nil else { return batch.hold(player) }
        let key = OrderKey(time: now, after: nil)
        let row = try append(.player(player), .player, id: .absent, key: key, now: now)
        batch.add(row, Memtable.Context())
    }

    /// Delays player rows until ``takeHeldPlayers()``; reads see the changes at once.
    package func holdPlayers() { batch.holdPlayers() }

    package var holdsPlayers: Bool { batch.heldPlayers != nil }

    /// Removes and returns the players with delayed rows, by name; the caller must append the rows.
    package func takeHeldPlayers() -> [PlayerRecord] { batch.takeHeldPlayers() }

    /// Adds an alias to an item, or removes it.
    ///
    /// A name belongs to only one item; the caller ensures that no other item has it.
    package func append(_ alias: AliasRecord, of id: ItemID, now: Timestamp) throws(StoreError) {
        try checkSize()
        let key = OrderKey(time: now, after: nil)
        let row = try append(.alias(alias), .aliased, id: id, key: key, now: now)
        batch.add(row, Memtable.Context())
        aliasChanges += 1
    }

    /// Throws ``StoreError`` of kind `quota` if the store has reached its maximum size.
    ///
    /// The size is checked at intervals, because each row adds only a limited amount.
    func checkSize(adding bytes: Int = 0) throws(StoreError) {
        guard sizing.isDue(adding: bytes) else { return }
        sizing.isOversized = try tables.file.usedBytes() >= options.settings.bytes
        if sizing.isOversized {
            throw StoreError(
                .quota(limit: "bytes-per-uid", value: options.settings.bytes),
                "the store has reached its maximum size"
            )
        }
    }

    func append(
        _ body: LogRow.Body,
        _ kind: RowKind,
        id: ItemID,
        key: OrderKey,
        now: Timestamp
    ) throws(StoreError) -> LogRow {
        let sequence = nextSequence
        let row = LogRow(
            sequence: sequence,
            offset: batch.offset(of: sequence),
            kind: kind,
            id: id,
            time: now,
            key: key,
            body: body
        )
        try tables.open()
        try tables.insert(row)
        return row
    }

    private func checkQuota(_ state: ItemState?, _ kind: RowKind) throws(StoreError) {
        guard kind.isLive else { return }
        try checkSize()
        guard state?.kind.isLive != true else { return }
        if statistics.standing + batch.currentDelta >= options.settings.points {
            throw StoreError(
                .quota(limit: "points", value: options.settings.points),
                "the store has reached its maximum number of resume points"
            )
        }
    }
}
