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
    /// The position in seconds.
    var position: Double?
    /// The duration in seconds.
    var duration: Double?
    /// The title, for people.
    var title: String?
    /// The start position that the person set, as mpv writes it.
    var start: String?
    /// True if the person has restricted playback to a part of the file.
    var isCut = false
    /// True if the file is seekable.
    var isSeekable = false
    /// True if only the cached part of a stream is seekable.
    var isPartlySeekable = false
    /// True if the person has set where a loop begins.
    var isLooped = false
    /// The daemon's terms for resuming the file.
    var terms = ResumeTerms()
    /// The decision to move the file to its resume point.
    var resumption = Resumption()
    /// The stored point, if the daemon had one when the file was opened.
    var point: ResumePoint?
    /// The time at which the item's position expired, in milliseconds since 1970; `nil` if it did not.
    var expiredAt: Timestamp?
    /// The expired position that the person was told of, in seconds; `nil` if there is none.
    var offered: Double?
    /// The last position reported to the daemon, in seconds; `nil` if the file was not reported.
    var reported: Double?
    /// True if the file is over, though mpv keeps it open.
    var isOver = false
    /// The number of jumps in the file, those of this bridge included.
    var jumps = 0
    /// The number of jumps before the one of this bridge; `nil` if it made none.
    var jumpsBefore: Int?
    /// True if playback has not gone on since the last jump.
    var isSeeking = false
    /// The time of the last tick, in milliseconds.
    var tickedAt: Int?
    /// The time at which the position was last stored for certain during playback, in milliseconds.
    var storedAt: Int?

    /// Creates a file that mpv is opening.
    init(serial: Int, entry: Int? = nil) {
        self.serial = serial
        self.entry = entry
    }

    /// True if the file has been reported to the daemon.
    var isReported: Bool { reported != nil }

    /// True if the position counts.
    var isSettled: Bool { resumption.phase == .settled }

    /// Returns true if the file stands so near a known end that it is over.
    ///
    /// A player's last report of its position comes a little before the end, and further before it
    /// at a high speed.
    func isAtEnd(speed: Double?) -> Bool {
        guard let position, let duration else { return false }
        return position >= duration - max(2, min(30, duration / 10), 0.5 * (speed ?? 1))
    }

    /// True for a local file that is to be played to its end.
    var isWhole: Bool { !isCut && !isFromAfar && item != nil }

    /// True for a live stream: only its cached part can be played again.
    var isLive: Bool {
        isFromAfar && resumption.loadedAt != nil && (isPartlySeekable || !isSeekable)
    }

    /// True if the item comes over a network, which may break.
    ///
    /// For a local file that is shorter than it claims, the daemon judges how far it got.
    var isFromAfar: Bool { item?.hasPrefix("/") == false }

    /// Returns the file's state for the daemon; `nil` if there is nothing to report.
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
            title: SnapshotText.title(title, of: path),
            reason: reason.map(SnapshotText.reason),
            cause: cause
        )
    }
}
