internal import CSQLite
internal import GRDBSQLite

/// A prepared statement: SQLite's C interface, as far as the hot path needs it.
///
/// That interface stays in this file and ``SideConnection``'s. GRDB opens, migrates and owns the
/// store's connection; a statement that runs for every Save is driven here by hand because binding
/// through GRDB costs as much again as the insert does.
/// A connection and its statements belong to one thread, the store's.
final class Statement {
    private let handle: OpaquePointer

    /// The value's memory is only valid during the call, so SQLite takes a copy of it.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    /// Prepares `sql` to run many times on `connection`.
    init(_ sql: String, on connection: OpaquePointer) throws(StoreError) {
        var made: OpaquePointer?
        let code = sqlite3_prepare_v3(
            connection,
            sql,
            -1,
            UInt32(SQLITE_PREPARE_PERSISTENT),
            &made,
            nil
        )
        guard code == SQLITE_OK, let made else { throw StoreError(sqlite: code, on: connection) }
        handle = made
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Binds an integer, or NULL, to the parameter of that number (from 1).
    func bind(_ number: Int32, _ value: Int?) {
        if let value {
            sqlite3_bind_int64(handle, number, Int64(value))
        } else {
            sqlite3_bind_null(handle, number)
        }
    }

    /// Binds a text to the parameter of that number.
    func bind(_ number: Int32, _ value: String) {
        var value = value
        value.withUTF8 { bytes in
            _ = bytes.withMemoryRebound(to: CChar.self) { characters in
                sqlite3_bind_text(
                    handle,
                    number,
                    characters.baseAddress,
                    Int32(characters.count),
                    Self.copied
                )
            }
        }
    }

    /// Binds bytes to the parameter of that number.
    func bind(_ number: Int32, _ value: [UInt8]) {
        _ = value.withUnsafeBytes { bytes in
            sqlite3_bind_blob(handle, number, bytes.baseAddress, Int32(bytes.count), Self.copied)
        }
    }

    /// Binds bytes to the parameter of that number for the run that `body` makes.
    ///
    /// SQLite reads them where they are, without a copy: they are unbound before they go.
    func binding(
        _ number: Int32,
        _ value: [UInt8],
        _ body: () throws(StoreError) -> Void
    ) throws(StoreError) {
        try value.withUnsafeBufferPointer { bytes throws(StoreError) in
            sqlite3_bind_blob(handle, number, bytes.baseAddress, Int32(bytes.count), nil)
            defer { sqlite3_bind_null(handle, number) }
            try body()
        }
    }

    /// Binds a text to the parameter of that number for what `body` does with the statement.
    ///
    /// SQLite reads it where it is, without a copy; the statement is reset and the text unbound
    /// before it goes.
    func binding<Value>(
        _ number: Int32,
        _ value: String,
        _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try value.utf8.span.withUnsafeBytes { bytes throws(StoreError) in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                _ = sqlite3_bind_text(
                    handle,
                    number,
                    characters.baseAddress,
                    Int32(characters.count),
                    nil
                )
            }
            defer {
                reset()
                sqlite3_bind_null(handle, number)
            }
            return try body()
        }
    }

    /// Steps once; true: a row can be read.
    func step() throws(StoreError) -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        let failure = StoreError(sqlite: code, on: sqlite3_db_handle(handle))
        sqlite3_reset(handle)
        throw failure
    }

    /// Runs to the end and makes the statement ready for the next time.
    func run() throws(StoreError) {
        while try step() {}
        reset()
    }

    /// How many rows the statement wrote, right after it has run.
    var changes: Int { Int(sqlite3_changes(sqlite3_db_handle(handle))) }

    /// Makes the statement ready for the next time.
    func reset() {
        sqlite3_reset(handle)
    }

    /// Whether a column of the current row is NULL.
    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// An integer of the current row; 0 for NULL.
    func int(_ column: Int32) -> Int {
        Int(sqlite3_column_int64(handle, column))
    }

    /// An integer of the current row, or nil for NULL.
    func optionalInt(_ column: Int32) -> Int? {
        isNull(column) ? nil : int(column)
    }

    /// A text of the current row.
    func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The bytes of the current row's column, a copy of them.
    func bytes(_ column: Int32) -> [UInt8] {
        withBytes(column) { [UInt8]($0) }
    }

    /// Calls `body` with the bytes of the current row's column, where SQLite has them.
    func withBytes<Value>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        // In this order: asking for the bytes may change how many there are.
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}

/// What the store asks of a raw connection beside its statements.
enum RawSQLite {
    /// Sets SQLite up for this process, the first time that it is asked for.
    static let prepareProcess: Void = {
        // Bytes are counted under a lock, with each piece of memory; nobody asks for the count.
        _ = csqlite_count_no_memory()
        // Only this process opens a store, as its lock says. So locks need no calls of the system,
        // six a commit, and the index of the log no file of its own.
        if let files = sqlite3_vfs_find("unix-excl") { sqlite3_vfs_register(files, 1) }
    }()

    /// Runs statements without parameters.
    static func execute(_ sql: String, on connection: OpaquePointer) throws(StoreError) {
        let code = sqlite3_exec(connection, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw StoreError(sqlite: code, on: connection) }
    }

