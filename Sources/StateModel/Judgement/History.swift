// SPDX-License-Identifier: Apache-2.0

/// The rule that decides if a displaced resume point was a place of its own, worth going back to.
package enum HistoryRule {
    /// The distance, in seconds, that a jump must exceed for the old place to be kept.
    private static let jump = 60.0
    /// The length of a run, in milliseconds, from which its last place is kept, too.
    private static let longRunMilliseconds = 600_000

    /// Returns true if `old` goes into the history when `new` displaces it.
    ///
    /// - Parameters:
    ///   - old: The resume point that was current.
    ///   - new: The resume point that displaces it.
    ///   - since: The start of the run that `old` ends: the first observation after the newest one
    ///     kept.
    /// - Returns: True if `old` goes into the history.
    package static func keeps(_ old: ResumePoint, before new: ResumePoint, since: Timestamp) -> Bool
    {
        old.player != new.player || old.device != new.device
            || abs(old.position - new.position) > jump || old.at - since >= longRunMilliseconds
    }
}
