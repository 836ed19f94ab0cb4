// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel
internal import Varlink

struct Track: Equatable, Sendable {
    /// The start position that mpv's command line requests.
    enum Wish: Equatable, Sendable {
        case none
        case position
        /// Start at the beginning, but only this time.
        case beginning
    }

    /// The properties that are requested once for each open file; the position must be last.
    static let facts: [MPVProperty] = [
        .duration, .start, .startIsGiven, .resumes, .resumesIsGiven, .checksTime, .end, .length,
        .frames,
        .seekable, .partlySeekable, .size, .format, .loopStart, .album, .rebases, .clockStart,
        .cache, .position,
    ]
    /// The maximum distance, in seconds, at which a seek is considered to have reached its target.
    static let tolerance = 2.0

    /// The unique number of the file; replies about another file are ignored.
    let serial: Int
    let entry: Int?
    /// The position, in seconds from the beginning of the file.
    var position: Double?
    /// True once the position has changed without a seek.
    var isPlayed = false
    /// True if the position has last changed to an earlier one, without a seek.
    var isReversed = false
    var length = ReportedLength()
    var answers: [MPVProperty: JSONValue] = [:]
    /// True once mpv has sent the values of all facts.
    var isKnown = false
    /// The file's metadata when it was opened; `nil` if the item is not a readable local file.
    var opened: FileState?
    var size: Int?
    var readTo: Int?
    /// True once the script stated.lua was instructed to load the file.
    var isReleased = false
    var evidence = OpeningEvidence()
    var expiredAt: Timestamp?
    /// The expired position to which the user can return, in seconds; `nil` if there is none.
    var offered: Double?
    var watchesInput = true
    /// The number of seeks in the file, including those of this bridge.
    var jumps = 0
    /// The number of seeks before this bridge's last seek; `nil` if this bridge made none.
    var jumpsBefore: Int?
    /// The position before this bridge's last seek, in seconds.
    var origin: Double?
    /// The target of the seek after a pause, in seconds; `nil` once the result is known.
    var reopenedTo: Double?
    /// The number of this bridge's seeks that mpv has not yet reported as commands.
    var ownSeeks = 0
    /// True from a seek until mpv has reported the new position.
    var isSeeking = false

    var isLoaded: Bool { evidence.loadedAt != nil && isKnown }

    /// The timestamp of the beginning of the file, in seconds; 0 if positions are relative to it.
    var clockStart: Double {
        answers[.rebases] == .bool(false) ? answers[.clockStart]?.numericValue ?? 0 : 0
    }

    /// The position at which the file was loaded, in seconds from its beginning; 0 if unknown.
    var loadedPosition: Double { answers[.position]?.numericValue.map { $0 - clockStart } ?? 0 }

    var hasStart: Bool { (text(.start) ?? "none") != "none" }

    var wish: Wish {
        if isTrue(.startIsGiven) { return hasStart ? .position : .beginning }
        return isTrue(.resumesIsGiven) && answers[.resumes] == .bool(false) ? .beginning : .none
    }

    /// Returns true if the file is, or may be, the playlist entry with a number.
    ///
    /// Such a file can be replaced, even if it loads slowly or is a live stream.
    /// For another entry, mpv has yet to end this file; whether that entry opens is not known.
    func isEntry(_ number: Int?) -> Bool { number != nil && (entry ?? number) == number }

    var isCut: Bool {
        [MPVProperty.end, .length, .frames].contains {
            !["none", "all"].contains(text($0) ?? "none")
        }
    }

    /// True for a format whose files need not state their length, so that mpv computes it from the
    /// bit rate at their beginning.
    var hasEstimatedLength: Bool { ["mp3", "aac"].contains(text(.format) ?? "") }

    var isLooped: Bool { (text(.loopStart) ?? "no") != "no" }

    /// Returns true for a live stream or a pipe, in which at most the cached part is seekable.
    ///
    /// A film on a web server without byte ranges is no more seekable, but has a size and a length,
    /// in seconds. Of a channel in segments, mpv reports the size of the playlist.
    func isLive(isRemote: Bool, _ length: Double?) -> Bool {
        guard evidence.loadedAt != nil, opened == nil,
            isRemote && isTrue(.partlySeekable) || !isTrue(.seekable)
        else { return false }
        let isSegmented = ["hls", "dash"].contains(text(.format) ?? "")
        return isSegmented || length == nil || answers[.size]?.integer == nil
    }

    /// Returns the number of a request about the file.
    ///
    /// After each seek, requests for the position get a new number, so that older replies are
    /// ignored.
    func number(of question: Int) -> Int {
        let asksWhere = [MPVQuestion.landing, .pause].contains { $0.rawValue == question }
        return serial << 21 | (asksWhere ? jumps & 0xFFFF : 0) << 5 | question
    }

    func isTrue(_ property: MPVProperty) -> Bool { answers[property] == .bool(true) }

    /// Returns an option's value as text; some versions of mpv send a number.
    func text(_ property: MPVProperty) -> String? {
        answers[property].map { if case .string(let text) = $0 { text } else { "\($0)" } }
    }

    /// Handles the state of mpv's cache when the file is loaded; returns the length, in seconds, or
    /// `nil` if it is unknown.
    mutating func noteCache(_ cache: JSONValue?) -> Double? {
        let place = cache?["cache-end"]?.numericValue.map { $0 - clockStart }
        // After a seek, which mpv may not have announced yet, the cache may end near the end of any
        // file.
        let hasJumped =
            jumps > 0 || !hasStart && cache?["debug-low-level-seeks"]?.integer ?? 0 > 0
        let isWhole = opened == nil || hasJumped || cache?["eof"] == .bool(true)
        return length.noteRead(to: place, isWhole: isWhole)
    }

    /// Handles a reported position, in seconds from the beginning of the file.
    mutating func move(to position: Double) {
        if !isSeeking, let last = self.position, position != last {
            isPlayed = true
            isReversed = position < last
        }
        self.position = position
    }

    /// Returns the target of the seek after a pause, in seconds, if mpv missed it; otherwise `nil`.
    ///
    /// If there was another seek, the position is the user's choice, and the target was not missed.
    mutating func missesReopening() -> Double? {
        guard let target = reopenedTo.take(), jumps == jumpsBefore.map({ $0 + 1 }), let position,
            target - position > Self.tolerance
        else { return nil }
        return target
    }

    /// Returns true if mpv is still at the position before this bridge's last seek, or if a
    /// position is unknown.
    func isStuck(at position: Double?) -> Bool {
        guard let position, let origin else { return true }
        return abs(position - origin) < 1
    }
}

/// A file that mpv could not open.
struct UnopenedFile {
    /// The item; its name is `nil` until mpv has sent the playlist.
    var item: PlayedItem
    let track: Track?
    let reason: String
}

/// A request other than those for ``Track/facts``; the raw value is a part of its number.
enum MPVQuestion: Int {
    /// The position after a seek.
    case landing = 29
    /// The position after a pause.
    case pause
    /// The playlist after a change by this bridge.
    case playlist
}
