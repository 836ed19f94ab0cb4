// SPDX-License-Identifier: Apache-2.0

/// The times at which a playing item is reported, for a player that reports every position.
struct ReportCadence: Equatable, Sendable {
    enum Report {
        /// A report that the daemon may replace with the next one before it is stored.
        case tick
        /// A report that is stored, so that the stored position is at most two seconds old.
        case save
    }

    /// The time after a report of either kind at which a tick is due, in milliseconds.
    private static let tickMilliseconds = 1_000
    /// The time after a stored report at which the next one is due, in milliseconds.
    private static let saveMilliseconds = 1_800

    private var tickedAt: Int?
    private var savedAt: Int?

    /// Returns the kind of report that is due at a time, in milliseconds; `nil` if none is due.
    mutating func report(now: Int) -> Report? {
        let isSaveDue = savedAt.map { isOver(Self.saveMilliseconds, since: $0, now) } ?? false
        let isTickDue = tickedAt.map { isOver(Self.tickMilliseconds, since: $0, now) } ?? true
        guard isSaveDue || isTickDue else { return nil }
        tickedAt = now
        if isSaveDue || savedAt == nil { savedAt = now }
        return isSaveDue ? .save : .tick
    }

    /// Returns true if the interval has passed, or the clock was set back.
    private func isOver(_ interval: Int, since time: Int, _ now: Int) -> Bool {
        !(0..<interval).contains(now - time)
    }
}
