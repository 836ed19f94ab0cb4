// SPDX-License-Identifier: Apache-2.0

/// The repetition of the first question to a player that does not answer.
///
/// Firefox appears on the bus before it can answer, and reports only if asked that it plays.
struct MPRISIntroduction: Sendable {
    /// The maximum number of questions.
    private static let most = 5
    /// The interval of the questions, in milliseconds.
    private static let intervalMilliseconds = 500

    /// The time of the next question, in milliseconds; `nil` if there is none.
    private(set) var wakeAt: Int?
    private var unanswered = 0

    /// Schedules another question after one without an answer.
    mutating func unanswered(now: Int) {
        unanswered += 1
        if unanswered < Self.most { wakeAt = now + Self.intervalMilliseconds }
    }

    /// Returns true if the player must be asked now.
    mutating func isDue(now: Int) -> Bool {
        guard let wakeAt, wakeAt <= now else { return false }
        self.wakeAt = nil
        return true
    }
}
