internal import GRDB

/// The open database file: GRDB's connection and the raw handle of the same connection.
///
/// Both belong to the thread that opened the file. No other connection writes to the file, so a
/// transaction may stay open between two calls.
final class StoreFile {
    private let queue: DatabaseQueue
    /// SQLite's own handle of the connection, for ``Statement``; valid while this object exists.
    let handle: OpaquePointer
    /// The path of the file.
    let path: String

    /// Opens the file, creates it if it does not exist, and migrates its tables.
    init(path: String) throws(StoreError) {
        self.path = path
        RawSQLite.prepareProcess
        do {
            var configuration = Configuration()
            // GRDB's own way to enable the write-ahead log writes to an empty log. On a full disk,
            // that would make the store unreadable.
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
            configuration.allowsUnsafeTransactions = true
            configuration.busyMode = .timeout(5)
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try Schema.migrator.migrate(queue)
            try queue.inDatabase { database in
                let version = SchemaVersion.own
                guard try Int.fetchOne(database, sql: "PRAGMA user_version") != version else {
                    return
                }
                try database.execute(sql: "PRAGMA user_version = \(version)")
            }
            handle = try queue.inDatabase { database in
                guard let handle = database.sqliteConnection else {
                    throw StoreError(.other, "\(path): the connection closed while opening")
                }
                return handle
            }
            RawSQLite.removeHooks(handle)
            // Any setting below FULL acknowledges commits that a power cut still destroys.
            try RawSQLite.execute(
                """
                PRAGMA synchronous = FULL;
                PRAGMA wal_autocheckpoint = 0;
                PRAGMA cache_size = -8192;
                PRAGMA secure_delete = FAST;
                PRAGMA temp_store = MEMORY;
                PRAGMA journal_size_limit = 67108864;
                """,
                on: handle
            )
        } catch let error as StoreError {
            throw error
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        } catch {
            throw StoreError(.other, "\(path): \(error)")
        }
    }

    /// Prepares a statement on the connection, and binds its first parameters.
    func prepare<each Value: StatementValue>(
        _ sql: String,
        _ values: repeat each Value
    ) throws(StoreError) -> Statement {
        let statement = try Statement(sql, on: handle)
        statement.bind(all: repeat each values)
        return statement
    }
}

extension StoreError {
    /// Creates the error that corresponds to GRDB's error.
    init(_ error: DatabaseError, path: String) {
        let kind: Kind =
            switch error.resultCode {
            case .SQLITE_FULL: .full
            case .SQLITE_IOERR where error.isForWantOfRoom: .full
            case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN: .readOnly
            case .SQLITE_IOERR: .inputOutput
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: .corrupt
            case .SQLITE_BUSY, .SQLITE_LOCKED: .held
            default: .other
            }
        let code = error.extendedResultCode.rawValue
        self.init(kind, "\(path): \(error.message ?? "no message") (SQLite \(code))")
    }
}

extension DatabaseError {
    /// True if the disk was full, though SQLite reports an input or output error.
    fileprivate var isForWantOfRoom: Bool {
        extendedResultCode == .SQLITE_IOERR_SHMSIZE
    }
}
