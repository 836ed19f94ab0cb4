// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// A search of the log, in slices, for the items of which a row has a text.
///
/// If few rows have the text, this takes a fraction of the time of reading all points. The reader
/// compares the items with their states, because the log also has older values.
package struct LogSearch {
    /// The number of rows that a slice examines.
    private static let slice = 256
    /// The sign in names whose percent escapes may stand for the text.
    private static let escape = Array("%".utf8)

    private let log: ChangeLog
    private let limit: Int
    /// The number of rows that may still be examined.
    ///
    /// In a log with a long history, it takes less time to read the points.
    private var room: Int
    private var last = SequenceNumber.start
    private var isComplete = false
    private var items: Set<ItemID> = []

    /// Creates a search that is given up once it finds more than `limit` items.
    package init(_ log: ChangeLog, limit: Int) {
        self.log = log
        self.limit = limit
        room = Self.slice + log.statistics.standing * 5 / 4
    }

    package var isOver: Bool { isComplete || isGivenUp }

    private var isGivenUp: Bool { items.count > limit || room <= 0 }

    /// The items of all rows with the text; `nil` if the search was given up.
    package var found: Set<ItemID>? { isGivenUp ? nil : items }

    /// Examines rows until a slice is over, or the time is up after a row that had to be decoded.
    package mutating func examine(
        for filter: inout PointFilter,
        until end: ContinuousClock.Instant
    ) throws(StoreError) {
        let rows = try log.tables.file.kept(
            "SELECT \(Tables.rowColumns) FROM change WHERE sequence > ?1 ORDER BY sequence LIMIT ?2",
            last,
            Self.slice
        )
        defer { rows.reset() }
        var count = 0
        while try rows.step() {
            (count, room) = (count + 1, room - 1)
            last = rows.int(0)
            // Most rows need not be decoded.
            let body = Tables.bodyColumn
            guard rows.has(filter.literal, in: body) || rows.has(Self.escape, in: body) else {
                continue
            }
            if case .item(let record) = try Tables.verifiedRow(of: rows).body,
                filter.hasText(record.point)
            {
                items.insert(rows.int(1))
            }
            // A search for thousands of words takes milliseconds for a single row.
            guard ContinuousClock.now < end else { return }
        }
        isComplete = count < Self.slice
    }
}
