// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

/// The file that mpv plays.
struct Track: Equatable, Sendable {
    /// The unique number of the file: answers about another file are ignored.
    let serial: Int
    /// The number of the playlist entry; `nil` if it is unknown.
    let entry: Int?
    /// The path or URL that mpv reports; `nil` if it has not reported one.
    var path: String?
    /// The item's name in the daemon; `nil` if the file has none and is not reported.
    var item: String? {
        didSet { lookup = item.map { ContentLookup(of: $0) } }
    }
    /// The lookup of the item by its contents; `nil` if it has no name.
    var lookup: ContentLookup?
    /// The position in seconds from the beginning.
    var position: Double?
    /// False if mpv counts by the file's own clock.
    var rebases = true
    /// The time of that clock at the beginning, in seconds.
    var ownStart = 0.0
    /// The duration in seconds.
    var duration: Double?
    /// The file when it was opened; `nil` if it is not on this machine.
    var opened: FileState?
    /// The size in bytes of what mpv reads; `nil` if it is unknown.
    var size: Int?
    /// The position in bytes up to which mpv has read the file; `nil` if it is unknown.
    var readTo: Int?
    /// The title, for people.
    var title: String?
    /// The start position, as mpv writes it.
    var start: String?
    /// True if that stands on the command line.
    var startIsGiven = false
    /// False if mpv may not go on where it was.
    var resumes = true
    /// True if that stands on the command line.
    var resumesIsGiven = false
    /// True if the file is not to be resumed if it has changed.
    var checksTime = false
    /// True if the person has restricted playback to a part of the file.
    var isCut = false
    /// True if the file is seekable.
    var isSeekable = false
    /// True if only the cached part of a stream is seekable.
    var isPartlySeekable = false
    /// True for a part of an album, a book or a series of podcasts.
    var isAlbumTrack = false
    /// True if the person has set where a loop begins.
    var isLooped = false
    /// The daemon's terms for resuming the file.
    var terms = ResumeTerms()
    /// True once mpv may load the file.
    var isReleased = false
    /// The decision to move the file to its resume point.
    var resumption = Resumption()
    /// The stored point, if the daemon had one when the file was opened.
    var point: ResumePoint?
    /// The time at which the item's position expired, in milliseconds since 1970; `nil` if it did not.
    var expiredAt: Timestamp?
    /// The expired position that mpv offers, in seconds; `nil` if there is none.
    var offered: Double?
    /// The point that is the file's if the evidence says so; `nil` if that is decided.
    var claim: Claim?
    /// The protection of the stored position; `nil` if the file was resumed, or nothing is stored.
    var holdBack: HoldBack?
    /// The last position reported to the daemon, in seconds; `nil` if the file was not reported.
    var reported: Double?
    /// The question for the resume point after a pause.
    var reopening = Reopening.done
    /// True while mpv reports commands.
    var watchesInput = true
    /// True if the file is over, though mpv keeps it open.
    var isOver = false
    /// The number of jumps in the file, those of this bridge included.
    var jumps = 0
    /// The number of jumps before the one of this bridge; `nil` if it made none.
    var jumpsBefore: Int?
    /// The position from which this bridge moved the file last, in seconds.
    var origin: Double?
    /// The place to which this bridge moves the file after a pause, in seconds; `nil` once it has.
    var reopenedTo: Double?
    /// The number of seeks of this bridge that mpv has not begun to carry out.
    var ownSeeks = 0
    /// True if playback has not gone on since the last jump.
    var isSeeking = false
    /// The time of the last tick, in milliseconds.
    var tickedAt: Int?
    /// The time at which the position was last stored for certain during playback, in milliseconds.
    var storedAt: Int?

    /// A stored point that is stored under the name of the file, and may be another file's.
    struct Claim: Equatable, Sendable {
        /// The point.
        let point: ResumePoint
        /// The position to continue at, in seconds.
        let position: Double
        /// The comparison of the contents.
        let contents: Identity.Contents

        /// The evidence that the point is the file's.
        var identity: Identity {
            Identity(contents: contents, length: point.duration, position: position)
        }
    }

