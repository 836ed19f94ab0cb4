// SPDX-License-Identifier: Apache-2.0

/// The times and distances by which a player on the bus is followed.
enum MPRISTiming {
    /// The maximum distance between the target of a move and the position reached, in seconds.
    static let tolerance = 3.0
    /// The time allowed for a player to reach a requested position, in milliseconds.
    static let travelMilliseconds = 3_000
    /// The time before an unmoved player gets a second request, in milliseconds.
    static let responseMilliseconds = 1_000
    /// The time in which a player may still be opening its file, in milliseconds.
    ///
    /// It applies to a player that stays at 0 and has not reported a duration.
    static let openingMilliseconds = 2_000
    /// The time after the start of a track in which its player may jump to the start, in
    /// milliseconds.
    static let ritualMilliseconds = 3_000
    /// The time after a jump in which a player's signals are more reliable than its answers, in
    /// milliseconds.
    static let settlingMilliseconds = 500

    /// The interval at which a playing player is asked for its position, in milliseconds.
    ///
    /// Each answer is stored, so that no stored position is more than two seconds old.
    static let intervalMilliseconds = 1_900
    /// The interval for a stationary player, in milliseconds.
    static let restMilliseconds = 10_000
    /// The interval while the player's position is being verified, in milliseconds.
    static let briefWaitMilliseconds = 250
    /// The interval for a player that does not answer, in milliseconds.
    static let longWaitMilliseconds = 10_000

    /// The maximum number of searches for the only file that a player has open.
    ///
    /// Between two tracks, a player may have both files open.
    static let searches = 5
    /// The time between two searches, in milliseconds.
    static let searchIntervalMilliseconds = 1_000
    /// The time within which a playing player must report a position, in milliseconds.
    static let positionTimeoutMilliseconds = 10_000
}
