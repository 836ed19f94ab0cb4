// SPDX-License-Identifier: Apache-2.0
internal import Varlink

package enum MPVCommand: Equatable, Sendable {
    case observe(MPVProperty)
    case get(MPVProperty, Int)
    /// Seek exactly to a position, in seconds.
    case seek(Double)
    /// Start or stop reporting commands, as messages of mpv's log.
    case watchInput(Bool)
    /// Let the script stated.lua load a file, with a start position in seconds.
    case load(path: String, at: Double?)
    /// Pause playback, or resume it if false.
    case pause(Bool)
    case append(String)
    case move(Int, before: Int)
    case remove(Int)
    /// Play the entry with the given index, from its start position.
    case play(Int)
    case next
    case previous
    case stop
    /// Execute a command for the request with the given number; mpv confirms or rejects it.
    indirect case requested(MPVCommand, Int)
    /// Show a text in mpv's window for ten seconds.
    case show(String)
    /// Define a key that sends ``MPVMessage/goBack``, unless the user has bound that key.
    case defineGoBack
    /// Enable the key that sends ``MPVMessage/goBack``.
    case offerGoBack
    /// Disable the key that sends ``MPVMessage/goBack``.
    case withdrawGoBack

    /// The key with which the user returns to an expired position.
    package static let goBackKey = "ctrl+u"
    static let goBackMessage = "stated-undo"
    private static let section = "stated"

    package var line: [UInt8] {
        var writer = JSONWriter(capacity: 96)
        writer.beginObject()
        writer.key("command")
        writer.array(words) { $0.value($1) }
        writer.member("request_id", number)
        writer.endObject()
        return writer.bytes + [0x0A]
    }

    private var number: Int? {
        switch self {
        case .get(_, let number): number
        // Requests for properties have positive numbers.
        case .requested(_, let number): -number
        default: nil
        }
    }

    private var words: [JSONValue] {
        switch self {
        case .observe(let property):
            [.string("observe_property"), .int(1), .string(property.rawValue)]
        case .get(let property, _): [.string("get_property"), .string(property.rawValue)]
        case .seek(let position):
            [.string("seek"), .double(position), .string("absolute+exact")]
        case .watchInput(let isOn):
            [.string("request_log_messages"), .string(isOn ? "debug" : "no")]
        case .load(let path, let position):
            [.string("script-message"), .string("stated-load"), .string(path)]
                // The position is relative to the beginning of the file, regardless of its
                // timestamps.
                + (position.map { [.string("+\($0)")] } ?? [])
        case .pause(let isPaused): [.string("set_property"), .string("pause"), .bool(isPaused)]
        case .append(let name): [.string("loadfile"), .string(name), .string("append")]
        case .move(let from, let to): [.string("playlist-move"), .int(from), .int(to)]
        case .remove(let index): [.string("playlist-remove"), .int(index)]
        case .play(let index): [.string("playlist-play-index"), .int(index)]
        case .next: [.string("playlist-next")]
        case .previous: [.string("playlist-prev")]
        case .stop: [.string("stop")]
        case .requested(let command, _): command.words
        case .show(let text): [.string("show-text"), .string(text), .int(10_000)]
        case .offerGoBack: [.string("enable-section"), .string(Self.section)]
        case .withdrawGoBack: [.string("disable-section"), .string(Self.section)]
        case .defineGoBack:
            [
                .string("define-section"), .string(Self.section),
                .string("\(Self.goBackKey) script-message \(Self.goBackMessage)\n"),
                .string("default"),
            ]
        }
    }
}
