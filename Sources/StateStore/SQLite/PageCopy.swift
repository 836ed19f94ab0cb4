// SPDX-License-Identifier: Apache-2.0
internal import CSQLite
internal import Glibc

/// A copy of a database, made in steps while the original can change.
final class PageCopy {
    private let source: OpaquePointer
    private var target: OpaquePointer?
    private var copy: OpaquePointer?
    /// The total number of pages, and the number not yet copied, as of the last step.
    private(set) var pages = (total: 0, remaining: 0)

    /// Begins to copy `source` into an existing, empty file.
    init(_ source: OpaquePointer, to path: String) throws(StoreError) {
        self.source = source
        let code = sqlite3_open_v2(path, &target, SQLITE_OPEN_READWRITE, nil)
        guard code == SQLITE_OK, let target else { throw StoreError(sqlite: code, on: target) }
        // Sealing the copy writes it to stable storage.
        try RawSQLite.execute("PRAGMA synchronous = OFF", on: target)
        copy = sqlite3_backup_init(target, "main", source, "main")
        guard copy != nil else {
            throw StoreError(sqlite: sqlite3_errcode(target), on: target)
        }
    }

    deinit { end() }

    /// Copies up to `pages` more pages; returns true once the copy is complete.
    func step(pages: Int32) throws(StoreError) -> Bool {
        let code = sqlite3_backup_step(copy, pages)
        self.pages = (
            Int(sqlite3_backup_pagecount(copy)), Int(sqlite3_backup_remaining(copy))
        )
        if code == SQLITE_DONE { return true }
        guard code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED else {
            throw StoreError(sqlite: code, on: target)
        }
        return false
    }

    /// Ends the copying and closes the copy's file, which must then be sealed.
    func end() {
        if let copy { sqlite3_backup_finish(copy) }
        copy = nil
        sqlite3_close_v2(target)
        target = nil
    }

    /// Writes marks into the metadata of a complete copy, and the copy to stable storage.
    ///
    /// The call waits for several disk writes.
    static func seal(_ path: String, marks: [Meta.Key: Int]) throws(StoreError) {
        var file: OpaquePointer?
        let code = sqlite3_open_v2(path, &file, SQLITE_OPEN_READWRITE, nil)
        defer { sqlite3_close_v2(file) }
        guard code == SQLITE_OK, let file else { throw StoreError(sqlite: code, on: file) }
        let notes = marks.map { key, value in
            "INSERT INTO meta (key, value) VALUES ('\(key.rawValue)', '\(value)') "
                + "ON CONFLICT (key) DO UPDATE SET value = excluded.value;"
        }
        try RawSQLite.execute(
            """
            PRAGMA synchronous = FULL;
            BEGIN; \(notes.joined(separator: " ")) COMMIT;
            PRAGMA wal_checkpoint(TRUNCATE);
            """,
            on: file
        )
        // The pages were written with `synchronous = OFF`.
        let descriptor = try FileSystem.openForReading(path)
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileSystem.failure("cannot sync", path, errno) }
    }
}
