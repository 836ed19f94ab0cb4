internal import GRDBSQLite

/// Another connection to a store's file, for work beside the thread that writes.
///
/// Without GRDB: it has no tables to bring up to date, and the queue that GRDB gives each connection
/// wakes the process's thread pool when it goes, which is then looked after every second.
final class SideConnection {
    /// SQLite's own handle; valid as long as this object.
    let handle: OpaquePointer

    /// Opens the file, which must be there.
    init(path: String) throws(StoreError) {
        RawSQLite.prepareProcess
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            defer { sqlite3_close_v2(opened) }
            throw StoreError(sqlite: code, on: opened)
        }
        handle = opened
        sqlite3_busy_timeout(handle, 5_000)
        // The log is copied when we say so. That there is one is known once the file was read.
        try RawSQLite.execute(
            "PRAGMA wal_autocheckpoint = 0; SELECT 1 FROM sqlite_schema LIMIT 1",
            on: handle
        )
    }

    /// What SQLite finds wrong with the file, which it reads all of; nil: it is intact.
    func complaint() throws(StoreError) -> String? {
        try withExtendedLifetime(self) { () throws(StoreError) in
            // It passes each page once, so there is nothing to gain by keeping many.
            try RawSQLite.execute("PRAGMA cache_size = -512", on: handle)
            let check = try Statement("PRAGMA quick_check(1)", on: handle)
            defer { check.reset() }
            guard try check.step() else { return nil }
            // The first line says no more than that this is the main database.
            let words = check.text(0).split(separator: "\n").last.map(String.init) ?? ""
            return words == "ok" ? nil : words
        }
    }

    deinit {
        sqlite3_close_v2(handle)
    }
}
