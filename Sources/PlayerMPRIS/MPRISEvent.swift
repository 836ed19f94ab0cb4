// SPDX-License-Identifier: Apache-2.0
package import PlayerKit
package import StateModel

/// A command or a question to the player.
package enum MPRISCommand: Equatable, Sendable {
    /// Ask the player; the reply has the number of the question.
    case ask(MPRISQuestion, number: Int)
    /// Seek to a position in an entry of the player's track list.
    case setPosition(track: String, microseconds: Int)
    /// Seek forward by an offset, or backward if it is negative.
    case seek(microseconds: Int)
    /// Call a method that takes no arguments.
    case press(MPRISButton)
    /// Execute a command for a request, and reply once the player has done so.
    indirect case requested(MPRISCommand, SurfaceAnswer)
    /// Find the media file that the player has open, if there is exactly one.
    case findFile
}

/// A method of the player that takes no arguments.
package enum MPRISButton: String, Sendable {
    /// Start or resume playback.
    case play = "Play"
    case pause = "Pause"
    case stop = "Stop"
    /// Play the next track.
    case next = "Next"
    /// Play the previous track.
    case previous = "Previous"
}

/// A question to the player.
package enum MPRISQuestion: Equatable, Sendable {
    /// All properties of the player.
    case everything
    /// The player's position.
    case position
}

/// An event from the bus, or the result of an examination of files.
package enum MPRISEvent: Equatable, Sendable {
    case changed(MPRISProperties)
    /// The player reported a seek to a position, in microseconds from the beginning.
    case seeked(Int)
    /// The player answered the question with the given number; `nil` if it failed to answer.
    case answered(Int, MPRISProperties?)
    /// The content key of a file was computed; `nil` if the contents do not identify the file.
    case contents(path: String, key: ContentKey?)
    /// The only media file that the player has open; `nil` if there is none or more than one.
    case file(String?)
    /// The player has carried out the command of a request, or refused it.
    case requested(SurfaceAnswer)
    /// The time ``MPRISFollower/wakeAt`` was reached.
    case wake
}
