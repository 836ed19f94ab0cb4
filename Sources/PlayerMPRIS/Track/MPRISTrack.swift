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

    /// The progress of a track towards a position that counts.
    enum Phase: Equatable, Sendable {
        /// The follower has not decided yet if the track is to be moved to its resume point.
        case opening
        /// The player was sent to a position, in seconds, at a time, in milliseconds.
        case moving(to: Double, since: Int)
        /// The player's position counts.
        case following
    }

    /// The identity of the track.
    let key: Key
    /// The item's name in the daemon; `nil` if the track has none and is not reported.
    private(set) var item: String?
    /// The time at which the track began, in milliseconds.
    let beganAt: Int
    /// The number of searches for the one file that the player holds open.
    var searches = 0
    /// True if the item is a file that the player holds open, and not one that it named.
    private(set) var isFound = false
    /// True if the bridge did not see the track begin.
    let isOld: Bool
    /// The playhead of the previous track: players mix up the two for a moment.
    let previous: Playhead?
    /// The position at which the URL asks to begin, in seconds; `nil` if it asks for none.
    var linkedStart: Double?
    /// The current phase.
    var phase = Phase.opening
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
    /// The length that the player reports, in seconds; `nil` if it reports none.
    var length: Double?
    /// A length that a position beyond it has disproved, in seconds.
    var disprovedLength: Double?
    /// The duration in seconds; `nil` if it is unknown.
    var duration: Double? { length == disprovedLength ? nil : length }
    /// The title that the player reports.
    var title: String?
    /// The position at which to resume, in seconds.
    ///
    /// It is 0 if there is no resume point, and `nil` if the daemon has not answered.
    var target: Double?
    /// The daemon's terms for resuming the track.
    var terms = ResumeTerms()
    /// The facts that the terms depend on.
    var facts = MediaFacts()
    /// True for a part of an album, a book or a series of podcasts.
    var hasAlbum = false
    /// The resume point of the target.
    var point: ResumePoint?
    /// True if a person has chosen the position.
    var isChosen = false { didSet { if isChosen { holdBack = nil } } }
    /// The point that is the track's unless its length says otherwise; `nil` if that is decided.
    var claim: ContentLookup.Step?
    /// The protection of the stored position; `nil` if the track was resumed, or nothing is stored.
    var holdBack: HoldBack?
    /// The question for the resume point after a pause.
    var reopening = Reopening.done
    /// True after a second request to move to the target.
    var isMovedAgain = false
    /// True while the player stands still at a position of its own memory that newer progress of
    /// another player makes obsolete.
    var isStale = false
    /// The last position reported to the daemon, in seconds; `nil` if the track was not reported.
    var reported: Double?
    /// True if the track is over, though the player keeps it.
    var isOver = false
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
    /// The time at which to ask for the position, in milliseconds; `nil` if that is not needed.
    var askAt: Int?
    /// The lookup of the item by its contents; `nil` if it has no name.
    var lookup: ContentLookup?

    /// Creates a track that begins now.
    init(key: Key, item: String?, after previous: Playhead?, isOld: Bool, now: Int) {
        self.key = key
        self.item = item
        self.previous = previous
        self.isOld = isOld
        beganAt = now
        playhead = Playhead(at: 0, now: now)
        lookup = item.map { ContentLookup(of: $0) }
        askAt = now
    }

    /// Returns true if that duration, in seconds, is the one of something else under the same name.
    ///
    /// A file stays the same, however its duration is estimated; a web page does not.
    func isAnother(_ other: Double?) -> Bool {
        guard !isFile, let duration, let other else { return false }
        return abs(duration - other) > max(2, duration / 10)
    }

    /// Uses the file that the player holds open as the played item.
    mutating func found(_ path: String) {
        item = path
        isFound = true
        lookup = ContentLookup(of: path)
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

    /// Uses an unexpected position that was reported once, if it explains why the track ended.
    ///
    /// SMPlayer announces no seeks: a seek to just before the end may be reported a single time.
    mutating func confirmDoubtAtEnd(now: Int) {
        guard let doubt, isAtEnd(doubt.position(now: now)) else { return }
        playhead = doubt
    }

    /// True if the position is that of the item.
    var isCertain: Bool { isProven && !isForeign && !isStale }

    /// Returns true for a live stream: it has no length, and nothing to go back to.
    func isLive(canSeek: Bool?) -> Bool { isUnmeasured && canSeek == false }

    /// True for a URL without a length, as live streams are.
    var isUnmeasured: Bool { !isFile && duration == nil }

    /// True if the track has been reported to the daemon.
    var isReported: Bool { reported != nil }

    /// Returns true if the stored position must not be overwritten yet.
    func isHeld(at position: Double) -> Bool {
        !isReported && holdBack?.holds(at: position) == true
    }

    /// Protects a stored position, in seconds, that the player is not at, though no person chose
    /// that.
    mutating func holdBack(_ stored: Double, now: Int) {
        let here = playhead.position(now: now)
        guard stored > here + Self.nearness else { return }
        // A length that the stored position disproves is not known.
        let length = duration.flatMap { $0 > stored ? $0 : nil }
        holdBack = HoldBack(stored: stored, start: here, length: length)
        reported = nil
    }

    /// Returns true if a file has come to the name of the one that the point is for.
    ///
    /// The length alone is no evidence: players guess it.
    func isReplaced(_ point: ResumePoint, _ contents: Identity.Contents) -> Bool {
        guard contents == .other else { return false }
        let identity = Identity(
            contents: contents,
            length: point.duration,
            position: point.position
        )
        return identity.verdict(for: duration) == .another
    }

    /// Returns true if the file is longer than when its contents were read, and may become longer
    /// still.
    func isRecording(_ file: FileState?) -> Bool {
        guard isFile, let file, let size = lookup?.size else { return false }
        return file.size > size && !file.isQuiet
    }

    /// True if the item is a file of this machine.
    var isFile: Bool { item?.utf8.first == UInt8(ascii: "/") }

    /// Returns true if the track is over at that position: no player reports why it stopped.
    ///
    /// VLC stops a second or two before the end, with something still to play.
    func isAtEnd(_ position: Double) -> Bool {
        guard let duration else { return false }
        return position >= duration - max(2, min(10, duration / 20))
    }

    /// Returns the track's state for the daemon; `nil` if it has no name or no finite position.
    func snapshot(
        by player: String,
        _ status: Status,
        _ cause: Cause,
        at position: Double
    ) -> Snapshot? {
        guard let item, position.isFinite else { return nil }
        let end = status == .finished ? duration : nil
        return Snapshot(
            item: item,
            player: player,
            status: status,
            position: end ?? max(0, min(position, duration ?? position)),
            duration: duration,
            rate: playhead.rate,
            title: SnapshotText.title(title, of: item),
            cause: cause,
            album: hasAlbum ? true : nil
        )
    }
}
