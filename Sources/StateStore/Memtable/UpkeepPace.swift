// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The pace of upkeep, which limits the work in each turn.
///
/// The cost of a flush and its compaction is spread evenly over the rows written until the next
/// flush. Costs are estimates, in nanoseconds of processor time, so that the work of a slice does
/// not depend on measured time.
package struct UpkeepPace: Equatable, Sendable {
    /// The maximum cost of a slice, unless the rows of the last turn added more than half this
    /// cost.
    static let longestSlice = 2_000_000
    /// The maximum cost of a slice, however many rows the last turn added.
    ///
    /// Writing 12,000 rows already delays callers, and adds a cost of 70 ms, too much for one
    /// slice.
    static let longestAfterBatch = 5_000_000
    /// The minimum cost of a slice while rows are being written, which makes its transaction
    /// worthwhile.
    static let shortestSlice = 300_000
    /// The maximum cost of a slice while the store is idle.
    ///
    /// A new caller may have to wait for such a slice.
    static let idleSlice = 1_000_000
    /// The time after a write during which more writes are expected, in milliseconds.
    static let gracePeriodMilliseconds = 10

    /// The cost added by each written row.
    private var rate = 0
    /// The cost that rows have added and slices have not spent yet.
    private var owed = 0
    /// The cost added by the rows of the last turn.
    private var latest = 0
    private var writtenAt = Timestamp.min

    /// Starts upkeep of the given cost, which must be done before `rows` more rows are written.
    mutating func begin(cost: Int, before rows: Int) {
        // Finishes after four fifths of the rows, in case the estimate is too low.
        rate = cost / max(1, rows) * 5 / 4 + 1
    }

    mutating func noteWrite(_ rows: Int, at now: Timestamp) {
        guard rows > 0 else { return }
        writtenAt = now
        latest = rows * rate
        owed += latest
    }

    /// Returns the maximum cost of the next slice; `nil` if no slice is due.
    func slice(at now: Timestamp) -> Int? {
        if isIdle(at: now) { return Self.idleSlice }
        guard owed >= Self.shortestSlice else { return nil }
        return min(owed, max(Self.longestSlice, min(2 * latest, Self.longestAfterBatch)))
    }

    mutating func spend(_ cost: Int) {
        owed = max(0, owed - cost)
    }

    mutating func end() {
        owed = 0
        latest = 0
    }

    /// Returns the time at which to check again whether the store is idle.
    func nextLook(at now: Timestamp) -> Timestamp {
        isIdle(at: now) ? now : writtenAt + Self.gracePeriodMilliseconds
    }

    private func isIdle(at now: Timestamp) -> Bool {
        // A clock that was set back must not delay upkeep.
        now < writtenAt
            || now.rawValue
                >= writtenAt.rawValue.addingReportingOverflow(Self.gracePeriodMilliseconds)
                .partialValue
    }
}
