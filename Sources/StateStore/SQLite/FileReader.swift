// SPDX-License-Identifier: Apache-2.0
internal import CSQLite
internal import StateModel

/// A connection that reads a store's file and changes nothing, not even the log.
///
/// Without a log, the file is read as it is, without a lock and without creating another file. If
/// there is a log, it is read too, and is unchanged when the connection closes.
final class FileReader {
    /// SQLite's handle; valid while this object exists.
    let handle: OpaquePointer

    init(path: String) throws(StoreError) {
        let hasLog = try FileSystem.size(path + "-wal") ?? 0 > 0
        let mode = hasLog ? "?mode=ro" : "?immutable=1"
        let name = "file:" + PercentEscapes.encoded(path: path) + mode
        do throws(StoreError) {
            handle = try RawSQLite.open(name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
        } catch {
            throw error.naming(path)
        }
        _ = csqlite_keep_log_at_close(UnsafeMutableRawPointer(handle))
    }

    /// Returns true if the file is intact.
    ///
    /// The function reads the whole file, so do not call it on the store's thread.
    static func isIntact(path: String) -> Bool {
        (try? FileReader(path: path).complaint() == nil) ?? false
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// Returns the first column of the first row as text; `nil` if there is no row, or the value is
    /// NULL.
    func text(_ sql: String) throws(StoreError) -> String? {
        let statement = try Statement(sql, on: handle)
        defer { statement.reset() }
        return try withExtendedLifetime(self) { () throws(StoreError) in
            try statement.step() && !statement.isNull(0) ? statement.text(0) : nil
        }
    }

    /// Returns the first column of the first row as a number; 0 if there is none.
    func number(_ sql: String) throws(StoreError) -> Int {
        try text(sql).flatMap { Int($0) } ?? 0
    }

    func complaint() throws(StoreError) -> String? {
        try withExtendedLifetime(self) { () throws(StoreError) in
            try StoreVerification(handle: handle).complaint()
        }
    }
}

extension StoreError {
    /// Returns the error with the path before its message, unless the message contains the path.
    func naming(_ path: String) -> StoreError {
        message.contains(path) ? self : StoreError(kind, "\(path): \(message)")
    }
}
