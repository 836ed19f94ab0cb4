// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

struct MPRISTrack: Equatable, Sendable {
    struct Key: Equatable, Sendable {
        var url: ExactString?
        /// The player's own identifier; without a URL, the title.
        ///
        /// Totem has no identifier, and Sayonara another one each time it is asked.
        var entry: String?

        /// Creates the key from a player's metadata, without the fragment of a web address.
        init(_ metadata: MPRISMetadata) {
            let isTitled = metadata.url == nil && MPRISItem.ownName(of: metadata) == nil
            entry = isTitled ? metadata.title : metadata.trackID
            let isPage = metadata.url?.lowercased().hasPrefix("http") ?? false
            url = metadata.url.map { url in
                ExactString(isPage ? String(url.prefix { $0 != "#" }) : url)
            }
        }
    }

    /// The age up to which a playing track can be resumed, in milliseconds.
    static let movableMilliseconds = 10_000
    /// The limits, in seconds, beyond which a track did not start at its beginning.
    ///
    /// `old` is the maximum position of a track that was playing when the bridge found the player.
    /// The position of any other track may exceed the time for which it has played by at most
    /// `new`.
    static let beginning = (old: 10.0, new: 3.0)
    /// The minimum distance from the expected position that is considered a seek, in seconds.
    static let leap = 2.0
    /// The position at which the beginning of a track ends, in seconds.
    static let start = 2.0
    /// The maximum length of an advertisement, in seconds.
    static let advertisementSeconds = 120.0
    /// The time after a change of tracks during which a player may report a position of the
    /// previous track, in milliseconds.
    private static let confusionMilliseconds = 3_000

    var key: Key
    /// True once the player was asked whether a new track goes on in the same file.
    var isChapterAsked = false
    var beganAt: Int
    /// The playhead of the previous track, whose position a player may still report for a moment.
    var previous: Playhead?
    /// True if the previous track had the same URL.
    var repeatsURL = false
    var searches = 0
    /// True if the item's name was found by a search for the player's open file.
    var isFound = false
    /// The event that counts only if the player still has that file open; `nil` if there is none.
    var waiting: MPRISEvent?
    var linkedStart: Double?
    var playhead: Playhead
    /// True if the player has reported a position.
    var hasPlace = false
    /// True if the player has reported a position above 0.
    ///
    /// A player that does not know its position reports 0.
    var isProven = false
    /// True if other media, such as an advertisement, are played under the item's name.
    var isForeign = false
    /// A reported length, in seconds, that a later position has exceeded.
    var disprovedLength: Double?
    /// True once the seek to the resume point was repeated.
    var isMovedAgain = false
    /// True while a paused player stays at its own remembered position, and not at the resume
    /// point.
    var isStale = false
    /// The time of the user's seek, in milliseconds; `nil` once the player has reported its new
    /// position.
    var jumpedAt: Int?
    /// The position, in seconds, before a seek in a paused player, which it may report until it
    /// plays; `nil` otherwise.
    var origin: Double?
    /// The target, in seconds, of a seek that was reported before the daemon replied with the
    /// resume point.
    var openingJump: Double?
    /// The latest seek to the beginning, which an end of the track may explain.
    var restart: Restart?
    /// True if playback has continued after a pause, and the player has not reported its position
    /// since.
    var isContinuing = false
    /// True if the player has stopped or paused, and has not reported its position since.
    var isStopping = false
    /// An unexpected position that the next report must confirm.
    var doubt: Playhead?
    /// The positions, in seconds, at other programs' seek requests that the player has not executed
    /// yet, by number.
    var requestedSeeks: [Int: Double] = [:]
    /// The time of the next question for the position, in milliseconds; `nil` if none is planned.
    var askAt: Int?

    init(key: Key, after previous: Playhead?, now: Int) {
        self.key = key
        self.previous = previous
        beganAt = now
        playhead = Playhead(at: 0, now: now)
        askAt = now
    }

    /// Handles a reported position, in seconds; 0 may mean that the position is unknown.
    mutating func noteReport(at position: Double, now: Int) {
        playhead.set(max(0, position), now: now)
        hasPlace = true
        guard position > 0 else { return }
        isProven = true
        isContinuing = false
    }

    /// Handles the begin or the end of a pause.
    mutating func run(_ isRunning: Bool, isOpening: Bool, now: Int) {
        playhead.run(isRunning, now: now)
        isStale = false
        isContinuing = isRunning && origin == nil
        origin = nil
        // A track that was stopped, or opened in a pause, begins when it is played.
        if isRunning, isOpening { beganAt = now }
    }

    mutating func jumped(to position: Double, isFollowed: Bool, now: Int) {
        origin = nil
        if position >= Self.start {
            restart = nil
        } else if playhead.position(now: now) > Self.start, isFollowed {
            restart = Restart(from: playhead, now: now)
        }
        noteReport(at: position, now: now)
        isStale = false
        doubt = nil
        jumpedAt = now
        askAt = now + MPRISTiming.settlingMilliseconds
    }

    /// Returns the latest seek to the beginning if an end of the track at `now` would explain it.
    func lastRestart(now: Int) -> Restart? {
        restart.flatMap { $0.isExplained(byPause: false, now: now) ? $0 : nil }
    }

    /// Restores the playhead from before a recent seek to the beginning; returns false if there was
    /// none.
    mutating func undoRestart(byPause: Bool, now: Int) -> Bool {
        guard let restart = self.restart.take(), restart.isExplained(byPause: byPause, now: now)
        else { return false }
        playhead = restart.playhead
        jumpedAt = nil
        return true
    }

    /// Returns true if a position, in seconds, may still be that of the previous track.
    ///
    /// A position that this track's length makes impossible may be the previous one's for longer.
    func isOfPrevious(_ position: Double, length: Double?, now: Int) -> Bool {
        let isImpossible = length.map { position > $0 + Self.leap } ?? false
        let limit = isImpossible ? Self.movableMilliseconds : Self.confusionMilliseconds
        guard let previous, now - beganAt < limit else { return false }
        let there = previous.position(now: now)
        return there > Self.leap && abs(position - there) < Self.leap
    }

    /// Returns true if the position, in seconds, is plausible for continued playback.
    func isExpected(_ position: Double, now: Int) -> Bool {
        let here = playhead.position(now: now)
        // A player that waits for data falls behind the estimate, but not behind its last report.
        let hasWaited = position <= here && position >= playhead.lastReported - PlayedItem.nearness
        return hasWaited || abs(position - here) <= Self.leap
    }

    /// Returns true if the player has continued from its last unexpected position to this one.
    func isConfirmed(_ position: Double, now: Int) -> Bool {
        doubt.map { abs($0.position(now: now) - position) <= Self.leap } ?? false
    }

    mutating func noteDoubt(_ position: Double, now: Int) {
        var doubt = Playhead(at: position, now: now)
        doubt.play(at: playhead.rate, now: now)
        doubt.run(playhead.isRunning, now: now)
        self.doubt = doubt
    }
}
