// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import SyncModel

package final class SyncStorage: SyncReads {
    let log: ChangeLog
    let events: EventLog
    package let rounds: SyncRoundTable
    /// True if changes for the remote were committed after the last call of ``takePushFlags()``.
    private var needsPush = false
    /// True if a player jumped to another position after the last call of ``takePushFlags()``.
    private var hasSeek = false
    /// True if this device appended events after the last call of ``takePushFlags()``.
    private var hasEvent = false

    init(_ log: ChangeLog, _ events: EventLog) {
        self.log = log
        self.events = events
        rounds = SyncRoundTable(log: log)
    }

    package func memory() throws(StoreError) -> SyncMemory { try log.syncStatistics().memory }

    package func syncedCount() throws(StoreError) -> Int { try log.syncStatistics().synced }

    // MARK: Items

    package func item(_ key: SyncKey) throws(StoreError) -> StoredItem? {
        let row = try log.tables.sync.items.row(key)
        switch key.kind {
        case .alias:
            guard let row, let rowKey = row.rowKey else { return nil }
            let value = row.target.map { StoredItem.Value.alias(of: $0) } ?? .tombstone
            return try item(key, value, rowKey, row)
        case .point:
            var state = try ownState(of: key.name.text)
            if state == nil, let id = row?.id { state = try log.state(id) }
            return try point(key, state, row)
        }
    }

    /// Returns the time at which an otherwise unknown item was removed; `nil` if none is recorded.
    package func tombstoneTime(of name: ExactString) throws(StoreError) -> Timestamp? {
        guard log.options.settings.syncs,
            let row = try log.tables.sync.items.row(SyncKey(kind: .point, name: name.text)),
            row.target == nil
        else { return nil }
        return row.rowKey?.time
    }

    /// Returns the newest state of the item that has `name` as its own name, not as an alias.
    package func ownState(of name: String) throws(StoreError) -> ItemState? {
        guard let state = try log.state(named: name),
            ExactString(state.record.point.item) == ExactString(name)
        else { return nil }
        return state
    }

    /// Returns an item's point or tombstone: that of its state, or a newer tombstone that has no
    /// state.
    private func point(
        _ key: SyncKey,
        _ state: ItemState?,
        _ row: SyncItemRow?
    ) throws(StoreError) -> StoredItem? {
        if let rowKey = row?.rowKey, state.map({ $0.key < rowKey }) ?? true {
            return try item(key, .tombstone, rowKey, row)
        }
        guard let state, !state.kind.isHistoryOnly else { return nil }
        if state.kind == .cleared {
            // Another remote, or one that was restored, may still have the removed point.
            let isCurrent = try row?.epoch == log.syncStatistics().epoch
            if isCurrent, row?.isForgotten(at: state.key) == true { return nil }
            var item = try item(key, .tombstone, state.key, row)
            item.isFinished = state.record.isOver
            return item
        }
        let value = log.point(of: state)
        return try item(key, .point(value), state.key, row)
    }

    private func item(
        _ key: SyncKey,
        _ value: StoredItem.Value,
        _ rowKey: OrderKey,
        _ row: SyncItemRow?
    ) throws(StoreError) -> StoredItem {
        let epoch = try log.syncStatistics().epoch
        var mark = row?.mark
        // A tag is meaningless for another remote, and after the remote was restored to an older
        // state.
        if row?.epoch != epoch { mark?.tag = nil }
        return StoredItem(
            key: key,
            value: value,
            rowKey: rowKey,
            isPending: row?.epoch != epoch || row?.acknowledged != rowKey,
            mark: mark
        )
    }

    /// Returns and resets the flags about the changes committed since the last call.
    ///
    /// `needsPush` is true if the remote needs any of the changes; otherwise, all flags are false,
    /// and a seek is kept for a later call. `hasSeek` is true after a seek, and `hasEvent` if this
    /// device appended events.
    package func takePushFlags() -> (needsPush: Bool, hasSeek: Bool, hasEvent: Bool) {
        guard needsPush else { return (false, false, false) }
        defer { (needsPush, hasSeek, hasEvent) = (false, false, false) }
        return (true, hasSeek, hasEvent)
    }

    package func noteSeek() { hasSeek = true }

    /// Records that there is something to send, if a remote is configured and the committed batch
    /// contained changes for it or events of this device.
    func didCommit() {
        let (syncs, appended) = (log.options.settings.syncs, log.batch.events.own > 0)
        if log.batch.needsPush || appended { needsPush = syncs }
        if appended { hasEvent = syncs }
    }

    // MARK: The queue

    private func dequeue(_ place: SyncItems.Place) throws(StoreError) {
        let statistics = try log.syncStatistics()
        try log.tables.open()
        guard try log.tables.sync.items.dequeue(place.kind, place.number) else { return }
        log.batch.sync = statistics
        log.batch.sync?.queued -= 1
    }

    /// The maximum number of unneeded entries of the queue that one call skips.
    ///
    /// Skipping all of them at once, for example a hundred thousand points that expired offline,
    /// would delay all callers.
    private static let maximumSkipped = 256

    package func pendingItems(limit: Int, now: Timestamp) throws(StoreError) -> PendingItems {
        var pending = PendingItems()
        var last: SyncItems.Place?
        var skipped = 0
        while pending.items.count < limit {
            let places = try log.tables.sync.items.queued(after: last, limit: 256)
            guard let newest = places.last else { break }
            last = newest
            for place in places where pending.items.count < limit {
                if let item = try self.pending(place, now: now) {
                    pending.items.append(item)
                } else {
                    try dequeue(place)
                    skipped += 1
                }
                pending.isCutShort = skipped >= Self.maximumSkipped
                if pending.isCutShort { return pending }
            }
        }
        return pending
    }

    private func pending(
        _ place: SyncItems.Place,
        now: Timestamp
    ) throws(StoreError) -> StoredItem? {
        guard let item = try item(at: place), item.isPending,
            try !log.tables.sync.outbox.holds(item.key, item.rowKey)
        else { return nil }
        if case .point(let point) = item.value, point.expiresAt <= now { return nil }
        return item
    }

    private func item(at place: SyncItems.Place) throws(StoreError) -> StoredItem? {
        switch place.kind {
        case .row:
            guard let row = try log.tables.sync.items.row(place.number) else { return nil }
            return try item(row.key)
        case .item:
            guard let state = try log.storedState(ItemID(place.number)) else { return nil }
            // The row that records the interruption queues the item again, and the item should be
            // sent only once.
            if log.isInterrupted(state) { return nil }
            let name = state.record.point.item
            // The name may belong to another item since the entry was queued.
            if let own = try ownState(of: name) {
                if own.id != state.id { return nil }
            } else {
                try bind(name, to: state)
            }
            let item = try item(SyncKey(kind: .point, name: name))
            return item?.rowKey == state.key ? item : nil
        }
    }

    /// Records the last state of an item whose name now refers to another item, or to none.
    package func bind(_ name: String, to state: ItemState) throws(StoreError) {
        guard log.options.settings.syncs else { return }
        let items = log.tables.sync.items
        let row = try items.row(SyncKey(kind: .point, name: name))
        if let known = row?.id {
            if known == state.id { return }
            if let other = try log.state(known), other.key > state.key { return }
        }
        try log.tables.open()
        let number = try items.number(of: SyncKey(kind: .point, name: name))
        try items.set(id: state.id, of: number)
    }

    // MARK: Seeding

    private static let seedSlice = 1_000

    /// Queues the next slice of items for a remote that may lack them; returns true if there are
    /// more items.
    package func seed() throws(StoreError) -> Bool {
        guard log.options.settings.syncs, let seed = try log.syncStatistics().seed else {
            return false
        }
        try log.tables.open()
        if seed == 1 { try seedBeginning() }
        let select = try log.prepare(
            "SELECT id FROM head WHERE id >= ?1 AND state <> 2 ORDER BY id LIMIT ?2",
            seed,
            Self.seedSlice
        )
        let ids = try select.integers()
        for id in ids { try log.enqueue(.item, id) }
        let isWhole = ids.count < Self.seedSlice
        try log.updateSync { $0.seed = isWhole ? nil : (ids.last ?? seed) + 1 }
        try log.tables.sync.write(try log.syncStatistics())
        return !isWhole
    }

    /// Queues the items in the memtable, and the rows that have no item state, before the first
    /// slice.
    private func seedBeginning() throws(StoreError) {
        var ids: [Int] = []
        log.memtable.forEachState { ids.append($0.id.rawValue) }
        for id in ids { try log.enqueue(.item, id) }
        let select = try log.prepare("SELECT number FROM sync_item WHERE key IS NOT NULL")
        let numbers = try select.integers()
        for number in numbers { try log.enqueue(.row, number) }
    }

    /// Records that the queue is incomplete, because changes are not queued without a remote.
    ///
    /// All items are queued again for the next remote.
    package func leave() throws(StoreError) {
        guard !log.options.settings.syncs else { return }
        let read = try log.prepare("SELECT 1 FROM sync_state WHERE seed IS NOT 1")
        guard try read.hasRow() else { return }
        try log.tables.open()
        try log.updateSync { $0.seed = 1 }
        try log.tables.sync.write(try log.syncStatistics())
    }
}
