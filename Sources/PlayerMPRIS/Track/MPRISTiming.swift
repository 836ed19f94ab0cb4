// SPDX-License-Identifier: Apache-2.0

enum MPRISTiming {
    /// The maximum distance from its target at which a seek counts as successful, in seconds.
    static let tolerance = 3.0
    /// The time within which a player must reach the target of a seek, in milliseconds.
    static let travelMilliseconds = 3_000
    /// The time after which a seek is repeated if the player has not moved, in milliseconds.
    static let responseMilliseconds = 1_000
    /// The time during which a player may still be opening its file, in milliseconds.
    static let openingMilliseconds = 2_000
    /// The time after a change of tracks during which the URL may still be that of the previous
    /// one, in milliseconds.
    static let announcementMilliseconds = 3_000
    /// The time after the start of a track during which the player may seek to the beginning
    /// itself, in milliseconds.
    static let ritualMilliseconds = 3_000
    /// The time after a seek during which a player's signals are more reliable than its replies, in
    /// milliseconds.
    static let settlingMilliseconds = 500

    /// The interval between questions for the position during playback, in milliseconds.
    ///
    /// Each answer is stored, so the stored position is at most about two seconds old.
    static let intervalMilliseconds = 1_900
    /// The interval between questions to a paused player, in milliseconds.
    static let restMilliseconds = 10_000
    /// The interval between questions while a track is opening or a seek is in progress, in
    /// milliseconds.
    static let briefWaitMilliseconds = 250
    /// The interval between questions to a player that does not answer, or plays other media under
    /// the item's name, in milliseconds.
    static let longWaitMilliseconds = 10_000

    /// The maximum number of searches for the media file that a player has open.
    ///
    /// One may not be enough, because a player may have two files open between two tracks.
    static let searches = 5
    static let searchIntervalMilliseconds = 1_000
    /// The time within which a playing player must report a position, in milliseconds.
    static let positionTimeoutMilliseconds = 10_000
}
