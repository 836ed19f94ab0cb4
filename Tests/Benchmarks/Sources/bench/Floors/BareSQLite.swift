// SPDX-License-Identifier: Apache-2.0
import CSQLite
import Glibc
import Histogram

/// A floor: a single process writes rows into SQLite, synced, in batches, without subscribers.
enum BareSQLite {
    /// Measures upserts of a message's size in a folder.
    static func measure(batch: Int, in folder: String, _ window: Window) throws -> Statistics {
        let path = folder + "/bare.db"
        var database: OpaquePointer?
        guard sqlite3_open(path, &database) == SQLITE_OK else {
            throw Setup("cannot write \(path)")
        }
        defer { sqlite3_close(database) }
        for sql in [
            "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL",
            "CREATE TABLE IF NOT EXISTS item (name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID",
        ] { sqlite3_exec(database, sql, nil, nil, nil) }
        var statement: OpaquePointer?
        let sql = "INSERT OR REPLACE INTO item VALUES (?1, ?2)"
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
            throw Setup("SQLite: \(String(cString: sqlite3_errmsg(database)))")
        }
        defer { sqlite3_finalize(statement) }
        return run(database, statement, batch, window)
    }

    private static func run(
        _ database: OpaquePointer?,
        _ statement: OpaquePointer?,
        _ batch: Int,
        _ window: Window
    ) -> Statistics {
        let value = [UInt8](repeating: 120, count: 200)
        let forever = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        var statistics = Statistics()
        let begin = nanoseconds() + Int(window.warmUp * 1e9)
        let end = begin + Int(window.length * 1e9)
        var count = 0
        var now = nanoseconds()
        while now < end {
            sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil)
            for _ in 0..<batch {
                var name: [UInt8] = []
                // As many items as 64 clients have, in scattered order.
                Digits.appendItem(client: 0, item: count &* 7_919 % 64_000, to: &name)
                sqlite3_bind_text(
                    statement,
                    1,
                    String(decoding: name, as: UTF8.self),
                    Int32(name.count),
                    forever
                )
                sqlite3_bind_blob(statement, 2, value, Int32(value.count), forever)
                sqlite3_step(statement)
                sqlite3_reset(statement)
                count += 1
            }
            sqlite3_exec(database, "COMMIT", nil, nil, nil)
            let after = nanoseconds()
            if now >= begin {
                statistics.operations += batch
                statistics.latencies.record(UInt64(after - now))
            }
            now = after
        }
        statistics.seconds = window.length
        return statistics
    }
}
