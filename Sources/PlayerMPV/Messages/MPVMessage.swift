// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// A message of mpv, which is one line of JSON; see mpv(1), JSON IPC.
package enum MPVMessage: Equatable, Sendable {
    /// A property changed; the value is `nil` if the property is unavailable.
    case property(MPVProperty, JSONValue?)
    /// mpv opens an entry of the playlist; each entry has a unique number.
    case startFile(entry: Int?)
    case fileLoaded
    /// A seek by the user, a script or this bridge started.
    case seek
    /// Playback continues after a start or a seek.
    case playbackRestart
    /// An entry of the playlist ended, with an error message if it failed.
    ///
    /// If the entry is a list, `list` contains the numbers of the entries that replace it.
    case endFile(MPVEnding, error: String?, list: Range<Int>? = nil)
    /// The user wants to return to the expired position.
    case goBack
    /// mpv replied to the request with the given number; the value is `nil` if the property is
    /// unavailable.
    case reply(Int, JSONValue?)
    /// mpv executed the command of the request with the given number, or rejected it with an error.
    case requested(Int, error: String?)
    /// mpv executes a command of a key or the mouse, or a seek.
    ///
    /// `isBinding` is true for a command that is written as one string, as in input.conf, and false
    /// for any other seek, such as that of a program or of this bridge.
    case command(isBinding: Bool)
    case other

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

    /// Returns the kind of the command in a line of mpv's log; `nil` unless it is a command of a
    /// key or the mouse, or a seek.
    private static func command(_ text: String) -> MPVMessage? {
        let parts = text.split(separator: ",", maxSplits: 2)
        guard parts.count > 1, parts[0].hasPrefix("Run command: "),
            let flags = parts[1].split(separator: "=").last.flatMap({ Int($0) })
        else { return nil }
        // mpv expands properties in a command that is written as one string; see input.conf(5).
        let expands = 8
        if flags & expands != 0 { return .command(isBinding: true) }
        return parts[0].hasSuffix(" seek") ? .command(isBinding: false) : nil
    }

    private static func list(_ line: JSONValue) -> Range<Int>? {
        guard let first = line["playlist_insert_id"]?.integer,
            let count = line["playlist_insert_num_entries"]?.integer, count > 0
        else { return nil }
        let (end, isTooLarge) = first.addingReportingOverflow(count)
        return isTooLarge ? nil : first..<end
    }
}

package enum MPVEnding: String, Sendable {
    /// The data ended: at the end of the file, or because a connection was lost.
    case eof
    /// The user chose another entry, or stopped playback.
    case stop
    case quit
    case error
    /// The entry is a list, and was replaced by the entries of that list.
    case redirect
    case unknown
}

package enum MPVProperty: String, CaseIterable, Sendable {
    case workingDirectory = "working-directory"
    /// The drive for `dvd://`, or a disc image or folder.
    case dvd = "options/dvd-device"
    /// The drive for `bd://`, or a disc image or folder.
    case bluray = "options/bluray-device"
    /// The path of the file, as given by the user.
    case path
    /// The position, in seconds, from the beginning of the file or as a timestamp of the file.
    case position = "time-pos"
    case duration
    case pause
    case speed
    /// The state of mpv's cache: the last timestamp in it, and whether it has the end of the file.
    case cache = "demuxer-cache-state"
    /// The offset of the last packet that mpv has decoded, in bytes.
    case readTo = "stream-pos"
    case size = "file-size"
    /// The name of the file's format, such as `hls` for a channel in segments.
    case format = "file-format"
    case title = "media-title"
    case album = "metadata/by-key/album"
    /// True if positions are relative to the beginning of the file; false if they are timestamps.
    case rebases = "options/rebase-start-time"
    /// The timestamp of the beginning of the file, in seconds.
    case clockStart = "demuxer-start-time"
    case seekable
    /// True if only the cached part of a stream is seekable.
    case partlySeekable = "partially-seekable"
    case loopStart = "ab-loop-a"
    /// True if the file has ended but stays open because of `--keep-open`.
    case eofReached = "eof-reached"
    /// The options of scripts; stated.lua adds the number of entries with which mpv was started.
    case scriptOptions = "options/script-opts"
    case shuffle
    /// The index of the entry that plays first; `auto` if mpv may choose.
    case playlistStart = "playlist-start"
    /// The start position set by the user, a script or mpv itself.
    case start = "options/start"
    case startIsGiven = "option-info/start/set-from-commandline"
    /// True if mpv may resume at a position that it stored itself.
    case resumes = "options/resume-playback"
    case resumesIsGiven = "option-info/resume-playback/set-from-commandline"
    /// True if mpv must not resume a file that has changed since it was last played.
    case checksTime = "options/resume-playback-check-mtime"
    case end = "options/end"
    case length = "options/length"
    /// The number of frames to play; `all` for no limit.
    case frames = "options/frames"
    /// The playlist; the options that decide its first entry must be known before.
    case playlist

    /// True if the property is observed; the other properties are read once for each file.
    package var isFollowed: Bool {
        let isBoth: Set<MPVProperty> = [
            .position, .duration, .size, .seekable, .startIsGiven, .resumes, .resumesIsGiven,
        ]
        return isBoth.contains(self) || !Track.facts.contains(self)
    }
}
