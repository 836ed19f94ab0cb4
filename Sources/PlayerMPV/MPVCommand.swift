internal import Varlink

/// What is asked of mpv.
package enum MPVCommand: Equatable, Sendable {
    /// To tell of each change of a property.
    case observe(MPVProperty)
    /// The value of a property, to be answered under that number.
    case get(MPVProperty, Int)
    /// To jump to that many seconds, exactly.
    case seek(Double)
    /// To play, should it stand still.
    case unpause
    /// To add a file or URL to the end of the playlist.
    case append(String)
    /// To move an entry so that it stands before the other one.
    case move(Int, before: Int)
    /// To take an entry out.
    case remove(Int)
    /// To play an entry, from where it is to begin.
    case play(Int)
    /// To play nothing.
    case stop

    /// The line to send, with its end.
    package var line: [UInt8] {
        var writer = JSONWriter(capacity: 96)
        writer.beginObject()
        writer.key("command")
        writer.beginArray()
        for word in words { writer.value(word) }
        writer.endArray()
        if case .get(_, let number) = self {
            writer.key("request_id")
            writer.int(number)
        }
        writer.endObject()
        return writer.bytes + [0x0A]
    }

    private var words: [JSONValue] {
        switch self {
        case .observe(let property):
            [.string("observe_property"), .int(1), .string(property.rawValue)]
        case .get(let property, _): [.string("get_property"), .string(property.rawValue)]
        case .seek(let position):
            [.string("seek"), .double(position), .string("absolute+exact")]
        case .unpause: [.string("set_property"), .string("pause"), .bool(false)]
        case .append(let name): [.string("loadfile"), .string(name), .string("append")]
        case .move(let from, let to): [.string("playlist-move"), .int(from), .int(to)]
        case .remove(let index): [.string("playlist-remove"), .int(index)]
        case .play(let index): [.string("playlist-play-index"), .int(index)]
        case .stop: [.string("stop")]
        }
    }
}
