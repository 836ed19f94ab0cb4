// SPDX-License-Identifier: Apache-2.0

/// The times and distances used in following an MPRIS player.
enum MPRISTiming {
    /// The maximum distance between the target of a seek and the position reached, in seconds.
    static let tolerance = 3.0
    /// The time allowed for a player to reach the target of a seek, in milliseconds.
    static let travelMilliseconds = 3_000
    /// The time after which a seek is repeated if the player has not moved, in milliseconds.
    static let responseMilliseconds = 1_000
    /// The time during which a player may still be opening its file, in milliseconds.
    ///
    /// This applies to a player that stays at 0 and has not reported a duration.
    static let openingMilliseconds = 2_000
    /// The time after the start of a track during which the player itself may seek to the start, in
    /// milliseconds.
    static let ritualMilliseconds = 3_000
    /// The time after a seek during which a player's signals are more reliable than its answers, in
    /// milliseconds.
    static let settlingMilliseconds = 500

    /// The interval of questions for the position during playback, in milliseconds.
    ///
    /// Each answer is stored, so that no stored position is more than two seconds old.
    static let intervalMilliseconds = 1_900
    /// The interval of questions to a paused player, in milliseconds.
    static let restMilliseconds = 10_000
    /// The interval of questions while the position is being verified, in milliseconds.
    static let briefWaitMilliseconds = 250
    /// The interval of questions to a player that does not answer, in milliseconds.
    static let longWaitMilliseconds = 10_000

    /// The maximum number of searches for the one media file that a player has open.
    ///
    /// Between two tracks, a player may have both files open.
    static let searches = 5
    /// The time between two searches, in milliseconds.
    static let searchIntervalMilliseconds = 1_000
    /// The time within which a player must report a position during playback, in milliseconds.
    static let positionTimeoutMilliseconds = 10_000
}