    /// Takes off the hooks through which GRDB watches what is prepared and committed.
    ///
    /// They expect every statement to run on GRDB's own queue and end the process otherwise;
    /// and they cost more than preparing a statement does.
    static func removeHooks(_ connection: OpaquePointer) {
        sqlite3_commit_hook(connection, nil, nil)
        sqlite3_rollback_hook(connection, nil, nil)
        sqlite3_update_hook(connection, nil, nil)
        sqlite3_set_authorizer(connection, nil, nil)
    }

    /// Keeps the log's files when the connection closes, so that a start needs no room for them.
    static func keepLogFiles(_ connection: OpaquePointer) {
        var keeps: Int32 = 1
        sqlite3_file_control(connection, nil, SQLITE_FCNTL_PERSIST_WAL, &keeps)
    }

    /// Whether a transaction is open.
    static func isInTransaction(_ connection: OpaquePointer) -> Bool {
        sqlite3_get_autocommit(connection) == 0
    }

    /// Copies what it can of the write-ahead log into the database without waiting for anyone.
    ///
    /// - Returns: the frames in the log and how many of them are copied.
    static func checkpoint(
        _ connection: OpaquePointer
    ) throws(StoreError) -> (frames: Int, copied: Int) {
        var frames: Int32 = 0
        var copied: Int32 = 0
        let code = sqlite3_wal_checkpoint_v2(
            connection,
            nil,
            SQLITE_CHECKPOINT_PASSIVE,
            &frames,
            &copied
        )
        guard code == SQLITE_OK || code == SQLITE_BUSY else {
            throw StoreError(sqlite: code, on: connection)
        }
        return (Int(frames), Int(copied))
    }
}

/// Counts the frames of the write-ahead log as SQLite reports them after each commit.
final class FrameCounter {
    private let connection: OpaquePointer
    private let owner: AnyObject
    private let frames = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

    /// Begins to count on `connection`, which lives as long as `owner`.
    init(_ connection: OpaquePointer, of owner: AnyObject) {
        self.connection = connection
        self.owner = owner
        frames.initialize(to: 0)
        sqlite3_wal_hook(
            connection,
            { context, _, _, count in
                context?.assumingMemoryBound(to: Int32.self).pointee = count
                return SQLITE_OK
            },
            frames
        )
    }

    deinit {
        sqlite3_wal_hook(connection, nil, nil)
        frames.deallocate()
    }

    /// How many frames the log had after the last commit.
    var count: Int { Int(frames.pointee) }
}

/// A copy of the database that grows page by page while the original goes on changing.
final class PageCopy {
    private let source: OpaquePointer
    private var target: OpaquePointer?
    private var copy: OpaquePointer?
    /// How many pages there are, and how many are still to be copied, as of the last step.
    private(set) var pages = (total: 0, remaining: 0)

    /// Begins to copy `source` into a file that exists and is empty.
    init(_ source: OpaquePointer, to path: String) throws(StoreError) {
        self.source = source
        let code = sqlite3_open_v2(path, &target, SQLITE_OPEN_READWRITE, nil)
        guard code == SQLITE_OK else { throw StoreError(sqlite: code, on: target) }
        copy = sqlite3_backup_init(target, "main", source, "main")
        guard copy != nil else {
            throw StoreError(sqlite: sqlite3_errcode(target), on: target)
        }
    }

    deinit {
        if let copy { sqlite3_backup_finish(copy) }
        sqlite3_close_v2(target)
    }

    /// Copies so many pages more; true: that was the last of them.
    func step(pages: Int32) throws(StoreError) -> Bool {
        let code = sqlite3_backup_step(copy, pages)
        self.pages = (
            Int(sqlite3_backup_pagecount(copy)), Int(sqlite3_backup_remaining(copy))
        )
        if code == SQLITE_DONE { return true }
        guard code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED else {
            throw StoreError(sqlite: code, on: target)
        }
        return false
    }

    /// Ends the copy, notes in it what it is, and brings it to stable storage.
    func finish(marks: [Meta.Key: Int]) throws(StoreError) {
        sqlite3_backup_finish(copy)
        copy = nil
        guard let target else { return }
        let notes = marks.map { key, value in
            "INSERT INTO meta (key, value) VALUES ('\(key.rawValue)', '\(value)') "
                + "ON CONFLICT (key) DO UPDATE SET value = excluded.value;"
        }
        try RawSQLite.execute(
            """
            PRAGMA synchronous = FULL;
            BEGIN; \(notes.joined(separator: " ")) COMMIT;
            PRAGMA wal_checkpoint(TRUNCATE);
            """,
            on: target
        )
    }
}

extension StoreError {
    /// The failure that SQLite's result code stands for.
    init(sqlite code: Int32, on connection: OpaquePointer?) {
        let message = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
        let detail = connection.map { sqlite3_extended_errcode($0) } ?? code
        let kind: Kind =
            switch code & 0xff {
            case SQLITE_FULL: .full
            // The index of the log finds no room beside it.
            case SQLITE_IOERR where detail == SQLITE_IOERR | 19 << 8: .full
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN: .readOnly
            case SQLITE_IOERR: .inputOutput
            case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
            case SQLITE_BUSY, SQLITE_LOCKED: .held
            default: .other
            }
        let path = connection.flatMap { sqlite3_db_filename($0, "main") }
            .map { String(cString: $0) + ": " }
        self.init(kind, "\(path ?? "")\(message ?? "no message") (SQLite \(detail))")
    }
}
