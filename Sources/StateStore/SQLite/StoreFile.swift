// SPDX-License-Identifier: Apache-2.0
internal import CSQLite
internal import Glibc

/// An open database file.
///
/// The object belongs to the thread that opened the file. No other connection changes rows, so a
/// transaction may stay open between calls.
final class StoreFile {
    let handle: OpaquePointer
    let path: String
    private var kept: [String: Statement] = [:]

    /// Opens the file, creates it if it does not exist, and creates missing tables.
    init(path: String) throws(StoreError) {
        self.path = path
        do throws(StoreError) {
            handle = try RawSQLite.open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        } catch {
            throw error.naming(path)
        }
        // With any setting below FULL, a power cut could lose acknowledged commits.
        try RawSQLite.execute(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = FULL;
            PRAGMA wal_autocheckpoint = 0;
            PRAGMA cache_size = -8192;
            PRAGMA secure_delete = FAST;
            PRAGMA temp_store = MEMORY;
            PRAGMA journal_size_limit = 67108864;
            """,
            on: handle
        )
        try Schema.migrate(self)
    }

    deinit {
        kept = [:]
        sqlite3_close_v2(handle)
    }

    func prepare<each Value: StatementValue>(
        _ sql: String,
        _ values: repeat each Value
    ) throws(StoreError) -> Statement {
        let statement = try Statement(sql, on: handle)
        statement.bind(all: repeat each values)
        return statement
    }

    /// Returns the cached statement for an SQL text with its parameters bound.
    ///
    /// The statement is prepared at the first use. It must run to its end or be reset before the
    /// next use.
    func kept<each Value: StatementValue>(
        _ sql: String,
        _ values: repeat each Value
    ) throws(StoreError) -> Statement {
        if let known = kept[sql] {
            known.bind(all: repeat each values)
            return known
        }
        let made = try prepare(sql, repeat each values)
        kept[sql] = made
        return made
    }

    /// Runs a cached statement, and returns the number of rows that it changed.
    @discardableResult
    func run<each Value: StatementValue>(
        _ sql: String,
        _ values: repeat each Value
    ) throws(StoreError) -> Int {
        let statement = try kept(sql, repeat each values)
        try statement.run()
        return statement.changes
    }

    /// The size of the file and its write-ahead log, in bytes.
    var bytes: Int {
        ["", "-wal"].reduce(0) { sum, suffix in
            var status = stat()
            return stat(path + suffix, &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }

    /// Returns the size of the file and its write-ahead log without free pages, in bytes.
    ///
    /// Removed rows leave free pages.
    func usedBytes() throws(StoreError) -> Int {
        let free = try prepare(
            "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size"
        )
        return try bytes - (free.integer() ?? 0)
    }
}
