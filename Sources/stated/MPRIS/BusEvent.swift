// SPDX-License-Identifier: Apache-2.0
import PlayerMPRIS
import StateModel

/// An event from the bus, or the result of a request.
enum BusEvent: Sendable {
    /// The list of players on the bus changed.
    case roster(MPRISRoster.Event)
    /// Properties of a player changed; `hasMore` if the signal omits the values of some of them.
    case changed(owner: String, MPRISProperties, hasMore: Bool, at: Int)
    /// A player reported a seek to a position, in microseconds from the beginning.
    case seeked(owner: String, Int, at: Int)
    /// A player answered the question with the given number; the properties are `nil` if it failed
    /// to answer.
    case answered(owner: String, MPRISQuestion, Int, MPRISProperties?, at: Int)
    /// A player executed or refused the command of a request.
    case requested(owner: String, SurfaceAnswer)
    /// A player reported its display name.
    case introduced(owner: String, label: String)
    /// The connection to the bus was lost, or could not be opened.
    case lost(reason: String)
    /// The last event.
    case closed
}
