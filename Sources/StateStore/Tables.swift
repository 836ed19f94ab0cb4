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
    /// Damage that reads have met.
    let damage = DamageNotes()
    private let begin: Statement
    private let commitStatement: Statement
    private let insertChange: Statement
    private let changeBySequence: Statement
    private let changesOfItem: Statement
    private let bridge: Statement
    private let aliasOwner: Statement
    private let headByID: Statement
    private let headByName: Statement
    private let timeBySequence: Statement
    private let playingAfter: Statement

    init(_ file: StoreFile) throws(StoreError) {
        self.file = file
        folding = try FoldStatements(file)
        sweeping = try SweepTable(file, damage)
        events = try EventTable(file, damage)
        frames = FrameCounter(file.handle, of: file)
        let handle = file.handle
        begin = try Statement("BEGIN IMMEDIATE", on: handle)
        commitStatement = try Statement("COMMIT", on: handle)
        insertChange = try Statement(
            "INSERT INTO change (sequence, id, kind, offset, time, key, checksum, body) "
                + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            on: handle
        )
        changeBySequence = try Statement(
            "SELECT \(StoredRow.columns) FROM change WHERE sequence = ?1",
            on: handle
        )
        // No index: only who has met damage asks, and each Save would have to write one.
        changesOfItem = try Statement(
            "SELECT sequence FROM change WHERE id = ?1 AND sequence < ?2 ORDER BY sequence DESC",
            on: handle
        )
        bridge = try Statement(
            "SELECT next FROM damaged WHERE kind = \(DamagedKind.row.rawValue) AND sequence = ?1",
            on: handle
        )
        aliasOwner = try Statement("SELECT id FROM alias WHERE name = ?1", on: handle)
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
        let made = try SyncTables(file, damage)
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
        bindChecksum(row.sequence, row.id, row.kind, offset: row.offset, row.time, row.key)
        try insertBody()
    }

    /// Appends a row about an item: the one that makes this state of it.
    func append(_ row: Head) throws(StoreError) {
        bind(row.sequence, row.id, row.kind, offset: row.offset, row.time, row.key)
        RecordCodec.encode(row.record, into: &body)
        bindChecksum(row.sequence, row.id, row.kind, offset: row.offset, row.time, row.key)
        try insertBody()
    }

    /// Sets out on a row: everything but its body and its checksum.
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

    /// Binds the checksum of a row whose body was encoded.
    @inline(__always)
    private func bindChecksum(
        _ sequence: Int,
        _ id: Int,
        _ kind: RowKind,
        offset: Int,
        _ time: Int,
        _ key: OrderKey
    ) {
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
        insertChange.bind(7, checksum)
    }

    private func insertBody() throws(StoreError) {
        try insertChange.binding(8, body.bytes) { () throws(StoreError) in
            try insertChange.run()
        }
    }

    /// The row of that number, if the log still holds it and it verifies.
    func row(_ sequence: Int) throws(StoreError) -> LogRow? {
        changeBySequence.bind(1, sequence)
        defer { changeBySequence.reset() }
        guard try changeBySequence.step() else { return nil }
        return row(of: changeBySequence)
    }

    /// The row of that number as it is stored, sound or not.
    func storedRow(_ sequence: Int) throws(StoreError) -> StoredRow? {
        changeBySequence.bind(1, sequence)
        defer { changeBySequence.reset() }
        return try changeBySequence.step() ? StoredRow(changeBySequence) : nil
    }

    /// The row at which a history goes on where the row of that number was damaged.
    func row(after damaged: Int) throws(StoreError) -> Int? {
        bridge.bind(1, damaged)
        defer { bridge.reset() }
        return try bridge.step() ? bridge.optionalInt(0) : nil
    }

    /// The numbers of an item's rows before `sequence`, the newest first, until `body` says that it
    /// has enough; reads all of the log between.
    func forEachRow(
        of id: Int,
        before sequence: Int = .max,
        _ body: (Int) throws(StoreError) -> Bool
    ) throws(StoreError) {
        changesOfItem.bind(1, id)
        changesOfItem.bind(2, sequence)
        defer { changesOfItem.reset() }
        while try changesOfItem.step() {
            if try !body(changesOfItem.int(0)) { return }
        }
    }

    /// When the row of that number was written, if the log still holds it.
    ///
    /// It is not verified: a token is compared with it, and a damaged one fits none.
    func time(of sequence: Int) throws(StoreError) -> Int? {
        timeBySequence.bind(1, sequence)
        defer { timeBySequence.reset() }
        return try timeBySequence.step() ? timeBySequence.int(0) : nil
    }

    /// The columns of a row of the log, and what its item's head says beside it.
    private static let headColumns =
        "change.sequence, change.id, kind, offset, time, key, body, checksum, aside, head.ordinal, "
        + "due, head.sequence, head.id, head.at, head.expires"

    /// The head under a statement that selects these columns; `nil` if it found none.
    private func head(of statement: Statement) throws(StoreError) -> Head? {
        guard let sequence = statement.optionalInt(11) else { return nil }
        let id = statement.int(12)
        if !statement.isNull(0), statement.int(1) == id, let row = row(of: statement) {
            let head = Head(
                row,
                aside: statement.optionalInt(8),
                ordinal: statement.int(9),
                due: statement.optionalInt(10)
            )
            // What both say must be the same: else the number of the row may be the damaged part.
            if let head,
                head.record.point.at == RecordCodec.clamped(statement.int(13)),
                head.record.point.expiresAt == RecordCodec.clamped(statement.int(14))
            {
                return head
            }
        } else if statement.isNull(0) {
            damage.note(row: sequence)
        }
        return try standIn(for: id)
    }

    /// The number of the item of that name and its head, as of the last fold.
    func head(named name: String) throws(StoreError) -> (id: Int, head: Head?)? {
        let found = try headByName.binding(1, name) { () throws(StoreError) -> (Int, Head?)? in
            guard try headByName.step() else { return nil }
            return (headByName.int(15), try head(of: headByName))
        }
        guard let found else { return nil }
        if let head = found.1, !Verbatim.same(head.record.point.item, name),
            try owner(ofAlias: name) != found.0
        {
            damage.note(name: name)
            return nil
        }
        return (found.0, found.1)
    }

    /// The item that a further name stands for.
    func owner(ofAlias name: String) throws(StoreError) -> Int? {
        aliasOwner.bind(1, name)
        defer { aliasOwner.reset() }
        return try aliasOwner.step() ? aliasOwner.int(0) : nil
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

    /// The row under a statement that selects ``StoredRow/columns``; `nil` if it is damaged, which is
    /// noted.
    func row(of statement: Statement) -> LogRow? {
        let row = Self.verifiedRow(of: statement)
        if row == nil { damage.note(row: statement.int(0)) }
        return row
    }

    /// The same, without a note.
    static func verifiedRow(of statement: Statement) -> LogRow? {
        let (sequence, id, offset) = (statement.int(0), statement.int(1), statement.int(3))
        let (time, key, number) = (statement.int(4), statement.int(5), statement.int(2))
        let checksum = statement.optionalInt(7)
        guard number >= 0, let kind = RowKind(rawValue: UInt8(truncatingIfNeeded: number)) else {
            return nil
        }
        let body = statement.withBytes(6) { bytes -> LogRow.Body? in
            if let checksum {
                let fitting = RowChecksum.ofChange(
                    sequence,
                    id: id,
                    kind: number,
                    offset: offset,
                    time: time,
                    key: key,
                    bytes
                )
                guard fitting == checksum else { return nil }
            }
            return RecordCodec.decode(bytes, kind: kind)
        }
        guard let body else { return nil }
        return LogRow(
            sequence: sequence,
            offset: offset,
            kind: kind,
            id: id,
            time: time,
            key: OrderKey(value: key),
            body: body
        )
    }
}

// What stands where the table of heads and the log disagree.
extension Tables {
    /// The newest state of an item that its rows vouch for; `nil` if none of them verifies.
    ///
    /// The first call for an item reads the log back to its newest sound row.
    func standIn(for id: Int) throws(StoreError) -> Head? {
        if let known = damage.standIns[id] { return known }
        let head = try newestHead(of: id)
        damage.note(head, for: id)
        return head
    }

    /// The newest state that the rows of an item make, without the help of the table of heads.
    func newestHead(of id: Int) throws(StoreError) -> Head? {
        var aside: Head?
        var found: Head?
        try forEachRow(of: id) { sequence throws(StoreError) in
            guard let row = try row(sequence), row.id == id, let head = Head(row) else {
                return true
            }
            if row.kind.isAside {
                aside = aside ?? head
                return true
            }
            found = head
            return false
        }
        guard let found else { return aside }
        return aside.map { found.noting(aside: $0) } ?? found
    }
}
