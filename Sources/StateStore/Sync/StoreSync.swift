package import StateModel

// The part of the store that sync uses: changes the remote lacks, and those it has acknowledged.
extension Store {
    /// This device in its present incarnation.
    package var origin: Origin { batch.origin ?? statistics.origin }

    /// All devices that rows name, including uncommitted ones.
    package var devices: DeviceRegistry { batch.devices ?? statistics.devices }

    /// Returns the statistics of sync, including uncommitted changes.
    func syncStatistics() throws(StoreError) -> SyncStatistics {
        if let known = batch.sync ?? statistics.sync { return known }
        let read = try tables.sync().statistics()
        statistics.sync = read
        return read
    }

    /// Changes the statistics of sync, which are written with the batch.
    func updateSync(
        _ change: (inout SyncStatistics) -> Void
    ) throws(StoreError) {
        var statistics = try syncStatistics()
        change(&statistics)
        batch.sync = statistics
    }

    /// Returns sync's memory of the remote.
    package func syncMemory() throws(StoreError) -> SyncMemory { try syncStatistics().memory }

    /// Returns the total number of entries that the remote has accepted.
    package func syncedCount() throws(StoreError) -> Int { try syncStatistics().synced }

    /// Returns the number by which rows name a device.
    ///
    /// - Parameters:
    ///   - text: the text that identifies the device.
    ///   - label: the device's present name for people.
    /// - Returns: the device's number; the device is registered from now on.
    /// - Throws: ``StoreError`` if it cannot be written.
    package func number(ofDevice text: String, label: String) throws(StoreError) -> Int {
        var registry = devices
        let known = registry.number(of: text)
        if let known, registry.label(of: known) == label { return known }
        let number = known ?? registry.next
        try tables.open()
        let write = try Statement(
            "INSERT INTO device (number, origin, label) VALUES (?1, ?2, ?3) "
                + "ON CONFLICT (number) DO UPDATE SET label = excluded.label",
            on: tables.file.handle
        )
        write.bind(1, number)
        write.bind(2, text)
        write.bind(3, label)
        try write.run()
        registry.set(DeviceRegistry.Entry(text: text, label: label), as: number)
        batch.devices = registry
        return number
    }

    // MARK: Items

    /// Returns the item, alias or tombstone of a key as sync sees it; `nil` if there is none.
    package func syncItem(_ key: SyncKey) throws(StoreError) -> StoredItem? {
        let row = try tables.sync().items.row(key)
        switch key.kind {
        case .alias:
            guard let row, let rowKey = row.rowKey else { return nil }
            let value = row.target.map { StoredItem.Value.alias(of: $0) } ?? .tombstone
            return try item(key, value, rowKey, row)
        case .point:
            var head = try ownHead(of: key.name.text)
            if head == nil, let id = row?.id { head = try self.head(id) }
            return try point(key, head, row)
        }
    }

    /// Returns the time at which an otherwise unknown item was removed; `nil` if it was not.
    package func tombstoneTime(of name: String) throws(StoreError) -> Int? {
        guard options.syncs else { return nil }
        let row = try tables.sync().items.row(SyncKey(kind: .point, name: name))
        guard let row, row.target == nil else { return nil }
        return row.rowKey?.time
    }

    /// Returns the newest state of the item whose own name this is.
    package func ownHead(of name: String) throws(StoreError) -> ItemState? {
        guard let head = try head(named: name),
            ExactString(head.record.point.item) == ExactString(name)
        else { return nil }
        return head
    }

    /// Returns an item's point or tombstone: that of the head, unless a newer one has no head.
    private func point(
        _ key: SyncKey,
        _ head: ItemState?,
        _ row: SyncItemRow?
    ) throws(StoreError) -> StoredItem? {
        if let rowKey = row?.rowKey, head.map({ $0.key < rowKey }) ?? true {
            return try item(key, .tombstone, rowKey, row)
        }
        guard let head, !head.kind.isHistoryOnly else { return nil }
        if head.kind == .cleared {
            if row?.isForgotten(at: head.key) == true { return nil }
            return try item(key, .tombstone, head.key, row)
        }
        let value = point(head.record, revision: head.revision)
        return try item(key, .point(value), head.key, row)
    }

    private func item(
        _ key: SyncKey,
        _ value: StoredItem.Value,
        _ rowKey: OrderKey,
        _ row: SyncItemRow?
    ) throws(StoreError) -> StoredItem {
        let epoch = try syncStatistics().epoch
        var mark = row?.mark
        // A tag from another remote, or from this one before it lost its past, means nothing now.
        if row?.epoch != epoch { mark?.tag = nil }
        return StoredItem(
            key: key,
            value: value,
            rowKey: rowKey,
            isPending: row?.epoch != epoch || row?.acknowledged != rowKey,
            mark: mark
        )
    }

    /// Returns the key of an item's next row.
    func key(
        of kind: RowKind,
        _ name: String,
        at time: Int,
        after head: ItemState?
    ) throws(StoreError) -> OrderKey {
        // Expiry is not a write: the expired value keeps its position among all devices' writes.
        if kind == .expired, let head { return head.key }
        var previous = head?.key
        if head == nil, options.syncs {
            let key = SyncKey(kind: .point, name: name)
            previous = try tables.sync().items.row(key)?.rowKey
        }
        return OrderKey(time: time, after: previous)
    }

