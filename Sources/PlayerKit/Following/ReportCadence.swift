// SPDX-License-Identifier: Apache-2.0

/// The times of reports on a playing item, for a player that reports every position.
struct ReportCadence: Equatable, Sendable {
    /// A report that is due.
    enum Report {
        /// A report that the next one may replace.
        case tick
        /// A report that is stored, so that the stored position is never more than two seconds old.
        case save
    }

    /// The interval of reports, in milliseconds.
    private static let tickMilliseconds = 1_000
    /// The interval of stored reports, in milliseconds.
    private static let saveMilliseconds = 1_800

    private var tickedAt: Int?
    private var savedAt: Int?

    /// Returns the report that is due at a time, in milliseconds; `nil` if none is.
    mutating func report(now: Int) -> Report? {
        let isSaveDue = savedAt.map { isOver(Self.saveMilliseconds, since: $0, now) } ?? false
        let isTickDue = tickedAt.map { isOver(Self.tickMilliseconds, since: $0, now) } ?? true
        guard isSaveDue || isTickDue else { return nil }
        tickedAt = now
        if isSaveDue || savedAt == nil { savedAt = now }
        return isSaveDue ? .save : .tick
    }

    /// Returns true if an interval is over, or if the clock was set back.
    private func isOver(_ interval: Int, since time: Int, _ now: Int) -> Bool {
        !(0..<interval).contains(now - time)
    }
}
