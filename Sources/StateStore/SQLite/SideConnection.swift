// SPDX-License-Identifier: Apache-2.0
internal import CSQLite

/// Another connection to a store's file, for work beside the thread that writes.
final class SideConnection {
    /// SQLite's own handle; valid while this object exists.
    let handle: OpaquePointer

    /// Opens the file, which must exist.
    init(path: String) throws(StoreError) {
        handle = try RawSQLite.open(path, SQLITE_OPEN_READWRITE)
        // The log is copied only on request. SQLite knows that a log exists once the file was read.
        try RawSQLite.execute(
            "PRAGMA wal_autocheckpoint = 0; SELECT 1 FROM sqlite_schema LIMIT 1",
            on: handle
        )
    }

    /// Reads the whole file and returns SQLite's first complaint; `nil` if the file is intact.
    func complaint() throws(StoreError) -> String? {
        try withExtendedLifetime(self) { () throws(StoreError) in
            // The check reads each page once, so a large cache gains nothing.
            try RawSQLite.execute("PRAGMA cache_size = -512", on: handle)
            let check = try Statement("PRAGMA quick_check(1)", on: handle)
            defer { check.reset() }
            guard try check.step() else { return nil }
            // The first line says only that this is the main database.
            let words = check.text(0).split(separator: "\n").last.map(String.init) ?? ""
            return words == "ok" ? nil : words
        }
    }

    deinit {
        sqlite3_close_v2(handle)
    }
}
