// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

/// A track that a player plays.
struct MPRISTrack: Equatable, Sendable {
    /// The identity of a track, which changes with each new track.
    struct Key: Equatable, Sendable {
        /// The URL.
        var url: ExactString?
        /// The entry in the player's list.
        var trackID: String?

        /// Creates the key of a player's metadata; a page stays the same at each of its fragments.
        init(_ metadata: MPRISMetadata) {
            trackID = metadata.trackID
            let isPage = metadata.url?.lowercased().hasPrefix("http") ?? false
            url = metadata.url.map { url in
                ExactString(isPage ? String(url.prefix { $0 != "#" }) : url)
            }
        }
    }

    /// The age up to which a track may still be moved, in milliseconds.
    static let movableMilliseconds = 10_000
    /// The distances beyond which a track did not begin at its beginning, in seconds.
    ///
    /// `old` is a position, for a track that was found playing. `new` is the distance beyond what
    /// can have been played since, for a track that was seen to begin.
    static let beginning = (old: 10.0, new: 3.0)
    /// The distance from its expected position beyond which a player has jumped, in seconds.
    static let leap = 2.0
    /// The smallest position that counts as a jump into a track, in seconds.
    static let start = 2.0
    /// The longest advertisement, in seconds.
    static let advertisementSeconds = 120.0
    /// The time after a change of tracks in which players mix up the two, in milliseconds.
    private static let confusionMilliseconds = 3_000

    /// The identity of the track.
    let key: Key
    /// The time at which the track began, in milliseconds.
    let beganAt: Int
    /// The playhead of the previous track: players mix up the two for a moment.
    let previous: Playhead?
    /// The number of searches for the one file that the player holds open.
    var searches = 0
    /// True if the item is a file that the player holds open, and not one that it named.
    var isFound = false
    /// The position at which the URL asks to begin, in seconds; `nil` if it asks for none.
    var linkedStart: Double?
    /// The estimated position.
    var playhead: Playhead
    /// True if the player has reported a position.
    var hasPlace = false
    /// True if the player has reported a position above 0.
    ///
    /// Players that do not know their position report 0.
    var isProven = false
    /// True if something else shows under the same name, such as an advertisement.
    var isForeign = false
    /// A length that a position beyond it has disproved, in seconds.
    var disprovedLength: Double?
    /// True after a second request to move to the target.
    var isMovedAgain = false
    /// True while the player stands still at a position of its own memory that newer progress of
    /// another player makes obsolete.
    var isStale = false
    /// The time of a person's jump after which the player has not reported its position.
    var jumpedAt: Int?
    /// The target of a jump that came before the daemon's resume point, in seconds.
    var openingJump: Double?
    /// The last jump to the beginning, until the player has gone on from there.
    var restart: Restart?
    /// True if the player stands still and has not reported its position since.
    var isStopping = false
    /// An unexpected position, which counts once another report confirms it.
    var doubt: Playhead?
    /// The numbers of the requests to seek in the track that the player has not answered.
    var requestedSeeks: Set<Int> = []
    /// The time at which to ask for the position, in milliseconds; `nil` if that is not needed.
    var askAt: Int?

    /// Creates a track that begins now.
    init(key: Key, after previous: Playhead?, now: Int) {
        self.key = key
        self.previous = previous
        beganAt = now
        playhead = Playhead(at: 0, now: now)
        askAt = now
    }

    /// Notes a position that the player reports, in seconds; 0 may mean that it knows none.
    mutating func heard(at position: Double, now: Int) {
        playhead.set(max(0, position), now: now)
        hasPlace = true
        if position > 0 { isProven = true }
    }

    /// Records a jump that a person made.
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

    /// Restores the playhead from before a jump to the beginning, if that was just now.
    ///
    /// - Returns: True if there was such a jump.
    mutating func undoRestart(now: Int) -> Bool {
        guard let restart = self.restart.take(), restart.isRecent(now: now) else { return false }
        playhead = restart.playhead
        jumpedAt = nil
        return true
    }

    /// Returns true if the previous track would be at that position now.
    func isOfPrevious(_ position: Double, now: Int) -> Bool {
        guard let previous, now - beganAt < Self.confusionMilliseconds else { return false }
        let there = previous.position(now: now)
        return there > Self.leap && abs(position - there) < Self.leap
    }

    /// Returns true if the player is expected at that position, in seconds.
    func isExpected(_ position: Double, now: Int) -> Bool {
        let here = playhead.position(now: now)
        // A player that waits for data falls behind, but never behind its last report.
        let hasWaited = position <= here && position >= playhead.lastHeard - PlayedItem.nearness
        return hasWaited || abs(position - here) <= Self.leap
    }

    /// Returns true if the player has gone on to that position from an unexpected one.
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
