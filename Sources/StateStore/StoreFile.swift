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
        do {
            var configuration = Configuration()
            configuration.journalMode = .wal
            configuration.allowsUnsafeTransactions = true
            configuration.busyMode = .timeout(5)
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try Schema.migrator.migrate(queue)
            handle = try queue.inDatabase { database in
                guard let handle = database.sqliteConnection else {
                    throw StoreError(.other, "\(path): the connection closed while opening")
                }
                return handle
            }
            RawSQLite.removeHooks(handle)
            // GRDB turns `synchronous` to NORMAL when it turns the write-ahead log on, which
            // acknowledges what a power cut still takes away. So it is set afterwards.
            try RawSQLite.execute(
                """
                PRAGMA synchronous = FULL;
                PRAGMA wal_autocheckpoint = 0;
                PRAGMA cache_size = -8192;
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

    /// What SQLite finds wrong with the file, which it reads all of; nil: it is intact.
    func complaint() throws(StoreError) -> String? {
        let check = try Statement("PRAGMA quick_check(1)", on: handle)
        defer { check.reset() }
        guard try check.step() else { return nil }
        let words = check.text(0)
        return words == "ok" ? nil : "\(path): \(words)"
    }
}

extension StoreError {
    /// The failure that GRDB's error stands for.
    init(_ error: DatabaseError, path: String) {
        let kind: Kind =
            switch error.resultCode {
            case .SQLITE_FULL: .full
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
