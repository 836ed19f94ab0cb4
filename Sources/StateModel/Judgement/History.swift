// SPDX-License-Identifier: Apache-2.0

/// The rule that decides if a displaced resume point is worth going back to.
package enum HistoryRule {
    /// The distance, in seconds, that a jump must exceed for the old place to be kept.
    private static let jump = 60.0
    /// The length of a run, in milliseconds, from which its last place is kept, too.
    private static let longRunMilliseconds = 600_000
    /// The distance, in seconds, up to which two places are one.
    private static let nearness = 2.0
    /// The rest, in milliseconds, after which the position of another player is kept.
    private static let restMilliseconds = 1_000
    /// The highest speed of two players that take turns at one place.
    private static let highestSpeed = 4.0

    /// Returns true if `old` goes into the history when `new` displaces it.
    ///
    /// A change of player or device alone does not count, because a page may be two players; a
    /// position at which the other one rested does.
    ///
    /// - Parameters:
    ///   - old: The resume point that was current.
    ///   - new: The resume point that displaces it.
    ///   - isOtherDevice: True if another device observed `new`.
    ///   - since: The start of the run that `old` ends: the first observation after the newest one
    ///     kept.
    /// - Returns: True if `old` goes into the history.
    package static func keeps(
        _ old: ResumePoint,
        before new: ResumePoint,
        isOtherDevice: Bool = false,
        since: Timestamp
    ) -> Bool {
        let distance = new.distance - old.distance
        if abs(distance) > jump || old.at - since >= longRunMilliseconds { return true }
        guard isOtherDevice || old.player != new.player || old.device != new.device else {
            return false
        }
        if old.status != .playing, new.at - old.at >= restMilliseconds { return true }
        let played = Double(max(0, new.at - old.at)) / 1_000 * highestSpeed
        return distance < -nearness || distance > played + nearness
    }
}
