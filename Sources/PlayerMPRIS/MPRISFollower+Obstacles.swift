// SPDX-License-Identifier: Apache-2.0
package import StateModel

// Obstacles to following a player.
extension MPRISFollower {
    /// True while the played file must still be searched for, now or later.
    var looksForFile: Bool {
        guard let track, track.item == nil, known.metadata?.isPrivate != true else { return false }
        return track.searches < MPRISTiming.searches
    }

    /// Searches for the played file of a player that names none.
    mutating func searchFile(now: Int) {
        guard looksForFile, track?.askAt.map({ $0 <= now }) ?? true else { return }
        self.track?.searches += 1
        self.track?.askAt = now + MPRISTiming.searchIntervalMilliseconds
        act(.findFile)
    }

    /// Uses the one media file that the player holds open as the played item.
    mutating func found(_ path: String?, now: Int) {
        guard let path, let track, track.item == nil else { return }
        self.track?.found(path)
        self.track?.askAt = now
        if isAttached { call(.resume(item: path, facts: track.facts)) }
    }

    /// Returns the reason why the player cannot be followed or moved.
    ///
    /// - Parameter now: The time, in milliseconds.
    /// - Returns: The obstacle; `nil` if there is none.
    package func obstacle(now: Int) -> Obstacle? {
        guard let track, known.status != .stopped, let metadata = known.metadata else { return nil }
        guard track.item != nil else {
            if metadata == MPRISMetadata() { return nil }
            return metadata.isPrivate ? .privateWindow : .noName
        }
        let isSilent = track.playhead.isRunning && !track.isProven
        if isSilent, now - track.beganAt > MPRISTiming.positionTimeoutMilliseconds {
            return .noPosition
        }
        guard let target = track.target, target > 1, track.terms.hold == nil, !track.isChosen
        else { return nil }
        return known.canSeek == false ? .cannotSeek : nil
    }
}
