internal import GRDB

/// The open database file: GRDB's connection and the raw handle of the same connection.
///
/// Both belong to the thread that opened it. Nothing else writes to the file, so a transaction
/// may stay open between two calls.
final class StoreFile {
    private let queue: DatabaseQueue
    /// SQLite's own handle of the connection, for ``Statement``; valid as long as this object.
    let handle: OpaquePointer
    /// Where the file is.
    let path: String

    /// Opens the file, creates it if it is not there, and brings its tables up to date.
    init(path: String) throws(StoreError) {
        self.path = path
        RawSQLite.prepareProcess
        do {
            var configuration = Configuration()
            // GRDB's own way of turning the write-ahead log on writes to it where it is empty, and
            // a full disk would keep a store from being read.
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
            // Anything less than FULL acknowledges what a power cut still takes away.
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
}

extension StoreError {
    /// The failure that GRDB's error stands for.
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
    /// Whether the disk was full, though SQLite calls it a failure of input or output.
    fileprivate var isForWantOfRoom: Bool {
        extendedResultCode == .SQLITE_IOERR_SHMSIZE
    }
}
