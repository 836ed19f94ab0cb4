// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

// The file that a player has open, which names the item if the player reports no URL.
extension MPRISFollower {
    var looksForFile: Bool {
        guard let track, item.name == nil, known.metadata?.isPrivate != true else { return false }
        return track.searches < MPRISTiming.searches
    }

    mutating func searchFile() {
        guard looksForFile, track?.askAt.map({ $0 <= now }) ?? true else { return }
        lookUpFile()
    }

    private mutating func lookUpFile() {
        track?.searches += 1
        track?.askAt = now + MPRISTiming.searchIntervalMilliseconds
        command(.findFile)
    }

    func mayBeOfOtherFile(_ news: MPRISProperties) -> Bool {
        item.isFollowed && track?.mayBeOfOtherFile(news, after: known, now: now) == true
    }

    /// Looks up the open file once more, before an event counts.
    mutating func verify(_ event: Event) {
        if track?.waiting == nil { track?.searches = 0 }
        track?.waiting = event
        lookUpFile()
    }

    mutating func found(_ path: String?) {
        guard let track else { return }
        guard let name = item.name else {
            guard let path else { return }
            self.track?.isFound = true
            self.track?.askAt = now
            item.name = path
            return askForPoint()
        }
        // Between two files, a player may have none open, or both.
        guard let event = track.waiting, path != nil || track.searches >= MPRISTiming.searches
        else { return }
        self.track?.waiting = nil
        guard path == name else {
            restartTrack(.switch)
            return found(path)
        }
        if case .changed(let news) = event { handle(news, isVerified: true) }
        if case .seeked(let position) = event { jumped(to: Double(position) / 1_000_000) }
    }
}
