// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

/// A track that a player plays.
struct MPRISTrack: Equatable, Sendable {
    /// The identity of a track, which changes with each new track.
    struct Key: Equatable, Sendable {
        var url: ExactString?
        /// The player's identifier of the entry in its track list.
        var trackID: String?

        /// Creates the key from a player's metadata, without the fragment of a URL.
        init(_ metadata: MPRISMetadata) {
            trackID = metadata.trackID
            let isPage = metadata.url?.lowercased().hasPrefix("http") ?? false
            url = metadata.url.map { url in
                ExactString(isPage ? String(url.prefix { $0 != "#" }) : url)
            }
        }
    }

    /// The maximum age of a track that may still be resumed, in milliseconds.
    static let movableMilliseconds = 10_000
    /// The distances beyond which a track counts as started elsewhere than at its beginning, in
    /// seconds.
    ///
    /// `old` is the maximum position of a track that was playing when it was found. `new` is the
    /// maximum distance from the position expected by the time since a track began.
    static let beginning = (old: 10.0, new: 3.0)
    /// The distance from the expected position that counts as a seek, in seconds.
    static let leap = 2.0
    /// The minimum position that counts as a start within the track, in seconds.
    static let start = 2.0
    /// The maximum length of an advertisement, in seconds.
    static let advertisementSeconds = 120.0
    /// The time after a change of tracks during which a player may report the previous position, in
    /// milliseconds.
    private static let confusionMilliseconds = 3_000

    /// The identity of the track.
    let key: Key
    /// The time at which the track began, in milliseconds.
    let beganAt: Int
    /// The playhead of the previous track, which a player may still report for a moment after the
    /// change.
    let previous: Playhead?
    /// The number of searches for the one media file that the player has open.
    var searches = 0
    /// True if the item is a file that the player has open, not one that it reports.
    var isFound = false
    /// The start position in the URL, in seconds; `nil` if there is none.
    var linkedStart: Double?
    /// The estimated position.
    var playhead: Playhead
    /// True if the player has reported a position.
    var hasPlace = false
    /// True if the player has reported a position above 0.
    ///
    /// A player that does not know its position reports 0.
    var isProven = false
    /// True if other media are played under the same name, such as an advertisement.
    var isForeign = false
    /// A reported length that a later position has exceeded, in seconds.
    var disprovedLength: Double?
    /// True after the seek to the target has been repeated.
    var isMovedAgain = false
    /// True while the player stays at its own remembered position, although another player has
    /// newer progress.
    var isStale = false
    /// The time of the user's seek, in milliseconds; `nil` once the player has reported its
    /// position.
    var jumpedAt: Int?
    /// The target of a seek that was reported before the daemon's resume point arrived, in seconds.
    var openingJump: Double?
    /// The last seek to the beginning, until the player continues from there.
    var restart: Restart?
    /// True if the player has stopped and has not reported its position since then.
    var isStopping = false
    /// An unexpected position that must be confirmed by another report.
    var doubt: Playhead?
    /// The numbers of the unanswered seek requests of other programs.
    var requestedSeeks: Set<Int> = []
    /// The time of the next question for the position, in milliseconds; `nil` if none is planned.
    var askAt: Int?

    /// Creates a track that begins now.
    init(key: Key, after previous: Playhead?, now: Int) {
        self.key = key
        self.previous = previous
        beganAt = now
        playhead = Playhead(at: 0, now: now)
        askAt = now
    }

    /// Handles a reported position, in seconds; 0 may mean that it is unknown.
    mutating func heard(at position: Double, now: Int) {
        playhead.set(max(0, position), now: now)
        hasPlace = true
        if position > 0 { isProven = true }
    }

    /// Records a seek by the user.
    mutating func jumped(to position: Double, isFollowed: Bool, now: Int) {
        if position >= Self.start {
            restart = nil
        } else if playhead.position(now: now) > Self.start, isFollowed {
            restart = Restart(from: playhead, now: now)
        }
        heard(at: position, now: now)
        isStale = false
        doubt = nil
        jumpedAt = now
        askAt = now + MPRISTiming.settlingMilliseconds
    }

    /// Restores the playhead from before a recent seek to the beginning.
    ///
    /// - Returns: True if there was such a seek.
    mutating func undoRestart(now: Int) -> Bool {
        guard let restart = self.restart.take(), restart.isRecent(now: now) else { return false }
        playhead = restart.playhead
        jumpedAt = nil
        return true
    }

    /// Returns true if a position is the one that the previous track would have reached by now.
    func isOfPrevious(_ position: Double, now: Int) -> Bool {
        guard let previous, now - beganAt < Self.confusionMilliseconds else { return false }
        let there = previous.position(now: now)
        return there > Self.leap && abs(position - there) < Self.leap
    }

    /// Returns true if the given position, in seconds, is plausible for continued playback.
    func isExpected(_ position: Double, now: Int) -> Bool {
        let here = playhead.position(now: now)
        // A player that waits for data falls behind, but not below the position of its last report.
        let hasWaited = position <= here && position >= playhead.lastHeard - PlayedItem.nearness
        return hasWaited || abs(position - here) <= Self.leap
    }

    /// Returns true if a position is the continuation of an earlier unexpected one.
    func isBorneOut(_ position: Double, now: Int) -> Bool {
        doubt.map { abs($0.position(now: now) - position) <= Self.leap } ?? false
    }

    /// Records an unexpected position, which counts only if the player continues from there.
    mutating func noteDoubt(_ position: Double, now: Int) {
        var doubt = Playhead(at: position, now: now)
        doubt.play(at: playhead.rate, now: now)
        doubt.run(playhead.isRunning, now: now)
        self.doubt = doubt
    }
}
