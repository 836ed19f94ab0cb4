// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

/// The prepared statements of an open store file.
///
/// Reading a row with a wrong checksum throws an error of kind `corrupt`, after which the store is
/// replaced.
final class Tables {
    let file: StoreFile
    let flushing: FlushStatements
    let events: EventTable
    let sync: SyncTables
    let frames: FrameCounter
    /// True from ``open()`` to ``commit()`` or ``rollBack()``, even if SQLite has rolled back on
    /// its own.
    private(set) var hasBegun = false
    /// True if the last commit was not written to stable storage.
    private var isEndUnsynced = false
    private var body = RecordWriter()
    private let begin: Statement
    private let commitStatement: Statement
    private let insertChange: Statement
    private let changeBySequence: Statement
    private let stateByID: Statement
    private let stateByName: Statement

    init(_ file: StoreFile) throws(StoreError) {
        self.file = file
        flushing = try FlushStatements(file)
        events = EventTable(file: file)
        sync = SyncTables(file: file)
        frames = FrameCounter(file.handle, of: file)
        begin = try file.prepare("BEGIN IMMEDIATE")
        commitStatement = try file.prepare("COMMIT")
        insertChange = try file.prepare(
            "INSERT INTO change (sequence, id, kind, offset, time, key, checksum, body) "
                + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        )
        changeBySequence = try file.prepare(
            "SELECT \(Self.rowColumns) FROM change WHERE sequence = ?1"
        )
        stateByID = try file.prepare(Self.stateQuery + "head.id = ?1")
        stateByName = try file.prepare(
            "SELECT " + Self.stateColumns + ", name.id FROM name "
                + "LEFT JOIN head ON head.id = name.id "
                + "LEFT JOIN change ON change.sequence = head.sequence WHERE name = ?1"
        )
    }

    /// True while SQLite has an open transaction.
    var isOpen: Bool { RawSQLite.isInTransaction(file.handle) }

    func open() throws(StoreError) {
        if isOpen { return }
        try checkNotLost()
        try begin.run()
        hasBegun = true
    }

    /// Commits the transaction with the durability that SQLite's setting `synchronous` determines.
    func commit() throws(StoreError) {
        if !isOpen { try checkNotLost() }
        try commitStatement.run()
        hasBegun = false
        isEndUnsynced = false
    }

    /// Throws ``StoreError`` if SQLite has rolled back the transaction on its own.
    ///
    /// SQLite does so after some failures, and the transaction's writes are then lost.
    private func checkNotLost() throws(StoreError) {
        if hasBegun {
            throw StoreError(
                .inputOutput,
                "\(file.path): SQLite rolled back the whole batch after a failed write"
            )
        }
    }

    func rollBack() {
        hasBegun = false
        // Often SQLite has rolled back already. If not, no caller could handle the error.
        if isOpen {
            try? RawSQLite.execute("ROLLBACK", on: file.handle)
        }
    }

