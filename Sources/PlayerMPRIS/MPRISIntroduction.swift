// SPDX-License-Identifier: Apache-2.0

/// The first questions to a player that may not answer immediately.
///
/// Firefox is on the bus before it answers, and never reports unasked that it plays.
struct MPRISIntroduction: Sendable {
    /// The maximum number of questions to a player that does not answer.
    private static let most = 5
    /// The interval of these questions, in milliseconds.
    private static let intervalMilliseconds = 500

    /// The time at which the player is asked again, in milliseconds.
    private(set) var wakeAt: Int?
    private var unanswered = 0

    /// Plans another question to a player that did not answer.
    mutating func unanswered(now: Int) {
        unanswered += 1
        if unanswered < Self.most { wakeAt = now + Self.intervalMilliseconds }
    }

    /// Returns true once the player must be asked again.
    mutating func isDue(now: Int) -> Bool {
        guard let wakeAt, wakeAt <= now else { return false }
        self.wakeAt = nil
        return true
    }
}
