// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// One line of mpv's JSON IPC; see mpv(1), JSON IPC.
package enum MPVMessage: Equatable, Sendable {
    /// A property changed; `nil` if it has no value now.
    case property(MPVProperty, JSONValue?)
    /// mpv opens an entry of the playlist; each entry has a unique number.
    case startFile(entry: Int?)
    /// The file is open and about to play.
    case fileLoaded
    /// A seek by the user, a script or this bridge started.
    case seek
    /// Playback continues after a start or a jump.
    case playbackRestart
    /// An entry of the playlist ended; `error` is its failure, if any.
    ///
    /// The entries with the numbers `list` replace it; `nil` if there are none.
    case endFile(MPVEnding, error: String?, list: Range<Int>? = nil)
    /// The user wants to continue at the expired position.
    case goBack
    /// The answer to the request with the given number; `nil` if there is no value.
    case reply(Int, JSONValue?)
    /// mpv has executed the command of the request with the given number, or refused it with an
    /// error.
    case requested(Int, error: String?)
    /// mpv executes a command in the form of key bindings: of a key, the mouse or the on-screen
    /// controller, or a seek by a program or script.
    case command(isBinding: Bool)
    /// Any other line.
    case other

    /// Creates a message from a line.
    package init(line: [UInt8]) throws(JSONError) {
        var reader = JSONReader(line)
        let line = try reader.value()
        try reader.finish()
        guard case .object = line, line["event"].map({ $0.string != nil }) ?? true else {
            throw JSONError(.type("an object whose \"event\", if present, is a string"), offset: 0)
        }
        let data = line["data"] == .null ? nil : line["data"]
        switch line["event"]?.string {
        case "property-change":
            let property = line["name"]?.string.flatMap(MPVProperty.init)
            self = property.map { .property($0, data) } ?? .other
        case "start-file": self = .startFile(entry: line["playlist_entry_id"]?.integer)
        case "file-loaded": self = .fileLoaded
        case "seek": self = .seek
        case "playback-restart": self = .playbackRestart
        case "end-file":
            let ending = line["reason"]?.string.flatMap(MPVEnding.init) ?? .unknown
            self = .endFile(ending, error: line["file_error"]?.string, list: Self.list(line))
        case "client-message" where line["args"] == .array([.string(MPVCommand.goBackMessage)]):
            self = .goBack
        case "log-message": self = Self.command(line["text"]?.string ?? "") ?? .other
        case nil:
            guard let number = line["request_id"]?.integer, let error = line["error"] else {
                self = .other
                return
            }
            let isDone = error == .string("success")
            self =
                number < 0 && number > .min
                ? .requested(-number, error: isDone ? nil : error.string ?? "it refuses")
                : .reply(number, isDone ? data : nil)
        default: self = .other
        }
    }

    /// Returns the command in a line of mpv's log; `nil` if it does not change the position.
    private static func command(_ text: String) -> MPVMessage? {
        let parts = text.split(separator: ",", maxSplits: 2)
        guard parts.count > 1, parts[0].hasPrefix("Run command: "),
            let flags = parts[1].split(separator: "=").last.flatMap({ Int($0) })
        else { return nil }
        // mpv expands properties in what is written as one text, as in input.conf(5).
        let expands = 8
        if flags & expands != 0 { return .command(isBinding: true) }
        return parts[0].hasSuffix(" seek") ? .command(isBinding: false) : nil
    }

    /// Returns the numbers of the entries that were inserted; `nil` if none were.
    private static func list(_ line: JSONValue) -> Range<Int>? {
        guard let first = line["playlist_insert_id"]?.integer,
            let count = line["playlist_insert_num_entries"]?.integer, count > 0
        else { return nil }
        let (end, isTooLarge) = first.addingReportingOverflow(count)
        return isTooLarge ? nil : first..<end
    }
}

/// The reason why an entry of the playlist ended.
package enum MPVEnding: String, Sendable {
    /// The end of the data: the end of the file, or a broken connection.
    case eof
    /// The user chose another entry, or none.
    case stop
    /// The end of the player.
    case quit
    /// The entry could not be opened or played.
    case error
    /// A list whose entries replace the entry.
    case redirect
    /// A reason unknown to this version.
    case unknown
}

/// A property of mpv that the follower uses.
package enum MPVProperty: String, CaseIterable, Sendable {
    /// The base of relative paths.
    case workingDirectory = "working-directory"
    /// The drive of `dvd://`, or an image or folder in its place.
    case dvd = "options/dvd-device"
    /// The drive of `bd://`, or an image or folder in its place.
    case bluray = "options/bluray-device"
    /// The path of the file, as the user gave it.
    case path
    /// The position in seconds.
    case position = "time-pos"
    /// The duration in seconds.
    case duration
    /// True if playback is paused on request.
    case pause
    /// The playback speed.
    case speed
    /// The position in bytes up to which the file was read.
    case readTo = "stream-pos"
    /// The size in bytes of what is read.
    case size = "file-size"
    /// The title to display.
    case title = "media-title"
    /// The album, the book or the series of podcasts.
    case album = "metadata/by-key/album"
    /// True if positions count from the beginning of the file, false if from its own clock.
    case rebases = "options/rebase-start-time"
    /// The reading of the file's own clock at its beginning, in seconds.
    case clockStart = "demuxer-start-time"
    /// True if the file is seekable.
    case seekable
    /// True if only the cached part of a stream is seekable.
    case partlySeekable = "partially-seekable"
    /// The start of a loop set by the user.
    case loopStart = "ab-loop-a"
    /// True if the file is at its end, with `--keep-open`.
    case eofReached = "eof-reached"
    /// The playlist.
    case playlist
    /// True if mpv shuffles its lists.
    case shuffle
    /// The entry that plays first; `auto` if mpv may choose.
    case playlistStart = "playlist-start"
    /// The start position, set by a person, a script or mpv.
    case start = "options/start"
    /// True if the start position is given on the command line.
    case startIsGiven = "option-info/start/set-from-commandline"
    /// True if mpv may continue at its own remembered position.
    case resumes = "options/resume-playback"
    /// True if that option is given on the command line.
    case resumesIsGiven = "option-info/resume-playback/set-from-commandline"
    /// True if a changed file must not be resumed.
    case checksTime = "options/resume-playback-check-mtime"
    /// The end position set by the user.
    case end = "options/end"
    /// The length to play, set by the user.
    case length = "options/length"

    /// True if each change is observed; settings of a file are read once.
    package var isFollowed: Bool {
        [.position, .duration, .seekable].contains(self) || !Track.facts.contains(self)
    }
}
