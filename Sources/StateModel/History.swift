/// The rule that decides if a displaced resume point was a place of its own, worth going back to.
package enum HistoryRule {
    /// The distance in seconds above which a jump leaves a place behind.
    private static let jump = 60.0
    /// The playing time in milliseconds that makes a place, too.
    private static let goingOn = 600_000

    /// Returns true if `old` goes into the history when `new` displaces it.
    ///
    /// - Parameters:
    ///   - old: The resume point that was current.
    ///   - new: The resume point that displaces it.
    ///   - since: The start of the run that `old` ends: the first observation after the newest one
    ///     kept.
    /// - Returns: True if `old` goes into the history.
    package static func keeps(_ old: ResumePoint, before new: ResumePoint, since: Int) -> Bool {
        old.player != new.player || old.device != new.device
            || abs(old.position - new.position) > jump || old.at - since >= goingOn
    }
}
