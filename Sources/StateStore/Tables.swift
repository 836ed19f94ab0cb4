internal import StateModel

/// The store's statements, prepared once, over one open file.
///
/// Reading a row that SQLite finds but that cannot be understood is a damaged store.
final class Tables {
    let file: StoreFile
    let folding: FoldStatements
    let sweeping: SweepTable
    let events: EventTable
    private var madeSync: SyncTables?
    let frames: FrameCounter
    /// Whether a transaction was opened that nobody here has ended.
    private(set) var hasBegun = false
    /// The body of the row that was appended last.
    private var body = ByteWriter()
    private let begin: Statement
    private let commitStatement: Statement
    private let insertChange: Statement
    private let changeBySequence: Statement
    private let headByID: Statement
    private let headByName: Statement
    private let timeBySequence: Statement
    private let playingAfter: Statement

    init(_ file: StoreFile) throws(StoreError) {
        self.file = file
        folding = try FoldStatements(file)
        sweeping = try SweepTable(file)
        events = try EventTable(file)
        frames = FrameCounter(file.handle, of: file)
        let handle = file.handle
        begin = try Statement("BEGIN IMMEDIATE", on: handle)
        commitStatement = try Statement("COMMIT", on: handle)
        insertChange = try Statement(
            "INSERT INTO change (sequence, id, kind, offset, time, key, body) "
                + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            on: handle
        )
        changeBySequence = try Statement(
            "SELECT sequence, id, kind, offset, time, key, body FROM change WHERE sequence = ?1",
            on: handle
        )
        headByID = try Statement(
            "SELECT " + Self.headColumns + " FROM head "
                + "LEFT JOIN change ON change.sequence = head.sequence WHERE head.id = ?1",
            on: handle
        )
        headByName = try Statement(
            "SELECT " + Self.headColumns + ", name.id FROM name "
                + "LEFT JOIN head ON head.id = name.id "
                + "LEFT JOIN change ON change.sequence = head.sequence WHERE name = ?1",
            on: handle
        )
        timeBySequence = try Statement("SELECT time FROM change WHERE sequence = ?1", on: handle)
        playingAfter = try Statement(
            "SELECT id FROM head WHERE playing = 1 AND id > ?1 ORDER BY id LIMIT ?2",
            on: handle
        )
    }

    /// The tables of sync; their statements are prepared when they are first asked for.
    func sync() throws(StoreError) -> SyncTables {
        if let madeSync { return madeSync }
        let made = try SyncTables(file)
        madeSync = made
        return made
    }

    /// Whether a transaction is open.
    var isOpen: Bool { RawSQLite.isInTransaction(file.handle) }

    /// Opens a transaction, if none is open.
    func open() throws(StoreError) {
        if isOpen { return }
        try checkNotLost()
        try begin.run()
        hasBegun = true
    }

    /// Ends the transaction with everything in it on stable storage, as far as `synchronous` says.
    func commit() throws(StoreError) {
        if !isOpen { try checkNotLost() }
        try commitStatement.run()
        hasBegun = false
    }

    /// SQLite ends a transaction by itself on some failures: what was in it is gone then, and
    /// nothing may be written as if it were there.
    private func checkNotLost() throws(StoreError) {
        if hasBegun {
            throw StoreError(.inputOutput, "\(file.path): a failed write took its batch with it")
        }
    }

    /// Ends the transaction as if it had never begun.
    func rollBack() {
        hasBegun = false
        // Many failures have rolled back already; there is nobody to tell of a failure here.
        if isOpen {
            try? RawSQLite.execute("ROLLBACK", on: file.handle)
        }
    }

    /// Undoes what came after a savepoint; where that fails, the whole transaction is lost.
    func rollBackToSavepoint(_ name: String) {
        do throws(StoreError) {
            try RawSQLite.execute("ROLLBACK TO \(name); RELEASE \(name)", on: file.handle)
        } catch {
            rollBack()
            // The next commit has to say so.
            hasBegun = true
        }
    }

    /// Appends a row to the log.
    func append(_ row: LogRow) throws(StoreError) {
        bind(row.sequence, row.id, row.kind, offset: row.offset, row.time, row.key)
        RecordCodec.encode(row.body, into: &body)
        try insertBody()
    }

