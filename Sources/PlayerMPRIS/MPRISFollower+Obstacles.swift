// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
package import StateModel

// Obstacles to following a player.
extension MPRISFollower {
    var looksForFile: Bool {
        guard let track, item.name == nil, known.metadata?.isPrivate != true else { return false }
        return track.searches < MPRISTiming.searches
    }

    mutating func searchFile() {
        guard looksForFile, track?.askAt.map({ $0 <= now }) ?? true else { return }
        track?.searches += 1
        track?.askAt = now + MPRISTiming.searchIntervalMilliseconds
        command(.findFile)
    }

    mutating func found(_ path: String?) {
        guard let path, track != nil, item.name == nil else { return }
        track?.isFound = true
        track?.askAt = now
        item.name = path
        askForPoint()
    }

    package func obstacle(now: Int) -> Obstacle? {
        guard let track, known.status != .stopped, let metadata = known.metadata else { return nil }
        if item.name == nil {
            if metadata == MPRISMetadata() { return nil }
            if metadata.isPrivate { return .privateWindow }
        }
        let isLate = now - track.beganAt > MPRISTiming.positionTimeoutMilliseconds
        return item.obstacle(
            isSilent: isRunning && !track.isProven && isLate,
            canSeek: known.canSeek != false
        )
    }
}
