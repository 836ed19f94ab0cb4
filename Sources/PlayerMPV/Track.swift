// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel
internal import Varlink

/// The file that mpv plays, as far as only mpv knows such things.
struct Track: Equatable, Sendable {
    /// A request on mpv's command line about where files start.
    enum Wish: Equatable, Sendable {
        /// No request.
        case none
        /// At a position.
        case position
        /// At the beginning, this time.
        case beginning
    }

    /// The facts about a file that are asked once it is open; the position comes last.
    static let facts: [MPVProperty] = [
        .duration, .start, .startIsGiven, .resumes, .resumesIsGiven, .checksTime, .end, .length,
        .seekable, .partlySeekable, .loopStart, .album, .rebases, .clockStart, .position,
    ]
    /// The distance from its target at which a jump may land, in seconds.
    static let tolerance = 2.0

    /// The unique number of the file: answers about another file are ignored.
    let serial: Int
    /// The number of the playlist entry; `nil` if it is unknown.
    let entry: Int?
    /// The position in seconds from the beginning.
    var position: Double?
    /// The answers about the file.
    var answers: [MPVProperty: JSONValue] = [:]
    /// True once all facts are known.
    var isKnown = false
    /// The file when it was opened; `nil` if it is not on this machine.
    var opened: FileState?
    /// The size in bytes of what mpv reads; `nil` if it is unknown.
    var size: Int?
    /// The position in bytes up to which mpv has read the file; `nil` if it is unknown.
    var readTo: Int?
    /// True once mpv may load the file.
    var isReleased = false
    /// The evidence of who chose the position.
    var evidence = OpeningEvidence()
    /// The time at which the item's position expired, in milliseconds since 1970; `nil` if it did not.
    var expiredAt: Timestamp?
    /// The expired position that mpv offers, in seconds; `nil` if there is none.
    var offered: Double?
    /// True while mpv reports commands.
    var watchesInput = true
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

    /// Creates a file that mpv is opening.
    init(serial: Int, entry: Int? = nil) {
        self.serial = serial
        self.entry = entry
    }

    /// True if the file is loaded, and the facts about it are known.
    var isLoaded: Bool { evidence.loadedAt != nil && isKnown }

    /// The position of the beginning, as mpv counts, in seconds.
    var clockStart: Double {
        answers[.rebases] == .bool(false) ? answers[.clockStart]?.numericValue ?? 0 : 0
    }

    /// The position at which the file was loaded, in seconds.
    var loadedPosition: Double { answers[.position]?.numericValue.map { $0 - clockStart } ?? 0 }

    /// True if the file starts elsewhere than at its beginning.
    var hasStart: Bool { (text(.start) ?? "none") != "none" }

    /// The request on the command line about where the file starts.
    var wish: Wish {
        if isTrue(.startIsGiven) { return hasStart ? .position : .beginning }
        return isTrue(.resumesIsGiven) && answers[.resumes] == .bool(false) ? .beginning : .none
    }

    /// True if the person has restricted playback to a part of the file.
    var isCut: Bool { [MPVProperty.end, .length].contains { (text($0) ?? "none") != "none" } }

    /// True if the person has set where a loop begins.
    var isLooped: Bool { (text(.loopStart) ?? "no") != "no" }

    /// True if the file is a live stream or a pipe: only its cached part can be played again.
    func isLive(fromAfar: Bool) -> Bool {
        evidence.loadedAt != nil && opened == nil
            && (fromAfar && isTrue(.partlySeekable) || !isTrue(.seekable))
    }

    /// Returns true if mpv has answered so to a question.
    func isTrue(_ property: MPVProperty) -> Bool { answers[property] == .bool(true) }

    /// Returns the text of an option's value, which some versions of mpv send as a number.
    func text(_ property: MPVProperty) -> String? {
        answers[property].map { if case .string(let text) = $0 { text } else { "\($0)" } }
    }

    /// Returns the place that the jump after a pause has missed, in seconds; `nil` if it has not.
    ///
    /// A second jump is a person's choice of position.
    mutating func missesReopening() -> Double? {
        guard let target = reopenedTo.take(), jumps == jumpsBefore.map({ $0 + 1 }), let position,
            target - position > Self.tolerance
        else { return nil }
        return target
    }

    /// Returns true if mpv did not move the file.
    func isStuck(at position: Double?) -> Bool {
        guard let position, let origin else { return true }
        return abs(position - origin) < 1
    }
}
