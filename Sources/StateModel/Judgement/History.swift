// SPDX-License-Identifier: Apache-2.0

/// The rule that decides whether a replaced resume point is kept in the history.
package enum HistoryRule {
    /// The minimum length of a jump, in seconds, whose starting position is kept.
    private static let jump = 60.0
    /// The minimum length of a period of playback, in milliseconds, whose last position is kept.
    private static let longRunMilliseconds = 600_000
    /// The maximum distance between two positions that count as equal, in seconds.
    private static let nearness = 2.0
    /// The minimum age, in milliseconds, of a paused position that another player's displaces.
    private static let restMilliseconds = 1_000
    /// The highest playback speed assumed of two players that alternate at one position.
    private static let highestSpeed = 4.0

    /// Returns true if `old` is added to the history when `new` replaces it.
    ///
    /// A change of player or device alone does not count, because a web page may have two players
    /// that alternate, unless `old` was paused and had stood for a while.
    ///
    /// - Parameters:
    ///   - old: The resume point that was current.
    ///   - new: The resume point that replaces it.
    ///   - isOtherDevice: True if another device observed `new`.
    ///   - since: The start of the period of playback that ends with `old`: the first observation
    ///     after the newest value kept.
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
