// SPDX-License-Identifier: Apache-2.0
package import StateModel

// Obstacles to following a player.
extension MPRISFollower {
    /// The number of searches for the one file that a player holds open.
    ///
    /// While it goes from one track to the next, a player may hold two.
    static let searches = 5
    /// The time between two searches, in milliseconds.
    private static let searchIntervalMilliseconds = 1_000
    /// The time that a playing player has to report a position, in milliseconds.
    private static let positionTimeoutMilliseconds = 10_000

    /// True while the played file must still be searched for, now or later.
    var looksForFile: Bool {
        guard let track, track.item == nil, !isPrivate else { return false }
        return track.searches < Self.searches
    }

    /// Searches for the played file of a player that names none.
    mutating func searchFile(now: Int) {
        guard looksForFile, track?.askAt.map({ $0 <= now }) ?? true else { return }
        self.track?.searches += 1
        self.track?.askAt = now + Self.searchIntervalMilliseconds
        act(.findFile)
    }

    /// Uses the one media file that the player holds open as the played item.
    mutating func found(_ path: String?, now: Int) {
        guard let path, let track, track.item == nil else { return }
        self.track?.found(path)
        self.track?.askAt = now
        if isAttached { call(.resume(item: path, facts: track.facts)) }
    }

    /// True if a browser plays in a private window; it reveals nothing else about it.
    private var isPrivate: Bool {
        guard let metadata = known.metadata, metadata.url == nil else { return false }
        return metadata.title?.hasSuffix(" is playing media") ?? false
    }

    /// Returns the reason why the player cannot be followed or moved.
    ///
    /// - Parameter now: The time, in milliseconds.
    /// - Returns: The obstacle; `nil` if there is none.
    package func obstacle(now: Int) -> Obstacle? {
        guard let track, known.status != .stopped, let metadata = known.metadata else { return nil }
        guard track.item != nil else {
            if metadata == MPRISMetadata() { return nil }
            return isPrivate ? .privateWindow : .noName
        }
        let isSilent = track.playhead.isRunning && !track.isProven
        if isSilent, now - track.beganAt > Self.positionTimeoutMilliseconds { return .noPosition }
        guard let target = track.target, target > 1, track.terms.hold == nil, !track.isChosen
        else { return nil }
        return known.canSeek == false ? .cannotSeek : nil
    }
}
