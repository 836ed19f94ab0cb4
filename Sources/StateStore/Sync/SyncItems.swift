// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

/// A row of `sync_item`.
struct SyncItemRow: Equatable {
    /// The row's number.
    var number: Int
    /// The item or alias that the row is about.
    var key: SyncKey
    /// The number of the item whose state the row is about.
    var id: ItemID?
    /// The key of the newest row, if no state has it.
    var rowKey: OrderKey?
    /// The item that an alias refers to.
    var target: String?
    /// The epoch of the acknowledgement in `acknowledged`.
    var epoch: Int
    /// The key of the row that the remote has acknowledged.
    var acknowledged: OrderKey?
    /// The mark that ties the item to the versions that other devices know.
    var mark: SyncMark?

    /// Returns true if the row says that the item was forgotten.
    ///
    /// In that case the remote and all devices have its tombstone.
    func isForgotten(at key: OrderKey) -> Bool { mark == nil && acknowledged == key }
}

/// The prepared statements of `sync_item` and of the queue.
final class SyncItems {
    /// The kind of number in a row of the queue.
    enum QueueKind: Int {
        /// The number of an item.
        case item = 1
        /// The number of a row of `sync_item`.
        case row = 2
    }

    private let byKey: Statement
    private let byNumber: Statement
    private let ofTarget: Statement
    private let insert: Statement
    private let updateMark: Statement
    private let updateAcknowledged: Statement
    private let updateRow: Statement
    private let readShadow: Statement
    private let updateShadow: Statement
    private let updateID: Statement
    private let forget: Statement
    private let drop: Statement
    private let acknowledgedBefore: Statement
    private let enqueue: Statement
    private let dequeue: Statement
    private let nextQueued: Statement
    private let countQueued: Statement

    /// Prepares the statements.
    init(_ file: StoreFile) throws(StoreError) {
        let columns =
            "SELECT number, kind, name, id, key, target, epoch, told, mark FROM sync_item "
        byKey = try file.prepare(columns + "WHERE kind = ?1 AND name = ?2")
        byNumber = try file.prepare(columns + "WHERE number = ?1")
        ofTarget = try file.prepare(columns + "WHERE target = ?1 ORDER BY name")
        acknowledgedBefore = try file.prepare(columns + "WHERE round > 0 AND round <= ?1 LIMIT ?2")
        insert = try file.prepare(
            "INSERT INTO sync_item (kind, name) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
        )
        updateMark = try file.prepare(
            "UPDATE sync_item SET mark = ?2, round = ?3, id = coalesce(?4, id), "
                + "told = CASE epoch WHEN ?5 THEN told END, epoch = ?5 WHERE number = ?1"
        )
        updateAcknowledged = try file.prepare(
            "UPDATE sync_item SET told = ?2, epoch = ?3, id = coalesce(?4, id) WHERE number = ?1"
        )
        updateRow = try file.prepare(
            "UPDATE sync_item SET key = ?2, target = ?3, shadow = NULL WHERE number = ?1"
        )
        readShadow = try file.prepare("SELECT shadow FROM sync_item WHERE number = ?1")
        updateShadow = try file.prepare("UPDATE sync_item SET shadow = ?2 WHERE number = ?1")
        updateID = try file.prepare("UPDATE sync_item SET id = ?2 WHERE number = ?1")
        forget = try file.prepare("UPDATE sync_item SET mark = NULL, round = 0 WHERE number = ?1")
        drop = try file.prepare("DELETE FROM sync_item WHERE number = ?1")
        enqueue = try file.prepare(
            "INSERT INTO sync_queue (kind, number) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
        )
        dequeue = try file.prepare("DELETE FROM sync_queue WHERE kind = ?1 AND number = ?2")
        nextQueued = try file.prepare(
            "SELECT kind, number FROM sync_queue WHERE (kind, number) > (?1, ?2) "
                + "ORDER BY kind, number LIMIT ?3"
        )
        countQueued = try file.prepare("SELECT count(*) FROM sync_queue")
    }

    // MARK: Rows

    /// Returns the row with that key, if there is one.
    func row(_ key: SyncKey) throws(StoreError) -> SyncItemRow? {
        byKey.bind(1, Int(key.kind.rawValue))
        byKey.bind(2, key.name.text)
        return try first(of: byKey)
    }

    /// Returns the row with that number, if there is one.
    func row(_ number: Int) throws(StoreError) -> SyncItemRow? {
        byNumber.bind(1, number)
        return try first(of: byNumber)
    }

    /// Returns the aliases of an item according to their own records.
    func aliases(of target: String) throws(StoreError) -> [SyncItemRow] {
        ofTarget.bind(1, target)
        return try all(of: ofTarget)
    }

    /// Returns tombstones that were acknowledged in that round or before.
    func tombstones(acknowledgedBy round: Int, limit: Int) throws(StoreError) -> [SyncItemRow] {
        acknowledgedBefore.bind(all: round, limit)
        return try all(of: acknowledgedBefore)
    }

