// SPDX-License-Identifier: Apache-2.0
internal import CSQLite

/// A connection that reads a store's file without changing anything, not even the log.
///
/// Without a log, the file is read as it is, with no lock and no file beside it. If there is a log,
/// it is read too, and left unchanged when the connection closes.
final class FileReader {
    /// SQLite's own handle; valid while this object exists.
    let handle: OpaquePointer

    /// Opens the file, which must exist.
    init(path: String) throws(StoreError) {
        let hasLog = try FileSystem.size(path + "-wal") ?? 0 > 0
        let name = "file:" + Self.escaped(path) + (hasLog ? "?mode=ro" : "?immutable=1")
        do throws(StoreError) {
            handle = try RawSQLite.open(name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
        } catch {
            throw error.naming(path)
        }
        _ = csqlite_keep_log_at_close(UnsafeMutableRawPointer(handle))
    }

    /// Returns true if the file is intact, after reading all of it; not for the store's own thread.
    static func isIntact(path: String) -> Bool {
        do throws(StoreError) {
            return try FileReader(path: path).complaint() == nil
        } catch {
            return false
        }
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// Returns the first column of the first row; `nil` if there is no row or its value is NULL.
    func text(_ sql: String) throws(StoreError) -> String? {
        let statement = try Statement(sql, on: handle)
        defer { statement.reset() }
        return try withExtendedLifetime(self) { () throws(StoreError) in
            try statement.step() && !statement.isNull(0) ? statement.text(0) : nil
        }
    }

    /// Returns the first column of the first row as a number; 0 if there is no row.
    func number(_ sql: String) throws(StoreError) -> Int {
        try text(sql).flatMap { Int($0) } ?? 0
    }

    /// Returns a description of the damage found by reading the whole file; `nil` if it is intact.
    func complaint() throws(StoreError) -> String? {
        try withExtendedLifetime(self) { () throws(StoreError) in
            try StoreVerification(handle: handle).complaint()
        }
    }

    /// Returns the path for use in a URI, with special bytes percent-encoded.
    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                String(Unicode.Scalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }.joined()
    }
}

extension StoreError {
    /// Returns the error with the file's path before SQLite's message, unless it has the path.
    func naming(_ path: String) -> StoreError {
        message.contains(path) ? self : StoreError(kind, "\(path): \(message)")
    }
}
