package import StateModel

// What stands in the way of following a player.
extension MPRISFollower {
    /// How often the one file that a player holds open is looked for: while it goes from one track
    /// to the next it may hold two.
    static let searches = 5
    /// The time between two looks, in milliseconds.
    private static let searchInterval = 1_000
    /// How long a player that plays may take to say where it is, in milliseconds.
    private static let patience = 10_000

    /// True if the file that is played is to be looked for, now or later.
    var looksForFile: Bool {
        guard let track, track.item == nil, !isPrivate else { return false }
        return track.searches < Self.searches
    }

    /// Looks for the file that is played, where the player names none.
    mutating func searchFile(now: Int) {
        guard looksForFile, track?.askAt.map({ $0 <= now }) ?? true else { return }
        self.track?.searches += 1
        self.track?.askAt = now + Self.searchInterval
        act(.findFile)
    }

    /// Takes the one media file that the player holds open for what it plays.
    mutating func found(_ path: String?, now: Int) {
        guard let path, let track, track.item == nil else { return }
        self.track?.found(resolve(path) ?? path)
        self.track?.askAt = now
        if isAttached { call(.resume(item: resolve(path) ?? path, facts: track.facts)) }
    }

    /// True if a browser plays in a private window, of which it shows nothing but that.
    private var isPrivate: Bool {
        guard let metadata = known.metadata, metadata.url == nil else { return false }
        return metadata.title?.hasSuffix(" is playing media") ?? false
    }

    /// Judges whether the player can be followed, and moved.
    ///
    /// - Parameter now: The time, in milliseconds.
    /// - Returns: The reason why not; `nil` if there is none.
    package func obstacle(now: Int) -> Obstacle? {
        guard let track, known.status != .stopped, let metadata = known.metadata else { return nil }
        guard track.item != nil else {
            if metadata == MPRISMetadata() { return nil }
            return isPrivate ? .privateWindow : .noName
        }
        let isSilent = track.playhead.isRunning && !track.isProven
        if isSilent, now - track.beganAt > Self.patience { return .noPosition }
        guard let target = track.target, target > 1, track.terms.hold == nil, !track.isChosen
        else { return nil }
        return known.canSeek == false ? .cannotSeek : nil
    }
}
