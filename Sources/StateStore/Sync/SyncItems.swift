// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

struct SyncItemRow: Equatable {
    var number: Int
    var key: SyncKey
    /// The number of the item in the table `head`, if it is there.
    var id: ItemID?
    /// The order key, if there is no item state that contains it.
    var rowKey: OrderKey?
    var target: String?
    /// The ``SyncStatistics/epoch`` in which `acknowledged` is valid.
    var epoch: Int
    /// The order key of the row that the remote has acknowledged.
    var acknowledged: OrderKey?
    var mark: SyncMark?

    /// Returns true if nothing about the item is kept, because the remote and all devices have its
    /// tombstone.
    func isForgotten(at key: OrderKey) -> Bool { mark == nil && acknowledged == key }
}

struct SyncItems {
    enum QueueKind: Int {
        /// The number of an item.
        case item = 1
        /// The number of a row of `sync_item`.
        case row = 2
    }

    let file: StoreFile

    private static let select =
        "SELECT number, kind, name, id, key, target, epoch, told, mark FROM sync_item WHERE "

    // MARK: Rows

    func row(_ key: SyncKey) throws(StoreError) -> SyncItemRow? {
        try file.kept(
            Self.select + "kind = ?1 AND name = ?2",
            Int(key.kind.rawValue),
            key.name.text
        ).first(Self.row)
    }

    func row(_ number: Int) throws(StoreError) -> SyncItemRow? {
        try file.kept(Self.select + "number = ?1", number).first(Self.row)
    }

    func aliases(of target: String) throws(StoreError) -> [SyncItemRow] {
        try file.kept(Self.select + "target = ?1 ORDER BY name", target).all(Self.row)
    }

    func tombstones(acknowledgedBy round: Int, limit: Int) throws(StoreError) -> [SyncItemRow] {
        try file.kept(Self.select + "round > 0 AND round <= ?1 LIMIT ?2", round, limit)
            .all(Self.row)
    }

    private static func row(of statement: Statement) throws(StoreError) -> SyncItemRow {
        let mark =
            statement.isNull(8)
            ? nil : try statement.sealed(8, of: "sync_item") { SyncMark(bytes: $0) }
        let number = statement.int(0)
        guard let kind = SyncKey.Kind(rawValue: UInt8(truncatingIfNeeded: statement.int(1))),
            Statement.isCount(number)
        else {
            throw StoreError(.corrupt, "a row of the table sync_item cannot be read")
        }
        return SyncItemRow(
            number: number,
            key: SyncKey(kind: kind, name: statement.text(2)),
            id: statement.optionalInt(3),
            rowKey: statement.optionalKey(4),
            target: statement.isNull(5) ? nil : statement.text(5),
            epoch: statement.int(6),
            acknowledged: statement.optionalKey(7),
            mark: mark
        )
    }

    /// Returns the number of the row with the given key, and creates the row if necessary.
    func number(of key: SyncKey) throws(StoreError) -> Int {
        if let known = try row(key) { return known.number }
        try file.run(
            "INSERT INTO sync_item (kind, name) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            Int(key.kind.rawValue),
            key.name.text
        )
        guard let made = try row(key) else {
            throw StoreError(.other, "cannot create the sync row of an item")
        }
        return made.number
    }

    /// Writes the mark of a row, and erases an acknowledgement from another epoch.
    func set(
        _ mark: SyncMark,
        round: Int,
        epoch: Int,
        id: ItemID?,
        of number: Int
    ) throws(StoreError) {
        try file.run(
            "UPDATE sync_item SET mark = ?2, round = ?3, id = coalesce(?4, id), "
                + "told = CASE epoch WHEN ?5 THEN told END, epoch = ?5 WHERE number = ?1",
            number,
            Sealed(mark.bytes),
            round,
            id,
            epoch
        )
    }

    func set(acknowledged: OrderKey?, epoch: Int, id: ItemID?, of number: Int) throws(StoreError) {
        try file.run(
            "UPDATE sync_item SET told = ?2, epoch = ?3, id = coalesce(?4, id) WHERE number = ?1",
            number,
            acknowledged,
            epoch,
            id
        )
    }

    /// Sets the order key for a row without an item state, and the target of an alias; removes the
    /// shadow.
    func set(rowKey: OrderKey?, target: String?, of number: Int) throws(StoreError) {
        try file.run(
            "UPDATE sync_item SET key = ?2, target = ?3, shadow = NULL WHERE number = ?1",
            number,
            rowKey,
            target
        )
    }

    /// Returns the point that a name would have if it were not an alias.
    ///
    /// The device in the record is its number in this store.
    func shadow(of number: Int) throws(StoreError) -> ItemRecord? {
        let read = try file.kept(
            "SELECT shadow FROM sync_item WHERE number = ?1 AND shadow IS NOT NULL",
            number
        )
        return try read.first { row throws(StoreError) in
            try row.sealed(0, of: "sync_item") { bytes -> ItemRecord? in
                guard case .item(let record)? = RecordCodec.decode(bytes, kind: .saved) else {
                    return nil
                }
                return record
            }
        }
    }

    func set(shadow record: ItemRecord?, of number: Int) throws(StoreError) {
        let bytes = record.map { Sealed(RecordCodec.encode(.item($0))) }
        try file.run("UPDATE sync_item SET shadow = ?2 WHERE number = ?1", number, bytes)
    }

    func set(id: ItemID, of number: Int) throws(StoreError) {
        try file.run("UPDATE sync_item SET id = ?2 WHERE number = ?1", number, id)
    }

    func forget(_ number: Int) throws(StoreError) {
        try file.run("UPDATE sync_item SET mark = NULL, round = 0 WHERE number = ?1", number)
    }

    func drop(_ number: Int) throws(StoreError) {
        try file.run("DELETE FROM sync_item WHERE number = ?1", number)
    }

    // MARK: The queue

    func enqueue(_ kind: QueueKind, _ number: Int) throws(StoreError) -> Bool {
        // Avoids RETURNING, for which SQLite builds a temporary table at each call.
        try file.run(
            "INSERT INTO sync_queue (kind, number) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            kind.rawValue,
            number
        ) > 0
    }

    func dequeue(_ kind: QueueKind, _ number: Int) throws(StoreError) -> Bool {
        try file.run(
            "DELETE FROM sync_queue WHERE kind = ?1 AND number = ?2",
            kind.rawValue,
            number
        ) > 0
    }

    struct Place: Hashable {
        var kind: QueueKind
        var number: Int
    }

    func queued(after last: Place?, limit: Int) throws(StoreError) -> [Place] {
        let next = try file.kept(
            "SELECT kind, number FROM sync_queue WHERE (kind, number) > (?1, ?2) "
                + "ORDER BY kind, number LIMIT ?3",
            last?.kind.rawValue ?? 0,
            last?.number ?? 0,
            limit
        )
        return try next.all { row in
            QueueKind(rawValue: row.int(0)).map { Place(kind: $0, number: row.int(1)) }
        }.compactMap(\.self)
    }

    func queueLength() throws(StoreError) -> Int {
        try file.kept("SELECT count(*) FROM sync_queue").integer() ?? 0
    }
}
