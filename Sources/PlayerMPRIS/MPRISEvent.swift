// SPDX-License-Identifier: Apache-2.0
package import PlayerKit
package import StateModel

package enum MPRISCommand: Equatable, Sendable {
    /// Ask the player for all its properties; VLC, for example, does not announce that it has
    /// corrected the length of an MP3 file.
    case ask(number: Int)
    /// Seek to a position in an entry of the player's track list.
    case setPosition(track: String, microseconds: Int)
    case seek(microseconds: Int)
    case press(MPRISButton)
    case `open`(uri: String)
    /// Execute a command for a request, and send the answer once the player has executed it.
    indirect case requested(MPRISCommand, SurfaceAnswer)
    /// Find the only media file that the player has open.
    case findFile
}

package enum MPRISButton: String, Sendable {
    case play = "Play"
    case pause = "Pause"
    case stop = "Stop"
    case next = "Next"
    case previous = "Previous"
}

package enum MPRISEvent: Equatable, Sendable {
    case changed(MPRISProperties)
    /// The player reported a seek to a position, in microseconds from the beginning.
    case seeked(Int)
    /// The player answered the question with the given number; the properties are `nil` if it
    /// failed.
    case answered(Int, MPRISProperties?)
    /// The content key of a file was determined; it is `nil` if the contents do not identify the
    /// file.
    case contents(path: String, key: ContentKey?)
    /// The search for the player's media file ended; the path is `nil` unless exactly one is open.
    case file(String?)
    /// The player executed or refused the command of a request; this is the reply to the request.
    case requested(SurfaceAnswer)
    /// The time in ``MPRISFollower/wakeAt`` was reached.
    case wake
}
