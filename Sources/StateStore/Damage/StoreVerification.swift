// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The verification of a whole file by SQLite's integrity check and all checksums.
struct StoreVerification {
    let handle: OpaquePointer
    /// A function called between slices; the verification ends if it returns false.
    var continues: () -> Bool = { true }

    /// The number of rows read in one slice; between slices, SQLite can restart its log.
    private static let slice = 4_096

    /// The tables whose bodies begin with their checksum.
    private static let sealed = [
        ("player", "body"), ("alert", "body"), ("sync_state", "memory"), ("sync_item", "mark"),
        ("sync_item", "shadow"), ("sync_send", "record"), ("sync_held", "body"),
        ("sync_conflict", "body"), ("sync_step", "body"), ("sync_round", "body"),
    ]

    /// Returns a description of the first damage found; `nil` if there is none, or the verification
    /// was ended early.
    func complaint() throws(StoreError) -> String? {
        // Each page is read only once, so a larger cache would gain nothing.
        try RawSQLite.execute("PRAGMA cache_size = -512", on: handle)
        let check = try Statement("PRAGMA quick_check(1)", on: handle)
        // The first line only says that this is the main database.
        let found = try check.step() ? check.text(0).split(separator: "\n").last : nil
        let words = found.map(String.init) ?? "it is empty"
        check.reset()
        guard words == "ok" else { return words }
        do throws(StoreError) {
            try verifyRows()
            try verifyReferences()
            try verifySealed()
            return nil
        } catch  where error.kind == .corrupt {
            return error.message
        }
    }

    private func verifyRows() throws(StoreError) {
        try forEach("SELECT \(Tables.rowColumns) FROM change WHERE sequence", by: "sequence") {
            row throws(StoreError) in _ = try Tables.verifiedRow(of: row)
        }
        let name = try Statement("SELECT id FROM name WHERE name = ?1", on: handle)
        let alias = try Statement("SELECT 1 FROM alias WHERE name = ?1", on: handle)
        try forEach(Tables.stateQuery + "head.id", by: "head.id", Tables.stateKeyColumn) {
            row throws(StoreError) in
            guard let state = try Tables.state(of: row), state.kind.isLive else { return }
            name.bind(1, state.record.point.item)
            if try name.integer() == state.id { return }
            // The name may now be an alias of another item.
            alias.bind(1, state.record.point.item)
            guard try alias.integer() == nil else { return }
            throw StoreError(.corrupt, "item \(state.id) is not found by its name")
        }
        try forEach(EventTable.select() + "event.sequence", by: "event.sequence") {
            row throws(StoreError) in _ = try EventTable.row(of: row)
        }
    }

    /// Checks that each name leads to an item, and that no item refers to another item's history.
    private func verifyReferences() throws(StoreError) {
        // A flush writes the names of new items before the items.
        let nextID = "(SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'nextID')"
        for sql in [
            "SELECT name.id FROM name LEFT JOIN head ON head.id = name.id "
                + "WHERE head.id IS NULL AND name.id < \(nextID)",
            // Compaction drops the row once the limits of the history are reached.
            "SELECT head.id FROM head JOIN change ON change.sequence = aside "
                + "WHERE change.id <> head.id",
        ] where continues() {
            guard let id = try Statement(sql + " LIMIT 1", on: handle).integer() else { continue }
            throw StoreError(
                .corrupt,
                "item \(id) has no state, or a row of its history belongs to another item"
            )
        }
    }

    private func verifySealed() throws(StoreError) {
        for (table, column) in Self.sealed where continues() {
            let read = try Statement(
                "SELECT \(column) FROM \(table) WHERE \(column) IS NOT NULL",
                on: handle
            )
            while try read.step() { _ = try read.sealed(0, of: table) { $0 } }
        }
    }

    /// Calls `body` with each row of a query, in slices.
    ///
    /// The rows are ordered by `key`, which is column number `column` of the result. The query must
    /// end with the key in its condition, because ` > ?1` is appended.
    private func forEach(
        _ query: String,
        by key: String,
        _ column: Int32 = 0,
        _ body: (Statement) throws(StoreError) -> Void
    ) throws(StoreError) {
        let read = try Statement(query + " > ?1 ORDER BY \(key) LIMIT \(Self.slice)", on: handle)
        defer { read.reset() }
        var last = Int.min
        var count = Self.slice
        while count == Self.slice, continues() {
            count = 0
            read.bind(1, last)
            while try read.step() {
                try body(read)
                last = read.int(column)
                count += 1
            }
            read.reset()
        }
    }
}
