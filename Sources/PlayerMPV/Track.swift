internal import StateModel

/// The file that mpv plays.
struct Track: Equatable, Sendable {
    /// A number of its own: answers to what was asked about another file are passed over.
    let serial: Int
    /// The number of its entry in the playlist; nil: it has none that we know.
    let entry: Int?
    /// What mpv calls it; nil: it has not said.
    var path: String?
    /// What the daemon calls it; nil: it has no name, and nothing is told of it.
    var item: String? {
        didSet { naming = item.map { ContentNaming(of: $0) } }
    }
    /// How the daemon knows its contents; nil: it has no name.
    var naming: ContentNaming?
    /// Where it is, in seconds.
    var position: Double?
    /// How long it is, in seconds.
    var duration: Double?
    /// What a person calls it.
    var title: String?
    /// Where the person wants files to begin, as mpv puts it.
    var start: String?
    /// Whether the person does not want all of it.
    var isCut = false
    /// Whether one can jump in it.
    var isSeekable = false
    /// Whether one can jump only in what was kept of a stream.
    var isPartlySeekable = false
    /// True if the person has set where a loop begins.
    var isLooped = false
    /// The terms on which the daemon has it resumed.
    var terms = ResumeTerms()
    /// Whether it is where it is meant to be.
    var resumption = Resumption()
    /// The stored point, where the daemon knew one when the file was opened.
    var point: ResumePoint?
    /// Where the daemon was last told that it is, in seconds; nil: it has not been told of it.
    var told: Double?
    /// Whether it is over, though mpv keeps it open.
    var isOver = false
    /// How often somebody has jumped in it, we included.
    var jumps = 0
    /// How often before we did; nil: we did not.
    var jumpsBefore: Int?
    /// Whether it has not gone on playing since the last jump.
    var isSeeking = false
    /// When the last tick went out, in milliseconds.
    var tickedAt: Int?
    /// When its place was last stored for certain while it played, in milliseconds.
    var storedAt: Int?

    /// A file that mpv is opening.
    init(serial: Int, entry: Int? = nil) {
        self.serial = serial
        self.entry = entry
    }

    /// Whether the daemon has been told that this is played.
    var isTold: Bool { told != nil }

    /// Whether its position counts.
    var isSettled: Bool { resumption.phase == .settled }

    /// Returns true if it stands so near a known end that it is over: a player's last word on the
    /// position comes a little before the end, at a high speed further before it.
    func isAtEnd(speed: Double?) -> Bool {
        guard let position, let duration else { return false }
        return position >= duration - max(2, min(30, duration / 10), 0.5 * (speed ?? 1))
    }

    /// True for a file of this machine that is to be played to its end.
    var isWhole: Bool { !isCut && !isFromAfar && item != nil }

    /// True for a stream without a beginning to come back to: only what was kept of it can be
    /// played again.
    var isLive: Bool {
        isFromAfar && resumption.loadedAt != nil && (isPartlySeekable || !isSeekable)
    }

    /// Whether it comes over a net, which may break; a file that is shorter than it says is just
    /// that, and how far it got is for the daemon to judge.
    var isFromAfar: Bool { item?.hasPrefix("/") == false }

    /// How it stands, for the daemon; nil: there is nothing to tell.
    func snapshot(
        by player: String,
        _ status: Status,
        _ cause: Cause?,
        rate: Double? = nil,
        reason: String? = nil
    ) -> Snapshot? {
        guard let item, let position, position.isFinite, !isLive else { return nil }
        let length = duration.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        let end = status == .finished && isAtEnd(speed: rate) ? length : nil
        return Snapshot(
            item: item,
            player: player,
            status: status,
            position: end ?? max(0, min(position, length ?? position)),
            duration: length,
            rate: rate.flatMap { $0.isFinite ? $0 : nil },
            title: usefulTitle,
            reason: reason.map { Self.cut($0, to: Limits.reasonBytes) },
            cause: cause
        )
    }

    /// The title, unless it is only the file's name.
    private var usefulTitle: String? {
        guard let title, !title.isEmpty, path?.hasSuffix(title) != true else { return nil }
        return Self.cut(title, to: Limits.titleBytes)
    }

    /// The beginning of a text, at most that many bytes of UTF-8.
    private static func cut(_ text: String, to bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: bytes)
        while end.samePosition(in: text.unicodeScalars) == nil {
            end = text.utf8.index(before: end)
        }
        return String(text[..<end])
    }
}
