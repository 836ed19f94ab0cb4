// SPDX-License-Identifier: Apache-2.0
import PlayerMPRIS
import StateModel

/// An event from the bus, or the result of a request.
enum BusEvent: Sendable {
    /// The list of players on the bus changed.
    case roster(MPRISRoster.Event)
    /// Properties of a player changed, with `hasMore` also others that are not in the signal.
    case changed(owner: String, MPRISProperties, hasMore: Bool, at: Int)
    /// A player jumped to a position, in microseconds from the beginning.
    case seeked(owner: String, Int, at: Int)
    /// A player answered the question with the given number; `nil` without an answer.
    case answered(owner: String, MPRISQuestion, Int, MPRISProperties?, at: Int)
    /// A player answered a request.
    case requested(owner: String, SurfaceAnswer)
    /// A player reported its display name.
    case introduced(owner: String, label: String)
    /// The connection to the bus was lost, or could not be opened.
    case lost(reason: String)
    /// No further event follows.
    case closed
}
