// SPDX-License-Identifier: Apache-2.0
import PlayerMPRIS

/// An event from the bus, or the result of a request.
enum BusEvent: Sendable {
    /// A name has a new owner; `nil` if it has none any more.
    case owned(name: String, by: String?)
    /// All names that existed at the start have been reported; later ones are new.
    case ready
    /// The process of a connection was reported; `nil` if it is unknown.
    case process(of: String, number: Int?)
    /// Properties of a player changed; with `hasMore`, so did others that the signal does not
    /// contain.
    case changed(owner: String, MPRISProperties, hasMore: Bool, at: Int)
    /// A player jumped to a position, in microseconds from the beginning.
    case seeked(owner: String, Int, at: Int)
    /// A player answered; `nil` if it did not.
    case answered(owner: String, PlayerRequest.Question, MPRISProperties?, at: Int)
    /// A player reported its name for people.
    case introduced(owner: String, label: String)
    /// The connection to the bus was lost, or could not be opened.
    case lost(reason: String)
    /// No further event follows.
    case closed
}
