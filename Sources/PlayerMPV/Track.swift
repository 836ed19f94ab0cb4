// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel
internal import Varlink

/// The state of the file that mpv has open.
struct Track: Equatable, Sendable {
    /// The start position requested on mpv's command line.
    enum Wish: Equatable, Sendable {
        /// No request.
        case none
        /// Start at a position.
        case position
        /// Start at the beginning, in this run only.
        case beginning
    }

    /// The properties that are read once when a file is open; the position comes last.
    static let facts: [MPVProperty] = [
        .duration, .start, .startIsGiven, .resumes, .resumesIsGiven, .checksTime, .end, .length,
        .seekable, .partlySeekable, .loopStart, .album, .rebases, .clockStart, .position,
    ]
    /// The maximum distance between the target of a seek and the position reached, in seconds.
    static let tolerance = 2.0

    /// The unique number of the file; replies about other files are ignored.
    let serial: Int
    /// The number of the playlist entry; `nil` if it is unknown.
    let entry: Int?
    /// The position in seconds from the beginning.
    var position: Double?
    /// The replies about the file, by property.
    var answers: [MPVProperty: JSONValue] = [:]
    /// True once all facts are known.
    var isKnown = false
    /// The file's metadata when it was opened; `nil` if it is not on this machine.
    var opened: FileState?
    /// The size in bytes of the data that mpv reads; `nil` if unknown.
    var size: Int?
    /// The offset in bytes up to which mpv has read the file; `nil` if unknown.
    var readTo: Int?
    /// True once mpv may load the file.
    var isReleased = false
    /// The evidence of who chose the position.
    var evidence = OpeningEvidence()
    /// The time at which the item's position expired, in milliseconds since 1970; `nil` if it did
    /// not expire.
    var expiredAt: Timestamp?
    /// The expired position that the user is offered, in seconds; `nil` if there is none.
    var offered: Double?
    /// True while mpv is told to report commands.
    var watchesInput = true
    /// The number of seeks in the file, including those of this bridge.
    var jumps = 0
    /// The number of seeks before this bridge's last one; `nil` if it made none.
    var jumpsBefore: Int?
    /// The position before this bridge's last seek, in seconds.
    var origin: Double?
    /// The target of the seek after a pause, in seconds; `nil` once reached.
    var reopenedTo: Double?
    /// The number of this bridge's seeks that mpv has not begun.
    var ownSeeks = 0
    /// True if playback has not continued since the last seek.
    var isSeeking = false

    /// Creates a file that mpv is opening.
    init(serial: Int, entry: Int? = nil) {
        self.serial = serial
        self.entry = entry
    }

    /// True if the file is loaded, and the facts about it are known.
    var isLoaded: Bool { evidence.loadedAt != nil && isKnown }

    /// The timestamp of the beginning of the file, in seconds.
    var clockStart: Double {
        answers[.rebases] == .bool(false) ? answers[.clockStart]?.numericValue ?? 0 : 0
    }

    /// The position at which the file was loaded, in seconds.
    var loadedPosition: Double { answers[.position]?.numericValue.map { $0 - clockStart } ?? 0 }

    /// True if the file does not start at its beginning.
    var hasStart: Bool { (text(.start) ?? "none") != "none" }

    /// The start position requested on the command line.
    var wish: Wish {
        if isTrue(.startIsGiven) { return hasStart ? .position : .beginning }
        return isTrue(.resumesIsGiven) && answers[.resumes] == .bool(false) ? .beginning : .none
    }

    /// True if the user has restricted playback to a part of the file.
    var isCut: Bool { [MPVProperty.end, .length].contains { (text($0) ?? "none") != "none" } }

    /// True if the user has set the start of a loop.
    var isLooped: Bool { (text(.loopStart) ?? "no") != "no" }

    /// True for a live stream or a pipe, of which only the cached part can be replayed.
    func isLive(fromAfar: Bool) -> Bool {
        evidence.loadedAt != nil && opened == nil
            && (fromAfar && isTrue(.partlySeekable) || !isTrue(.seekable))
    }

    /// Returns true if mpv's reply about a property is true.
    func isTrue(_ property: MPVProperty) -> Bool { answers[property] == .bool(true) }

    /// Returns an option's value as text, because some versions of mpv send numbers.
    func text(_ property: MPVProperty) -> String? {
        answers[property].map { if case .string(let text) = $0 { text } else { "\($0)" } }
    }

    /// Returns the target that the seek after a pause missed, in seconds; `nil` if it was not
    /// missed.
    ///
    /// If there was a second seek, the position is the user's choice.
    mutating func missesReopening() -> Double? {
        guard let target = reopenedTo.take(), jumps == jumpsBefore.map({ $0 + 1 }), let position,
            target - position > Self.tolerance
        else { return nil }
        return target
    }

    /// Returns true if mpv has not moved from the position before this bridge's last seek.
    func isStuck(at position: Double?) -> Bool {
        guard let position, let origin else { return true }
        return abs(position - origin) < 1
    }
}
