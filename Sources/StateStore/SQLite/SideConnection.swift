// SPDX-License-Identifier: Apache-2.0
internal import CSQLite

/// A second connection to a store's file, for threads other than the writer's.
final class SideConnection {
    let handle: OpaquePointer

    init(path: String) throws(StoreError) {
        handle = try RawSQLite.open(path, SQLITE_OPEN_READWRITE)
        // The log is copied only on request. The SELECT makes SQLite read the file, and thereby
        // find an existing log.
        try RawSQLite.execute(
            "PRAGMA wal_autocheckpoint = 0; SELECT 1 FROM sqlite_schema LIMIT 1",
            on: handle
        )
    }

    deinit {
        sqlite3_close_v2(handle)
    }
}