    /// Appends a row about an item: the one that makes this state of it.
    func append(_ row: Head) throws(StoreError) {
        bind(row.sequence, row.id, row.kind, offset: row.offset, row.time, row.key)
        RecordCodec.encode(row.record, into: &body)
        try insertBody()
    }

    /// Sets out on a row: everything but its body.
    private func bind(
        _ sequence: Int,
        _ id: Int,
        _ kind: RowKind,
        offset: Int,
        _ time: Int,
        _ key: OrderKey
    ) {
        insertChange.bind(1, sequence)
        insertChange.bind(2, id)
        insertChange.bind(3, Int(kind.rawValue))
        insertChange.bind(4, offset)
        insertChange.bind(5, time)
        insertChange.bind(6, key.value)
        body.clear()
    }

    private func insertBody() throws(StoreError) {
        try insertChange.binding(7, body.bytes) { () throws(StoreError) in
            try insertChange.run()
        }
    }

    /// The row of that number, if the log still holds it.
    func row(_ sequence: Int) throws(StoreError) -> LogRow? {
        changeBySequence.bind(1, sequence)
        defer { changeBySequence.reset() }
        guard try changeBySequence.step() else { return nil }
        return try Self.row(of: changeBySequence)
    }

    /// When the row of that number was written, if the log still holds it.
    func time(of sequence: Int) throws(StoreError) -> Int? {
        timeBySequence.bind(1, sequence)
        defer { timeBySequence.reset() }
        return try timeBySequence.step() ? timeBySequence.int(0) : nil
    }

    /// The columns of a row of the log, and what its item's head says beside it.
    private static let headColumns =
        "change.sequence, change.id, kind, offset, time, key, body, aside, head.ordinal, due, "
        + "head.sequence, head.id"

    /// The head under a statement that selects these columns; nil: it found none.
    private func head(of statement: Statement) throws(StoreError) -> Head? {
        guard let sequence = statement.optionalInt(10) else { return nil }
        let id = statement.int(11)
        guard !statement.isNull(0), statement.int(1) == id else { throw lost(sequence, of: id) }
        let head = Head(
            try Self.row(of: statement),
            aside: statement.optionalInt(7),
            ordinal: statement.int(8),
            due: statement.optionalInt(9)
        )
        guard let head else { throw lost(sequence, of: id) }
        return head
    }

    private func lost(_ sequence: Int, of id: Int) -> StoreError {
        StoreError(.corrupt, "\(file.path): the log lost row \(sequence) of item \(id)")
    }

    /// The number of the item of that name and its head, as of the last fold.
    func head(named name: String) throws(StoreError) -> (id: Int, head: Head?)? {
        try headByName.binding(1, name) { () throws(StoreError) in
            guard try headByName.step() else { return nil }
            return (headByName.int(12), try head(of: headByName))
        }
    }

    /// The head of the item of that number, as of the last fold.
    func head(_ id: Int) throws(StoreError) -> Head? {
        headByID.bind(1, id)
        defer { headByID.reset() }
        guard try headByID.step() else { return nil }
        return try head(of: headByID)
    }

    /// The items after that one whose points said `playing` as of the last fold, by rising number.
    func playing(after id: Int, limit: Int) throws(StoreError) -> [Int] {
        playingAfter.bind(1, id)
        playingAfter.bind(2, limit)
        defer { playingAfter.reset() }
        var ids: [Int] = []
        while try playingAfter.step() { ids.append(playingAfter.int(0)) }
        return ids
    }

    /// The row under a statement that selects all columns of `change` in their order.
    static func row(of statement: Statement) throws(StoreError) -> LogRow {
        guard let kind = RowKind(rawValue: UInt8(truncatingIfNeeded: statement.int(2))),
            let body = statement.withBytes(6, { RecordCodec.decode($0, kind: kind) })
        else {
            throw StoreError(.corrupt, "row \(statement.int(0)) of the log cannot be read")
        }
        return LogRow(
            sequence: statement.int(0),
            offset: statement.int(3),
            kind: kind,
            id: statement.int(1),
            time: statement.int(4),
            key: OrderKey(value: statement.int(5)),
            body: body
        )
    }
}
