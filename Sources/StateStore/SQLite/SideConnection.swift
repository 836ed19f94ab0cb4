// SPDX-License-Identifier: Apache-2.0
internal import CSQLite

/// Another connection to a store's file, for work on threads other than the writer's.
final class SideConnection {
    /// SQLite's own handle; valid while this object exists.
    let handle: OpaquePointer

    /// Opens the file, which must exist.
    init(path: String) throws(StoreError) {
        handle = try RawSQLite.open(path, SQLITE_OPEN_READWRITE)
        // The log is copied only on request. SQLite notices an existing log once the file is read.
        try RawSQLite.execute(
            "PRAGMA wal_autocheckpoint = 0; SELECT 1 FROM sqlite_schema LIMIT 1",
            on: handle
        )
    }

    deinit {
        sqlite3_close_v2(handle)
    }
}
