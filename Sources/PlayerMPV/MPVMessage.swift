package import Varlink

/// One line of mpv's JSON IPC, as far as it concerns us; see mpv(1), JSON IPC.
package enum MPVMessage: Equatable, Sendable {
    /// A property changed; nil: it has no value just now.
    case property(MPVProperty, JSONValue?)
    /// An entry of the playlist is being opened; entries have numbers of their own.
    case startFile(entry: Int?)
    /// It is open, and about to play.
    case fileLoaded
    /// Playback jumps: a person sought, or a script, or we did.
    case seek
    /// Playback goes on after it began or jumped.
    case playbackRestart
    /// An entry of the playlist is over, with what went wrong where something did.
    case endFile(MPVEnding, error: String?)
    /// What was asked under that number; nil: there is no answer.
    case reply(Int, JSONValue?)
    /// Anything else.
    case other

    /// Reads a line.
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

        mutating func read(_ key: JSONKey, _ reader: inout JSONReader) throws(JSONError) {
            switch reader.text(of: key) {
            case "event": event = try reader.string()
            case "name": name = try reader.string()
            case "data": data = try reader.value()
            case "reason": reason = try reader.string()
            case "file_error": fileError = try reader.string()
            case "error": error = try reader.string()
            case "request_id": request = try reader.int()
            case "playlist_entry_id": entry = try reader.int()
            default: break
            }
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
                .endFile(reason.flatMap(MPVEnding.init) ?? .unknown, error: fileError)
            case nil where request != nil && error != nil:
                .reply(request ?? 0, error == "success" ? value : nil)
            default: .other
            }
        }
    }
}

/// Why an entry of the playlist is over.
package enum MPVEnding: String, Sendable {
    /// There was no more of it: its end, or a connection that broke.
    case eof
    /// Somebody chose another entry, or none.
    case stop
    /// The player ends.
    case quit
    /// It could not be opened, or not be played.
    case error
    /// It was a list, whose entries take its place.
    case redirect
    /// A reason newer than we are.
    case unknown
}

/// The properties that are followed.
package enum MPVProperty: String, CaseIterable, Sendable {
    /// Where relative paths begin.
    case workingDirectory = "working-directory"
    /// What is played, as the person named it.
    case path
    /// The position in seconds.
    case position = "time-pos"
    /// The length in seconds.
    case duration
    /// Whether it stands still because somebody wants it to.
    case pause
    /// The playback speed.
    case speed
    /// What a person calls it.
    case title = "media-title"
    /// Whether one can jump in it.
    case seekable
    /// Whether one can jump only in what was kept of a stream.
    case partlySeekable = "partially-seekable"
    /// Where the person has a loop begin.
    case loopStart = "ab-loop-a"
    /// Whether it stands at its end, with `--keep-open`.
    case eofReached = "eof-reached"
    /// The playlist.
    case playlist
    /// Where the person wants files to begin.
    case start = "options/start"
    /// Where the person wants files to end.
    case end = "options/end"
    /// How much of files the person wants to play.
    case length = "options/length"

    /// Whether it is told whenever it changes; what a person wants of a file is asked once.
    package var isFollowed: Bool {
        switch self {
        case .start, .end, .length, .partlySeekable, .loopStart: false
        default: true
        }
    }
}
