internal import CSQLite
internal import GRDBSQLite

/// A prepared statement: SQLite's C interface, as far as the hot path needs it.
///
/// The interface stays in this file and in ``SideConnection``'s. GRDB opens, migrates and owns the
/// store's connection. A statement that runs for every Save is driven directly here, because
/// binding through GRDB costs as much again as the insert. A connection and its statements belong
/// to one thread, the store's.
final class Statement {
    private let handle: OpaquePointer

    /// Makes SQLite copy a value, because its memory is only valid during the call.
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

    /// Binds an integer, or NULL, to the parameter with that number (from 1).
    func bind(_ number: Int32, _ value: Int?) {
        if let value {
            sqlite3_bind_int64(handle, number, Int64(value))
        } else {
            sqlite3_bind_null(handle, number)
        }
    }

    /// Binds a text to the parameter with that number.
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

    /// Binds bytes to the parameter with that number.
    func bind(_ number: Int32, _ value: [UInt8]) {
        _ = value.withUnsafeBytes { bytes in
            sqlite3_bind_blob(handle, number, bytes.baseAddress, Int32(bytes.count), Self.copied)
        }
    }

    /// Binds bytes to the parameter with that number while `body` runs.
    ///
    /// SQLite reads the bytes in place, without a copy; they are unbound before they are released.
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

    /// Binds a text to the parameter with that number while `body` uses the statement.
    ///
    /// SQLite reads the text in place, without a copy; the statement is reset and the text unbound
    /// before it is released.
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

    /// Steps once, and returns true if a row can be read.
    func step() throws(StoreError) -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        let failure = StoreError(sqlite: code, on: sqlite3_db_handle(handle))
        sqlite3_reset(handle)
        throw failure
    }

    /// Runs to the end and resets the statement.
    func run() throws(StoreError) {
        while try step() {}
        reset()
    }

    /// The number of rows that the statement wrote, valid right after it has run.
    var changes: Int { Int(sqlite3_changes(sqlite3_db_handle(handle))) }

    /// Resets the statement for its next use.
    func reset() {
        sqlite3_reset(handle)
    }

    /// Returns true if a column of the current row is NULL.
    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// Returns an integer of the current row; 0 for NULL.
    func int(_ column: Int32) -> Int {
        Int(sqlite3_column_int64(handle, column))
    }

    /// Returns an integer of the current row; `nil` for NULL.
    func optionalInt(_ column: Int32) -> Int? {
        isNull(column) ? nil : int(column)
    }

    /// Returns a text of the current row.
    func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Returns a copy of the bytes in a column of the current row.
    func bytes(_ column: Int32) -> [UInt8] {
        withBytes(column) { [UInt8]($0) }
    }

    /// Calls `body` with the bytes in a column of the current row, in SQLite's memory.
    func withBytes<Value>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        // In this order: asking for the bytes may change their number.
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}

/// A value that a statement takes as a parameter.
protocol StatementValue {
    /// Binds the value to the parameter with that number.
    func bind(to statement: Statement, _ number: Int32)
}

extension Int: StatementValue {
    /// Binds an integer.
    func bind(to statement: Statement, _ number: Int32) { statement.bind(number, self) }
}

extension String: StatementValue {
    /// Binds a text.
    func bind(to statement: Statement, _ number: Int32) { statement.bind(number, self) }
}

extension [UInt8]: StatementValue {
    /// Binds bytes.
    func bind(to statement: Statement, _ number: Int32) { statement.bind(number, self) }
}

extension Optional: StatementValue where Wrapped: StatementValue {
    /// Binds the value, or NULL.
    func bind(to statement: Statement, _ number: Int32) {
        if let self { self.bind(to: statement, number) } else { statement.bind(number, nil) }
    }
}

extension Statement {
    /// Binds all parameters in order; for statements off the hot path.
    func bind<each Value: StatementValue>(all values: repeat each Value) {
        var number: Int32 = 1
        for value in repeat each values {
            value.bind(to: self, number)
            number += 1
        }
    }

    /// Returns the first column of the first row, and resets; `nil` if there is none.
    func integer() throws(StoreError) -> Int? {
        defer { reset() }
        return try step() ? optionalInt(0) : nil
    }

    /// Runs to the end and returns the first column of each row.
    func integers() throws(StoreError) -> [Int] {
        var integers: [Int] = []
        while try step() { integers.append(int(0)) }
        reset()
        return integers
    }
}

/// The operations on a raw connection other than statements.
enum RawSQLite {
    /// Configures SQLite for this process on first use.
    static let prepareProcess: Void = {
        // SQLite counts allocated bytes under a lock, for each allocation; no code here reads
        // the count.
        _ = csqlite_count_no_memory()
        // Only this process opens a store, as its lock guarantees. With this VFS, locks need no
        // system calls (otherwise six per commit), and the index of the log needs no file of
        // its own.
        if let files = sqlite3_vfs_find("unix-excl") { sqlite3_vfs_register(files, 1) }
    }()

    /// Runs statements without parameters.
    static func execute(_ sql: String, on connection: OpaquePointer) throws(StoreError) {
        let code = sqlite3_exec(connection, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw StoreError(sqlite: code, on: connection) }
    }

    /// Removes the hooks through which GRDB watches statements and commits.
    ///
    /// The hooks expect every statement to run on GRDB's own queue and otherwise end the process.
    /// They also cost more than preparing a statement.
    static func removeHooks(_ connection: OpaquePointer) {
        sqlite3_commit_hook(connection, nil, nil)
        sqlite3_rollback_hook(connection, nil, nil)
        sqlite3_update_hook(connection, nil, nil)
        sqlite3_set_authorizer(connection, nil, nil)
    }

    /// Keeps the log's files at a close, so that the next start needs no disk space for them.
    static func keepLogFiles(_ connection: OpaquePointer) {
        var keeps: Int32 = 1
        sqlite3_file_control(connection, nil, SQLITE_FCNTL_PERSIST_WAL, &keeps)
    }

    /// Returns true if a transaction is open.
    static func isInTransaction(_ connection: OpaquePointer) -> Bool {
        sqlite3_get_autocommit(connection) == 0
    }

    /// Copies as much as possible of the write-ahead log into the database without waiting.
    ///
    /// - Returns: the number of frames in the log and the number of copied frames.
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

/// A counter of the write-ahead log's frames, as SQLite reports them after each commit.
final class FrameCounter {
    private let connection: OpaquePointer
    private let owner: AnyObject
    private let frames = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

    /// Starts counting on `connection`, which lives at least as long as `owner`.
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

    /// The number of frames in the log after the last commit.
    var count: Int { Int(frames.pointee) }
}

/// A copy of the database that grows page by page while the original keeps changing.
final class PageCopy {
    private let source: OpaquePointer
    private var target: OpaquePointer?
    private var copy: OpaquePointer?
    /// The number of pages, and the number still to be copied, as of the last step.
    private(set) var pages = (total: 0, remaining: 0)

    /// Begins to copy `source` into an existing, empty file.
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

    /// Copies `pages` more pages, and returns true if the copy is complete.
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

    /// Ends the copy, adds its marks, and puts it on stable storage.
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
    /// Creates the error that corresponds to SQLite's result code.
    init(sqlite code: Int32, on connection: OpaquePointer?) {
        let message = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
        let detail = connection.map { sqlite3_extended_errcode($0) } ?? code
        let kind: Kind =
            switch code & 0xff {
            case SQLITE_FULL: .full
            // The index of the log has no room on the disk.
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
