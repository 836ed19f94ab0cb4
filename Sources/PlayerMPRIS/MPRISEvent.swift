// SPDX-License-Identifier: Apache-2.0
package import PlayerKit
package import StateModel

/// A command to the player, or a question about it.
package enum MPRISCommand: Equatable, Sendable {
    /// Ask the player; the reply has the number of the question.
    case ask(MPRISQuestion, number: Int)
    /// Move the player to a position in an entry of its list.
    case setPosition(track: String, microseconds: Int)
    /// Move the player forward by an offset, or back.
    case seek(microseconds: Int)
    /// Press a button: a method without arguments.
    case press(MPRISButton)
    /// Execute a command for a request, and reply once the player has done so.
    indirect case requested(MPRISCommand, SurfaceAnswer)
    /// Find the media file that the player has open, if there is exactly one.
    case findFile
}

/// A method of the player that takes no arguments.
package enum MPRISButton: String, Sendable {
    /// Play on.
    case play = "Play"
    /// Pause.
    case pause = "Pause"
    /// Stop.
    case stop = "Stop"
    /// Play the next track.
    case next = "Next"
    /// Play the track before.
    case previous = "Previous"
}

/// A question to the player.
package enum MPRISQuestion: Equatable, Sendable {
    /// All properties of the player.
    case everything
    /// The player's position.
    case position
}

/// An event from the bus, or about a file.
package enum MPRISEvent: Equatable, Sendable {
    /// Properties changed.
    case changed(MPRISProperties)
    /// The player reported a jump to a position, in microseconds from the beginning.
    case seeked(Int)
    /// The player answered the question with the given number; `nil` without an answer.
    case answered(Int, MPRISProperties?)
    /// The key of a file's contents was computed; `nil` if it has none.
    case contents(path: String, key: ContentKey?)
    /// The only media file that the player has open; `nil` if there is none or more than one.
    case file(String?)
    /// The player has carried out the command of a request, or refused it.
    case requested(SurfaceAnswer)
    /// The time ``MPRISFollower/wakeAt`` has come.
    case wake
}
