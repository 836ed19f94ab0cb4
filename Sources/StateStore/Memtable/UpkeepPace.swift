// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The pace of upkeep: the amount of upkeep that a turn does.
///
/// The cost of a flush and its compaction is spread evenly over the rows that are written until the
/// next flush is due, so that no stage of it delays a turn.
///
/// Costs are estimated beforehand in nanoseconds of processor time. The content of a slice never
/// depends on the time that it took, and upkeep keeps pace on any machine.
package struct UpkeepPace: Equatable, Sendable {
    /// The maximum cost of a slice, unless the turn itself wrote rows that warrant more.
    static let longestSlice = 2_000_000
    /// The maximum cost of a slice in any case.
    ///
    /// A batch of 12,000 rows makes 70 ms due, and has kept all callers waiting for as long already.
    static let longestAfterBatch = 5_000_000
    /// The cost below which a slice is not worth a separate transaction while writes continue.
    static let shortestSlice = 300_000
    /// The cost of a slice while the store is idle: the longest wait of a new caller.
    static let idleSlice = 1_000_000
    /// The time after a write during which more writes are expected, in milliseconds.
    static let gracePeriodMilliseconds = 10

    /// The cost that each written row makes due.
    private var rate = 0
    /// The cost that is due.
    private var owed = 0
    /// The cost that the rows of the last turn made due.
    private var latest = 0
    /// The time of the last write, on the trusted clock, in milliseconds since 1970.
    private var writtenAt = Timestamp.min

    /// Starts upkeep of the given cost, paced to finish before another `rows` rows are written.
    mutating func begin(cost: Int, before rows: Int) {
        // A fifth of the rows is left as a margin for estimates that are too low.
        rate = cost / max(1, rows) * 5 / 4 + 1
    }

    /// Records that rows were written.
    mutating func wrote(_ rows: Int, at now: Timestamp) {
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

    /// Records that a slice of that cost was done.
    mutating func did(_ cost: Int) {
        owed = max(0, owed - cost)
    }

    /// Records that no upkeep is left, and cancels what is owed.
    mutating func end() {
        owed = 0
        latest = 0
    }

    /// Returns the time of the next check for idleness.
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
