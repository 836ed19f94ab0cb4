// SPDX-License-Identifier: Apache-2.0
internal import CSQLite

/// A copy of the database that grows page by page while the original keeps changing.
final class PageCopy {
    private let source: OpaquePointer
    private var target: OpaquePointer?
    private var copy: OpaquePointer?
    /// The number of pages, and the number still to be copied, as of the last step.
    private(set) var pages = (total: 0, remaining: 0)

    /// Begins to copy `source` into an existing, empty file.
    init(_ source: OpaquePointer, to path: String) throws(StoreError) {
        self.source = source
        let code = sqlite3_open_v2(path, &target, SQLITE_OPEN_READWRITE, nil)
        guard code == SQLITE_OK else { throw StoreError(sqlite: code, on: target) }
        copy = sqlite3_backup_init(target, "main", source, "main")
        guard copy != nil else {
            throw StoreError(sqlite: sqlite3_errcode(target), on: target)
        }
    }

    deinit {
        if let copy { sqlite3_backup_finish(copy) }
        sqlite3_close_v2(target)
    }

    /// Copies `pages` more pages, and returns true if the copy is complete.
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

    /// Ends the copy, adds its marks, and puts it on stable storage.
    func finish(marks: [Meta.Key: Int]) throws(StoreError) {
        sqlite3_backup_finish(copy)
        copy = nil
        guard let target else { return }
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
            on: target
        )
    }
}
