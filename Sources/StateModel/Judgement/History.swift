// SPDX-License-Identifier: Apache-2.0

package enum HistoryRule {
    /// The distance, in seconds, that a jump must exceed for its starting position to be kept.
    private static let jump = 60.0
    /// The time since the beginning of a period of playback, in milliseconds, from which its last
    /// position is kept.
    private static let longRunMilliseconds = 600_000
    /// The distance up to which two positions count as equal, in seconds.
    private static let nearness = 2.0
    /// The minimum age, in milliseconds, at which a position that was not playing is kept when
    /// another player or device replaces it.
    private static let restMilliseconds = 1_000
    /// The maximum time, in milliseconds, between the reports of two players that play at the same
    /// time.
    private static let turnMilliseconds = 60_000
    /// The time since the beginning of a period of playback, in milliseconds, from which a position
    /// is kept although two players play at the same time.
    private static let runMilliseconds = 120_000
    /// The highest playback speed assumed for a player that continues an item after another player.
    private static let highestSpeed = 4.0

    /// Returns true if `old` is added to the history when `new` replaces it.
    ///
    /// This is the case after a jump of more than a minute, or if `old` was observed at least ten
    /// minutes after `since`. If another player or device continues the item, `old` is also kept if
    /// it was not playing and is at least a second older, or if playback does not explain the new
    /// position. Two players that take turns in a web page therefore add nothing, and two that play
    /// an item in different places at the same time add a value every two minutes at most.
    ///
    /// `since` is the time of the first observation after the newest value in the history, at which
    /// the current period of playback began.
    package static func keeps(
        _ old: ResumePoint,
        before new: ResumePoint,
        isOtherDevice: Bool = false,
        since: Timestamp
    ) -> Bool {
        let distance = new.distance - old.distance
        let isOther = isOtherDevice || old.player != new.player || old.device != new.device
        if isOther, isTurn(old, with: new, since: since) { return false }
        if abs(distance) > jump || old.at - since >= longRunMilliseconds { return true }
        guard isOther else { return false }
        if old.status != .playing, new.at - old.at >= restMilliseconds { return true }
        let played = Double(max(0, new.at - old.at)) / 1_000 * highestSpeed
        return distance < -nearness || distance > played + nearness
    }

    /// Returns true if two players, whose points these are, play at the same time, and the history
    /// has got a value less than two minutes ago.
    package static func isTurn(
        _ old: ResumePoint,
        with new: ResumePoint,
        since: Timestamp
    ) -> Bool {
        old.status == .playing && new.status == .playing
            && abs(new.at - old.at) < turnMilliseconds && old.at - since < runMilliseconds
    }
}
