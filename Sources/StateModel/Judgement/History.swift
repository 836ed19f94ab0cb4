// SPDX-License-Identifier: Apache-2.0

/// The rule that decides if a displaced resume point is kept.
package enum HistoryRule {
    /// The minimum distance of a jump whose old position is kept, in seconds.
    private static let jump = 60.0
    /// The minimum length of a run whose last position is kept, in milliseconds.
    private static let longRunMilliseconds = 600_000
    /// The maximum distance of equal positions, in seconds.
    private static let nearness = 2.0
    /// The time after which the position of another player is kept, in milliseconds.
    private static let restMilliseconds = 1_000
    /// The maximum playback speed of two players that alternate at one position.
    private static let highestSpeed = 4.0

    /// Returns true if `old` is added to the history when `new` displaces it.
    ///
    /// A change of player or device alone does not count, because a page may have two players,
    /// unless the other player rested at its position.
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
