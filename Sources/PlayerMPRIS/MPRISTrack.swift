internal import StateModel

/// What a player plays.
struct MPRISTrack: Equatable, Sendable {
    /// What makes it another one than the last.
    struct Key: Equatable, Sendable {
        /// Where it comes from.
        var url: Verbatim?
        /// Its entry in the player's list.
        var trackID: String?

        /// Creates the key of what a player says; a page stays the same at each of its fragments.
        init(_ metadata: MPRISMetadata) {
            trackID = metadata.trackID
            let isPage = metadata.url?.lowercased().hasPrefix("http") ?? false
            url = metadata.url.map { url in
                Verbatim(isPage ? String(url.prefix { $0 != "#" }) : url)
            }
        }
    }

    /// How far it has come.
    enum Stage: Equatable, Sendable {
        /// It is not certain yet whether it is to be moved to where it stopped.
        case opening
        /// The player was told to go there, in seconds, at that time, in milliseconds.
        case moving(to: Double, since: Int)
        /// Its position counts.
        case following
    }

    let key: Key
    /// What the daemon calls it; nil: it has no name, and nothing is told of it.
    private(set) var item: String?
    /// When it began, in milliseconds.
    let beganAt: Int
    /// How often the one file that the player holds open has been looked for.
    var searches = 0
    /// True if the player named it by a file that it holds open, and not by itself.
    private(set) var isFound = false
    /// Whether nobody saw it begin.
    let isOld: Bool
    /// Where the track before it would be: players mix them up for a moment.
    let previous: Playhead?
    var stage = Stage.opening
    var playhead: Playhead
    /// Whether the player has said where it is.
    var hasPlace = false
    /// Whether it has said so and not meant 0, which is what players say that do not know.
    var isProven = false
    /// Whether it is something else that shows under the same name, an advertisement say.
    var isForeign = false
    /// Seconds; nil: not known.
    var duration: Double?
    var title: String?
    /// Where to go on, in seconds; 0: nowhere; nil: the daemon has not said.
    var target: Double?
    /// The terms on which the daemon has it resumed.
    var terms = ResumeTerms()
    /// The facts that the terms depend on.
    var facts = MediaFacts()
    /// The point that the target is of.
    var point: ResumePoint?
    /// A person has chosen the place.
    var isChosen = false
    /// True after a second request to move to the target.
    var isMovedAgain = false
    /// True while the player stands still at a place of its own memory, which newer progress of
    /// another player makes obsolete.
    var isStale = false
    /// Where the daemon was last told that it is, in seconds; nil: it has not been told of it.
    var told: Double?
    /// Whether it is over, though the player keeps it.
    var isOver = false
    /// When a person jumped, if the player has not said since where it is.
    var jumpedAt: Int?
    /// Where a jump led that came before the daemon said where to go on, in seconds.
    var openingJump: Double?
    /// The last jump to the beginning, until the player has gone on from there.
    var restart: Restart?
    /// Whether the player stands still, and has not said since where.
    var isStopping = false
    /// A position that came from nowhere, and is believed once it comes again.
    var doubt: Playhead?
    /// When the player is to be asked where it is, in milliseconds; nil: it need not be.
    var askAt: Int?
    /// How the daemon knows its contents; nil: it has no name.
    var naming: ContentNaming?

    /// A track that begins.
    init(key: Key, item: String?, after previous: Playhead?, isOld: Bool, now: Int) {
        self.key = key
        self.item = item
        self.previous = previous
        self.isOld = isOld
        beganAt = now
        playhead = Playhead(at: 0, now: now)
        naming = item.map { ContentNaming(of: $0) }
        askAt = now
    }

    /// Whether something that long, in seconds, is another thing that shows under the same name.
    ///
    /// A file stays what it is, however its length is guessed; a web page does not.
    func isAnother(_ other: Double?) -> Bool {
        guard !isFile, let duration, let other else { return false }
        return abs(duration - other) > max(2, duration / 10)
    }

    /// Takes the file that the player holds open for what it plays.
    mutating func found(_ path: String) {
        item = path
        isFound = true
        naming = ContentNaming(of: path)
    }

    /// Goes back to the playhead from before a jump to the beginning, if that was just now.
    ///
    /// - Returns: True if there was such a jump.
    mutating func undoRestart(now: Int) -> Bool {
        guard let restart = self.restart.take(), restart.isRecent(now: now) else { return false }
        playhead = restart.playhead
        jumpedAt = nil
        return true
    }

    /// Whether the daemon has been told that this is played.
    var isTold: Bool { told != nil }

    /// Whether it is a file of this machine.
    var isFile: Bool { item?.utf8.first == UInt8(ascii: "/") }

    /// Whether at that position it is over: no player says why it stopped.
    ///
    /// VLC stops a second or two before the end of what it still has to say.
    func isAtEnd(_ position: Double) -> Bool {
        guard let duration else { return false }
        return position >= duration - max(2, min(10, duration / 20))
    }

    /// How it stands, for the daemon.
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
            title: usefulTitle,
            cause: cause
        )
    }

    /// The title, unless it is only the file's name.
    private var usefulTitle: String? {
        guard let title, !title.isEmpty, item?.hasSuffix(title) != true else { return nil }
        guard title.utf8.count > Limits.titleBytes else { return title }
        var end = title.utf8.index(title.startIndex, offsetBy: Limits.titleBytes)
        while end.samePosition(in: title.unicodeScalars) == nil {
            end = title.utf8.index(before: end)
        }
        return String(title[..<end])
    }
}