    /// Runs `body` in one read transaction.
    ///
    /// Separate transactions for each statement would take a fifth of the time of a list.
    func reading<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        guard !isOpen else { return try body() }
        try file.run("BEGIN")
        defer { _ = try? file.run("COMMIT") }
        return try body()
    }

    /// Runs a transaction that is not synced.
    ///
    /// If the transaction is lost, its work can be repeated. Of two such transactions in a row, the
    /// second is synced, so that a power cut loses at most two commits.
    func unsynced(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        let isSynced = isEndUnsynced
        try RawSQLite.execute(
            "PRAGMA synchronous = \(isSynced ? "FULL" : "NORMAL")",
            on: file.handle
        )
        do throws(StoreError) {
            try open()
            try body()
            try commit()
        } catch {
            rollBack()
            try RawSQLite.execute("PRAGMA synchronous = FULL", on: file.handle)
            throw error
        }
        isEndUnsynced = !isSynced
        try RawSQLite.execute("PRAGMA synchronous = FULL", on: file.handle)
    }

    /// Rolls back to a savepoint; if that fails, rolls back the whole transaction.
    func rollBackToSavepoint(_ name: String) {
        do throws(StoreError) {
            try RawSQLite.execute("ROLLBACK TO \(name); RELEASE \(name)", on: file.handle)
        } catch {
            rollBack()
            // The next commit must report the loss.
            hasBegun = true
        }
    }

    func insert(_ row: LogRow) throws(StoreError) {
        try insert(row.sequence, row.id, row.kind, offset: row.offset, row.time, row.key) {
            RecordCodec.encode(row.body, into: &$0)
        }
    }

    func insert(_ row: ItemState) throws(StoreError) {
        try insert(row.sequence, row.id, row.kind, offset: row.offset, row.time, row.key) {
            RecordCodec.encode(row.record, into: &$0)
        }
    }

    @inline(__always)
    private func insert(
        _ sequence: SequenceNumber,
        _ id: ItemID,
        _ kind: RowKind,
        offset: Int,
        _ time: Timestamp,
        _ key: OrderKey,
        encode: (inout RecordWriter) -> Void
    ) throws(StoreError) {
        body.clear()
        encode(&body)
        let checksum = body.bytes.withUnsafeBytes {
            RowChecksum.ofChange(
                sequence,
                id: id,
                kind: Int(kind.rawValue),
                offset: offset,
                time: time,
                key: key.value,
                $0
            )
        }
        insertChange.bind(1, sequence)
        insertChange.bind(2, id)
        insertChange.bind(3, Int(kind.rawValue))
        insertChange.bind(4, offset)
        insertChange.bind(5, time)
        insertChange.bind(6, key.value)
        insertChange.bind(7, checksum)
        try insertChange.binding(8, body.bytes) { () throws(StoreError) in
            try insertChange.run()
        }
    }

    func row(_ sequence: SequenceNumber) throws(StoreError) -> LogRow? {
        changeBySequence.bind(1, sequence)
        defer { changeBySequence.reset() }
        return try changeBySequence.step() ? Self.verifiedRow(of: changeBySequence) : nil
    }

    /// Returns the time at which a row was written; `nil` if it is not stored.
    ///
    /// The row is not verified. A token is compared with the time, so a damaged time only makes the
    /// token invalid.
    func time(of sequence: SequenceNumber) throws(StoreError) -> Timestamp? {
        try file.kept("SELECT time FROM change WHERE sequence = ?1", sequence).integer()
    }

    /// The columns of a row of the log, in the order that ``verifiedRow(of:)`` expects.
    static let rowColumns = "sequence, id, kind, offset, time, key, body, checksum"
    static let bodyColumn: Int32 = 6

    private static let stateColumns =
        "change.sequence, change.id, kind, offset, time, key, body, checksum, aside, head.ordinal, "
        + "due, head.sequence, head.id, head.at, head.expires, state, playing"
    static let stateKeyColumn: Int32 = 12
    static let stateQuery =
        "SELECT \(stateColumns) FROM head LEFT JOIN change ON change.sequence = head.sequence WHERE "

    /// Returns the item state in the result of ``stateQuery``; `nil` if there is none.
    ///
    /// The columns of `head` have no checksum, so they are compared with the row.
    static func state(of statement: Statement) throws(StoreError) -> ItemState? {
        guard !statement.isNull(11) else { return nil }
        let id: ItemID = statement.int(stateKeyColumn)
        if !statement.isNull(0), statement.int(1) == id,
            let state = ItemState(
                try verifiedRow(of: statement),
                historyOnly: statement.optionalInt(8),
                ordinal: statement.int(9),
                due: statement.optionalInt(10)
            ),
            state.record.point.at == (statement.int(13) as Timestamp).clamped,
            state.record.point.expiresAt == (statement.int(14) as Timestamp).clamped,
            statement.int(15) == state.column, statement.int(16) == (state.plays ? 1 : 0),
            state.historyOnly != nil || state.ordinal == state.record.ordinal
        {
            return state
        }
        throw StoreError(.corrupt, "the state of item \(id) does not match its newest row")
    }

    /// Returns the number and the state of the item with the given name, as of the last flush.
    func state(named name: ExactString) throws(StoreError) -> (id: ItemID, state: ItemState?)? {
        let name = name.text
        let found = try stateByName.binding(1, name) {
            () throws(StoreError) -> (ItemID, ItemState?)? in
            guard try stateByName.step() else { return nil }
            return (stateByName.int(17), try Self.state(of: stateByName))
        }
        guard let found else { return nil }
        if let state = found.1, !ExactString.same(state.record.point.item, name),
            try owner(ofAlias: name) != found.0
        {
            throw StoreError(
                .corrupt,
                "the name \(name) points to item \(found.0), which has a different name"
            )
        }
        return (found.0, found.1)
    }

    func owner(ofAlias name: String) throws(StoreError) -> ItemID? {
        try file.kept("SELECT id FROM alias WHERE name = ?1", name).integer()
    }

    func state(_ id: ItemID) throws(StoreError) -> ItemState? {
        stateByID.bind(1, id)
        defer { stateByID.reset() }
        return try stateByID.step() ? Self.state(of: stateByID) : nil
    }

    /// Returns items after `id` that were playing at the last flush, in ascending order.
    func playing(after id: ItemID, limit: Int) throws(StoreError) -> [ItemID] {
        let sql = "SELECT id FROM head WHERE playing = 1 AND id > ?1 ORDER BY id LIMIT ?2"
        return try file.kept(sql, id, limit).integers()
    }

    /// Returns the kind of the row of a statement that selects ``rowColumns``.
    ///
    /// - Throws: ``StoreError`` of kind `corrupt` if the row is damaged.
    static func verifiedKind(of statement: Statement) throws(StoreError) -> RowKind {
        let number = statement.int(2)
        let checksum = statement.withBytes(bodyColumn) {
            RowChecksum.ofChange(
                statement.int(0),
                id: statement.int(1),
                kind: number,
                offset: statement.int(3),
                time: statement.int(4),
                key: statement.key(5).value,
                $0
            )
        }
        guard checksum == statement.word(7), Statement.isCount(statement.int(0)),
            Statement.isCount(statement.int(1)),
            let kind = RowKind(rawValue: UInt8(truncatingIfNeeded: number))
        else { throw damage(of: statement) }
        return kind
    }

    private static func damage(of statement: Statement) -> StoreError {
        StoreError(.corrupt, "log row \(statement.int(0) as Int) is damaged")
    }

    /// Returns the row of a statement that selects ``rowColumns``.
    ///
    /// - Throws: ``StoreError`` of kind `corrupt` if the row is damaged.
    static func verifiedRow(of statement: Statement) throws(StoreError) -> LogRow {
        let kind = try verifiedKind(of: statement)
        let body = statement.withBytes(bodyColumn) { RecordCodec.decode(Array($0), kind: kind) }
        guard let body else { throw damage(of: statement) }
        return LogRow(
            sequence: statement.int(0),
            offset: statement.int(3),
            kind: kind,
            id: statement.int(1),
            time: statement.int(4),
            key: statement.key(5),
            body: body
        )
    }
}
