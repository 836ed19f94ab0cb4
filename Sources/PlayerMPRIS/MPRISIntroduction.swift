// SPDX-License-Identifier: Apache-2.0

/// The schedule for repeating the first question to a player that does not answer.
///
/// Firefox appears on the bus before it can answer, and does not report on its own that it is
/// playing.
struct MPRISIntroduction: Sendable {
    private static let maximumRequests = 5
    private static let intervalMilliseconds = 500

    /// The time of the next question, in milliseconds; `nil` if none is planned.
    private(set) var wakeAt: Int?
    private var unanswered = 0

    mutating func unanswered(now: Int) {
        unanswered += 1
        if unanswered < Self.maximumRequests { wakeAt = now + Self.intervalMilliseconds }
    }

    /// Returns true, once, if the next question is due.
    mutating func isDue(now: Int) -> Bool {
        guard let wakeAt, wakeAt <= now else { return false }
        self.wakeAt = nil
        return true
    }
}