    private func first(of statement: Statement) throws(StoreError) -> SyncItemRow? {
        defer { statement.reset() }
        return try statement.step() ? row(of: statement) : nil
    }

    private func all(of statement: Statement) throws(StoreError) -> [SyncItemRow] {
        defer { statement.reset() }
        var rows: [SyncItemRow] = []
        while try statement.step() {
            rows.append(try row(of: statement))
        }
        return rows
    }

    private func row(of statement: Statement) throws(StoreError) -> SyncItemRow {
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

    /// Returns the number of the row with that key, and creates the row if necessary.
    func number(of key: SyncKey) throws(StoreError) -> Int {
        if let known = try row(key) { return known.number }
        insert.bind(all: Int(key.kind.rawValue), key.name.text)
        try insert.run()
        guard let made = try row(key) else {
            throw StoreError(.other, "sync could not take note of an item")
        }
        return made.number
    }

    /// Writes a mark; an acknowledgement from another epoch becomes invalid.
    func set(
        _ mark: SyncMark,
        round: Int,
        epoch: Int,
        id: ItemID?,
        of number: Int
    ) throws(StoreError) {
        updateMark.bind(1, number)
        updateMark.bindSealed(2, mark.bytes)
        updateMark.bind(3, round)
        updateMark.bind(4, id)
        updateMark.bind(5, epoch)
        try updateMark.run()
    }

    /// Records the key of the row that the remote has acknowledged; `nil` if it has none.
    func set(acknowledged: OrderKey?, epoch: Int, id: ItemID?, of number: Int) throws(StoreError) {
        updateAcknowledged.bind(all: number, acknowledged?.value, epoch, id)
        try updateAcknowledged.run()
    }

    /// Sets the key and target of the newest row, if no state has it.
    func set(rowKey: OrderKey?, target: String?, of number: Int) throws(StoreError) {
        updateRow.bind(all: number, rowKey?.value, target)
        try updateRow.run()
    }

    /// Returns the point that a name would have if it did not refer to another item.
    ///
    /// The record contains the device's number.
    func shadow(of number: Int) throws(StoreError) -> ItemRecord? {
        readShadow.bind(1, number)
        defer { readShadow.reset() }
        guard try readShadow.step(), !readShadow.isNull(0) else { return nil }
        return try readShadow.sealed(0, of: "sync_item") { bytes -> ItemRecord? in
            guard case .item(let record)? = RecordCodec.decode(bytes, kind: .saved) else {
                return nil
            }
            return record
        }
    }

    /// Sets or removes the point that a name would have if it did not refer to another item.
    func set(shadow record: ItemRecord?, of number: Int) throws(StoreError) {
        updateShadow.bind(1, number)
        if let record {
            updateShadow.bindSealed(2, RecordCodec.encode(.item(record)))
        } else {
            updateShadow.bind(2, nil as Int?)
        }
        try updateShadow.run()
    }

    /// Sets the number of the item whose state a row is about.
    func set(id: ItemID, of number: Int) throws(StoreError) {
        updateID.bind(all: number, id)
        try updateID.run()
    }

    /// Removes the mark of a row.
    func forget(_ number: Int) throws(StoreError) {
        forget.bind(1, number)
        try forget.run()
    }

    /// Removes a row.
    func drop(_ number: Int) throws(StoreError) {
        drop.bind(1, number)
        try drop.run()
    }

    // MARK: The queue

    /// Adds a number to the queue, and returns true if it was not there.
    func enqueue(_ kind: QueueKind, _ number: Int) throws(StoreError) -> Bool {
        // Not by RETURNING, for which SQLite makes a table of its own each time.
        enqueue.bind(1, kind.rawValue)
        enqueue.bind(2, number)
        try enqueue.run()
        return enqueue.changes > 0
    }

    /// Removes a number from the queue, and returns true if it was there.
    func dequeue(_ kind: QueueKind, _ number: Int) throws(StoreError) -> Bool {
        dequeue.bind(all: kind.rawValue, number)
        try dequeue.run()
        return dequeue.changes > 0
    }

    /// An entry of the queue.
    struct Place: Hashable {
        /// The kind of number.
        var kind: QueueKind
        /// The number.
        var number: Int
    }

    /// Returns the next entries after `last`.
    func queued(after last: Place?, limit: Int) throws(StoreError) -> [Place] {
        nextQueued.bind(all: last?.kind.rawValue ?? 0, last?.number ?? 0, limit)
        defer { nextQueued.reset() }
        var places: [Place] = []
        while try nextQueued.step() {
            guard let kind = QueueKind(rawValue: nextQueued.int(0)) else { continue }
            places.append(Place(kind: kind, number: nextQueued.int(1)))
        }
        return places
    }

    /// Returns the number of entries in the queue.
    func queueLength() throws(StoreError) -> Int {
        try countQueued.integer() ?? 0
    }
}
