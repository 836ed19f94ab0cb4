// SPDX-License-Identifier: Apache-2.0
internal import CSQLite

enum RawSQLite {
    static let prepareProcess: Void = {
        // SQLite counts allocated bytes under a lock at each allocation, but nothing here uses the
        // count.
        _ = csqlite_count_no_memory()
        // The store's lock guarantees that only this process opens the file. With this VFS,
        // SQLite's locks need no system calls (otherwise six per commit), and the index of the log
        // needs no file.
        if let files = sqlite3_vfs_find("unix-excl") { sqlite3_vfs_register(files, 1) }
    }()

    /// Opens a connection that waits for locks of other connections for up to 5 seconds.
    static func open(_ path: String, _ flags: Int32) throws(StoreError) -> OpaquePointer {
        prepareProcess
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            defer { sqlite3_close_v2(opened) }
            throw StoreError(sqlite: code, on: opened)
        }
        sqlite3_busy_timeout(opened, 5_000)
        return opened
    }

    static func execute(_ sql: String, on connection: OpaquePointer) throws(StoreError) {
        let code = sqlite3_exec(connection, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw StoreError(sqlite: code, on: connection) }
    }

    /// Keeps the log's files when the connection closes, so that the next start does not need disk
    /// space.
    static func keepLogFiles(_ connection: OpaquePointer) {
        var keeps: Int32 = 1
        sqlite3_file_control(connection, nil, SQLITE_FCNTL_PERSIST_WAL, &keeps)
    }

    static func isInTransaction(_ connection: OpaquePointer) -> Bool {
        sqlite3_get_autocommit(connection) == 0
    }

    /// Copies as much as possible of the write-ahead log into the database without waiting for
    /// readers.
    ///
    /// - Returns: The number of frames in the log, and the number of those copied.
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

extension StoreError {
    init(sqlite code: Int32, on connection: OpaquePointer?) {
        let newest = connection.map { sqlite3_extended_errcode($0) }
        // The error of a backup step is not available from the connection.
        let isKnown = newest.map { $0 & 0xff == code & 0xff } ?? false
        let message = (isKnown ? sqlite3_errmsg(connection) : sqlite3_errstr(code))
            .map { String(cString: $0) }
        let detail = isKnown ? newest ?? code : code
        let kind: Kind =
            switch code & 0xff {
            case SQLITE_FULL: .full
            // The disk has no room for the log's index.
            case SQLITE_IOERR where detail == SQLITE_IOERR | 19 << 8: .full
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN: .readOnly
            case SQLITE_IOERR, SQLITE_NOMEM: .inputOutput
            case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
            case SQLITE_BUSY, SQLITE_LOCKED: .held
            default: .other
            }
        let path = connection.flatMap { sqlite3_db_filename($0, "main") }
            .map { String(cString: $0) + ": " }
        self.init(kind, "\(path ?? "")\(message ?? "no message") (SQLite \(detail))")
    }
}
