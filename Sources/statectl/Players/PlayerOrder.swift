// SPDX-License-Identifier: Apache-2.0
import Varlink

/// An order to a running player.
enum PlayerOrder: Equatable {
    /// Pause.
    case pause
    /// Go on playing.
    case play
    /// Pause while it plays, and else go on.
    case toggle
    /// Jump.
    case seek(SeekTarget)
    /// Play the next item.
    case next
    /// Play the item before.
    case previous

    /// The name of the order.
    var name: String {
        switch self {
        case .pause: "pause"
        case .play: "play"
        case .toggle: "toggle"
        case .seek: "seek"
        case .next: "next"
        case .previous: "previous"
        }
    }

    /// The command for mpv's IPC.
    var mpvLine: [UInt8] {
        let words: [JSONValue] =
            switch self {
            case .pause: [.string("set_property"), .string("pause"), .bool(true)]
            case .play: [.string("set_property"), .string("pause"), .bool(false)]
            case .toggle: [.string("cycle"), .string("pause")]
            case .seek(.position(let seconds)):
                [.string("seek"), .double(seconds), .string("absolute+exact")]
            case .seek(.distance(let seconds)):
                [.string("seek"), .double(seconds), .string("relative+exact")]
            case .next: [.string("playlist-next")]
            case .previous: [.string("playlist-prev")]
            }
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("command")
        writer.beginArray()
        for word in words { writer.value(word) }
        writer.endArray()
        writer.key("request_id")
        writer.int(Self.request)
        writer.endObject()
        return writer.bytes + [0x0A]
    }

    /// The number of the request to mpv.
    private static let request = 1

    /// Returns mpv's answer in a line of its IPC: the error, or `success`; `nil` if the line is
    /// none.
    static func mpvAnswer(_ line: [UInt8]) -> String? {
        var reader = JSONReader(line)
        guard let value = try? reader.value(), case .int(request) = value["request_id"],
            case .string(let error) = value["error"]
        else { return nil }
        return error
    }

    /// Returns the method of MPRIS with its arguments as busctl(1) takes them.
    ///
    /// - Parameter position: the player's position in microseconds, which a jump needs.
    /// - Returns: the words after the interface.
    func mprisWords(position: Int) -> [String] {
        switch self {
        case .pause: ["Pause"]
        case .play: ["Play"]
        case .toggle: ["PlayPause"]
        case .next: ["Next"]
        case .previous: ["Previous"]
        // A jump to a position needs the track's id, which not every player has.
        case .seek(.position(let seconds)):
            ["Seek", "x", "\(Self.microseconds(seconds) - position)"]
        case .seek(.distance(let seconds)): ["Seek", "x", "\(Self.microseconds(seconds))"]
        }
    }

    private static func microseconds(_ seconds: Double) -> Int {
        Int((min(max(seconds, -1e9), 1e9) * 1_000_000).rounded())
    }
}
