// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// One line of mpv's JSON IPC; see mpv(1), JSON IPC.
package enum MPVMessage: Equatable, Sendable {
    /// A property changed; `nil` if it has no value now.
    case property(MPVProperty, JSONValue?)
    /// An entry of the playlist is being opened; each entry has a number of its own.
    case startFile(entry: Int?)
    /// The file is open, and about to play.
    case fileLoaded
    /// A seek began: by a person, a script or this bridge.
    case seek
    /// Playback goes on after a start or a jump.
    case playbackRestart
    /// An entry of the playlist is over; `error` is its failure, if there was one.
    ///
    /// The entries with the numbers `list` have taken its place; `nil` if none have.
    case endFile(MPVEnding, error: String?, list: Range<Int>? = nil)
    /// The person wants to go on at the position that expired.
    case goBack
    /// The answer to the request with that number; `nil` if there is no value.
    case reply(Int, JSONValue?)
    /// mpv carries out a command in the form of key bindings: a person used a key, the mouse or the
    /// on-screen controller; or else a seek that a program or a script has sent.
    case command(isBinding: Bool)
    /// Any other line.
    case other

    /// Creates a message from a line.
    package init(line: [UInt8]) throws(JSONError) {
        var raw = Raw()
        var reader = JSONReader(line)
        try reader.object { (key, reader) throws(JSONError) in try raw.read(key, &reader) }
        try reader.finish()
        self = raw.message
    }

    private struct Raw {
        var event: String?
        var name: String?
        var data: JSONValue?
        var reason: String?
        var fileError: String?
        var error: String?
        var request: Int?
        var entry: Int?
        var insertedEntry: Int?
        var insertedCount: Int?
        var arguments: JSONValue?
        var text: String?

        mutating func read(_ key: JSONKey, _ reader: inout JSONReader) throws(JSONError) {
            switch reader.text(of: key) {
            case "event": event = try reader.string()
            case "name": name = try reader.string()
            case "data": data = try reader.value()
            case "reason": reason = try reader.string()
            case "file_error": fileError = try reader.string()
            case "error": error = try reader.string()
            case "request_id": request = try reader.int()
            case "text": text = try reader.string()
            case "playlist_entry_id": entry = try reader.int()
            case "playlist_insert_id": insertedEntry = try reader.int()
            case "playlist_insert_num_entries": insertedCount = try reader.int()
            case "args": arguments = try reader.value()
            default: break
            }
        }

        /// The command that a line of mpv's log names; `nil` if it is none that moves.
        private var command: MPVMessage? {
            let parts = text?.split(separator: ",", maxSplits: 2) ?? []
            guard parts.count > 1, parts[0].hasPrefix("Run command: "),
                let flags = parts[1].split(separator: "=").last.flatMap({ Int($0) })
            else { return nil }
            // mpv expands properties in what is written as one text, as in input.conf(5).
            let expands = 8
            if flags & expands != 0 { return .command(isBinding: true) }
            return parts[0].hasSuffix(" seek") ? .command(isBinding: false) : nil
        }

        /// The numbers of the entries that were inserted; `nil` if none were.
        private var list: Range<Int>? {
            guard let insertedEntry, let insertedCount, insertedCount > 0 else { return nil }
            let (end, isTooLarge) = insertedEntry.addingReportingOverflow(insertedCount)
            return isTooLarge ? nil : insertedEntry..<end
        }

        var value: JSONValue? { data == .null ? nil : data }

        var message: MPVMessage {
            switch event {
            case "property-change":
                name.flatMap(MPVProperty.init).map { .property($0, value) } ?? .other
            case "start-file": .startFile(entry: entry)
            case "file-loaded": .fileLoaded
            case "seek": .seek
            case "playback-restart": .playbackRestart
            case "end-file":
                .endFile(
                    reason.flatMap(MPVEnding.init) ?? .unknown,
                    error: fileError,
                    list: list
                )
            case "client-message" where arguments == .array([.string(MPVCommand.goBackMessage)]):
                .goBack
            case "log-message": command ?? .other
            case nil where request != nil && error != nil:
                .reply(request ?? 0, error == "success" ? value : nil)
            default: .other
            }
        }
    }
}

/// The reason why an entry of the playlist is over.
package enum MPVEnding: String, Sendable {
    /// The end of its data: the end of the file, or a broken connection.
    case eof
    /// A choice of another entry, or of none.
    case stop
    /// The end of the player.
    case quit
    /// A failure to open or play the entry.
    case error
    /// A list whose entries replace the entry.
    case redirect
    /// A reason that this version does not know.
    case unknown
}

/// A property of mpv that the follower uses.
package enum MPVProperty: String, CaseIterable, Sendable {
    /// The base of relative paths.
    case workingDirectory = "working-directory"
    /// The drive of `dvd://`, or the image or folder that stands for it.
    case dvd = "options/dvd-device"
    /// The drive of `bd://`, or the image or folder that stands for it.
    case bluray = "options/bluray-device"
    /// The path of the file, as the person named it.
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
    /// The title, for people.
    case title = "media-title"
    /// The album, the book or the series of podcasts.
    case album = "metadata/by-key/album"
    /// True if positions count from the beginning of the file, false if by its own clock.
    case rebases = "options/rebase-start-time"
    /// The time of the file's own clock at its beginning, in seconds.
    case clockStart = "demuxer-start-time"
    /// True if the file is seekable.
    case seekable
    /// True if only the cached part of a stream is seekable.
    case partlySeekable = "partially-seekable"
    /// The start of a loop that the person set.
    case loopStart = "ab-loop-a"
    /// True if the file is at its end, with `--keep-open`.
    case eofReached = "eof-reached"
    /// The playlist.
    case playlist
    /// True if mpv shuffles its lists.
    case shuffle
    /// The entry that is played first; `auto` if mpv may choose.
    case playlistStart = "playlist-start"
    /// The start position, whoever set it.
    case start = "options/start"
    /// True if the start position stands on the command line.
    case startIsGiven = "option-info/start/set-from-commandline"
    /// True if mpv may go on where it was.
    case resumes = "options/resume-playback"
    /// True if that stands on the command line.
    case resumesIsGiven = "option-info/resume-playback/set-from-commandline"
    /// True if a file that has changed is not to be resumed.
    case checksTime = "options/resume-playback-check-mtime"
    /// The end position that the person set.
    case end = "options/end"
    /// The length to play that the person set.
    case length = "options/length"

    /// True if each change is observed; the settings for a file are asked once.
    package var isFollowed: Bool {
        [.position, .duration, .seekable].contains(self) || !Track.facts.contains(self)
    }
}
