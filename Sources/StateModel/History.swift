/// Whether a resume point that is displaced was a place of its own, worth going back to.
package enum HistoryRule {
    /// A jump of more than this many seconds leaves a place behind.
    private static let jump = 60.0
    /// Going on for this many milliseconds makes a place, too.
    private static let goingOn = 600_000

    /// Whether `old` is kept once `new` takes its place.
    ///
    /// - Parameters:
    ///   - old: the point that stood.
    ///   - new: the point that displaces it.
    ///   - since: when the run began that `old` is the last of: the first observation after
    ///     the newest one kept.
    /// - Returns: true where `old` goes into the history.
    package static func keeps(_ old: ResumePoint, before new: ResumePoint, since: Int) -> Bool {
        old.player != new.player || old.device != new.device
            || abs(old.position - new.position) > jump || old.at - since >= goingOn
    }
}