    /// The time for which the contents of a file are awaited, in milliseconds.
    private static let judgingMilliseconds = 10_000

    /// Creates a file that mpv is opening.
    init(serial: Int, entry: Int? = nil) {
        self.serial = serial
        self.entry = entry
    }

    /// The position of the beginning, as mpv counts, in seconds.
    var clockStart: Double { rebases ? 0 : ownStart }

    /// True if the file starts elsewhere than at its beginning, whoever wants that.
    var hasStart: Bool { start.map { $0 != "none" } ?? false }

    /// The request on the command line about where the file starts.
    var wish: Resumption.Wish {
        if startIsGiven { return hasStart ? .position : .beginning }
        return resumesIsGiven && !resumes ? .beginning : .none
    }

    /// True if the stored position must not be overwritten yet.
    var isHeld: Bool {
        guard !isReported, let holdBack, let position else { return false }
        return holdBack.holds(at: position)
    }

    /// Protects the stored position if the file plays before it, though no person chose that.
    mutating func protectPoint() {
        guard holdBack == nil, let point, let position, resumption.isBehind(at: position)
        else { return }
        holdBack = HoldBack(stored: point.position, start: position, length: duration)
    }

    /// Protects a place further on, in seconds, to which the file is not moved after a pause.
    mutating func protect(_ place: Double) {
        guard let position else { return }
        holdBack = HoldBack(stored: place, start: position, length: duration)
        reported = nil
    }

    /// Returns the place that the jump after a pause has missed, in seconds; `nil` if it has not.
    ///
    /// A second jump is a person's choice of position.
    mutating func missesReopening() -> Double? {
        guard let target = reopenedTo else { return nil }
        reopenedTo = nil
        guard jumps == jumpsBefore.map({ $0 + 1 }), let position,
            target - position > Resumption.tolerance
        else { return nil }
        return target
    }

    /// Returns true if mpv did not move the file.
    func isStuck(at position: Double?) -> Bool {
        guard let position, let origin else { return true }
        return abs(position - origin) < 1
    }

    /// True if the file has been reported to the daemon.
    var isReported: Bool { reported != nil }

    /// True if the position counts.
    var isSettled: Bool { resumption.phase == .settled }

    /// Returns true if nothing is to be done with the file before its contents are known.
    func isJudging(now: Int) -> Bool {
        guard lookup?.isJudging == true else { return false }
        return resumption.loadedAt.map { now - $0 < Self.judgingMilliseconds } ?? true
    }

    /// Returns true if the file stands so near a known end that it is over.
    ///
    /// A player's last report of its position comes a little before the end, and further before it
    /// at a high speed.
    func isAtEnd(speed: Double?) -> Bool {
        guard let position, let duration else { return false }
        return position >= duration - max(2, min(30, duration / 10), 0.5 * (speed ?? 1))
    }

    /// True for a live stream or a pipe: only its cached part can be played again.
    var isLive: Bool {
        resumption.loadedAt != nil && opened == nil
            && (isFromAfar && isPartlySeekable || !isSeekable)
    }

    /// The file of this machine that the item is, or is a part of.
    var file: String? { item.flatMap(CanonicalName.file(of:)) }

    /// True if the item comes over a network, which may break.
    var isFromAfar: Bool { item != nil && file == nil }

    /// Returns the file's state for the daemon; `nil` if there is nothing to report.
    func snapshot(
        by player: String,
        _ status: Status,
        _ cause: Cause?,
        rate: Double? = nil,
        reason: String? = nil
    ) -> Snapshot? {
        guard let item, let position, position.isFinite, !isLive else { return nil }
        // A length that playback has passed was wrong.
        let length = MediaLength.credible(duration, at: position)
        let end = status == .finished && isAtEnd(speed: rate) ? length : nil
        return Snapshot(
            item: item,
            player: player,
            status: status,
            position: end ?? max(0, min(position, length ?? position)),
            duration: length,
            rate: rate.flatMap { $0.isFinite ? $0 : nil },
            title: SnapshotText.title(title, of: path),
            reason: reason.map(SnapshotText.reason),
            cause: cause,
            album: isAlbumTrack ? true : nil
        )
    }
}
