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
    var mpvWords: [JSONValue] {
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
    }

    /// Returns the method of MPRIS with its arguments as busctl(1) takes them.
    ///
    /// - Parameter state: the player's state.
    /// - Returns: the words after the interface.
    /// - Throws: the reason if a jump is to begin at a position that the player does not say.
    func mprisWords(_ state: OrderedState) throws(OrderRefusal) -> [String] {
        switch self {
        case .pause: return ["Pause"]
        case .play: return ["Play"]
        case .toggle: return ["PlayPause"]
        case .next: return ["Next"]
        case .previous: return ["Previous"]
        // A jump to a position needs the track's id, which not every player has.
        case .seek(.position(let seconds)):
            guard let position = state.position else {
                throw OrderRefusal(reason: "it does not report its position")
            }
            return ["Seek", "x", "\(Self.microseconds(seconds - position))"]
        case .seek(.distance(let seconds)): return ["Seek", "x", "\(Self.microseconds(seconds))"]
        }
    }

    private static func microseconds(_ seconds: Double) -> Int {
        Int((min(max(seconds, -1e9), 1e9) * 1_000_000).rounded())
    }
}