    /// Returns true if changes for the remote were committed since the last call.
    package func takeSyncNews() -> Bool {
        defer { hasSyncNews = false }
        return hasSyncNews
    }

    // MARK: The queue

    /// Queues an item or a row that the remote may need.
    func enqueue(_ kind: SyncItems.QueueKind, _ number: Int) throws(StoreError) {
        let statistics = try syncStatistics()
        batch.isNews = true
        guard try tables.sync().items.enqueue(kind, number) else { return }
        batch.sync = statistics
        batch.sync?.queued += 1
    }

    private func dequeue(_ place: SyncItems.Place) throws(StoreError) {
        let statistics = try syncStatistics()
        try tables.open()
        guard try tables.sync().items.dequeue(place.kind, place.number) else { return }
        batch.sync = statistics
        batch.sync?.queued -= 1
    }

    /// Returns the items that the remote lacks, without expired ones and those in the outbox.
    package func pendingSyncItems(limit: Int, now: Int) throws(StoreError) -> [StoredItem] {
        var items: [StoredItem] = []
        var last: SyncItems.Place?
        while items.count < limit {
            let places = try tables.sync().items.queued(after: last, limit: 256)
            guard let newest = places.last else { break }
            last = newest
            for place in places where items.count < limit {
                if let item = try pending(place, now: now) {
                    items.append(item)
                } else {
                    try dequeue(place)
                }
            }
        }
        return items
    }

    private func pending(
        _ place: SyncItems.Place,
        now: Int
    ) throws(StoreError) -> StoredItem? {
        guard let item = try item(at: place), item.isPending,
            try !tables.sync().outbox.holds(item.key, item.rowKey)
        else { return nil }
        if case .point(let point) = item.value, point.expiresAt <= now { return nil }
        return item
    }

    private func item(at place: SyncItems.Place) throws(StoreError) -> StoredItem? {
        switch place.kind {
        case .row:
            guard let row = try tables.sync().items.row(place.number) else { return nil }
            return try syncItem(row.key)
        case .head:
            guard let head = try storedHead(place.number) else { return nil }
            // The item is queued again with the row that records the interruption; it must not be
            // sent twice.
            if isInterrupted(head) { return nil }
            let name = head.record.point.item
            // The name may have passed to another item since.
            if let own = try ownHead(of: name) {
                if own.id != head.id { return nil }
            } else {
                try bind(name, to: head)
            }
            let item = try syncItem(SyncKey(kind: .point, name: name))
            return item?.rowKey == head.key ? item : nil
        }
    }

    /// Records the last head of a name that now refers to another item, or to none.
    package func bind(_ name: String, to head: ItemState) throws(StoreError) {
        guard options.syncs else { return }
        let items = try tables.sync().items
        let row = try items.row(SyncKey(kind: .point, name: name))
        if let known = row?.id {
            if known == head.id { return }
            if let other = try self.head(known), other.key > head.key { return }
        }
        try tables.open()
        let number = try items.number(of: SyncKey(kind: .point, name: name))
        try items.set(id: head.id, of: number)
    }

    // MARK: Seeding

    /// The number of items that one slice examines.
    private static let seedSlice = 1_000

    /// Queues a slice of the items for a check against the remote, if all items must be checked.
    ///
    /// Returns true if there are more.
    package func seedSync() throws(StoreError) -> Bool {
        guard options.syncs, let seed = try syncStatistics().seed else { return false }
        try tables.open()
        if seed == 1 { try seedBeginning() }
        let select = try Statement(
            "SELECT id FROM head WHERE id >= ?1 AND state <> 2 ORDER BY id LIMIT ?2",
            on: tables.file.handle
        )
        select.bind(1, seed)
        select.bind(2, Self.seedSlice)
        var ids: [Int] = []
        while try select.step() { ids.append(select.int(0)) }
        for id in ids { try enqueue(.head, id) }
        let isWhole = ids.count < Self.seedSlice
        try updateSync { $0.seed = isWhole ? nil : (ids.last ?? seed) + 1 }
        try tables.sync().write(try syncStatistics())
        return !isWhole
    }

    /// Queues the items that are not in the table of heads, before all others.
    private func seedBeginning() throws(StoreError) {
        var ids: [Int] = []
        memtable.forEachHead { ids.append($0.id) }
        for id in ids { try enqueue(.head, id) }
        let select = try Statement(
            "SELECT number FROM sync_item WHERE key IS NOT NULL",
            on: tables.file.handle
        )
        var numbers: [Int] = []
        while try select.step() { numbers.append(select.int(0)) }
        for number in numbers { try enqueue(.row, number) }
    }

    /// Records that changes are not queued while there is no remote.
    ///
    /// With the next remote, all items are examined.
    package func leaveSync() throws(StoreError) {
        guard !options.syncs else { return }
        let read = try Statement(
            "SELECT 1 FROM sync_state WHERE seed IS NOT 1",
            on: tables.file.handle
        )
        guard try read.step() else { return }
        read.reset()
        try tables.open()
        try updateSync { $0.seed = 1 }
        try tables.sync().write(try syncStatistics())
    }
}
