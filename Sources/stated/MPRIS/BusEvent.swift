// SPDX-License-Identifier: Apache-2.0
import PlayerMPRIS
import StateModel

enum BusEvent: Sendable {
    case roster(MPRISRoster.Event)
    /// Properties of a player changed; `hasMore` is true if the signal omits a new value that the
    /// bridge needs.
    case changed(owner: String, MPRISProperties, hasMore: Bool, at: Int)
    /// A player reported a seek to a position, in microseconds.
    case seeked(owner: String, Int, at: Int)
    /// A player answered the question with the given number; the properties are `nil` if the call
    /// failed.
    case answered(owner: String, Int, MPRISProperties?, at: Int)
    case requested(owner: String, SurfaceAnswer)
    /// A player's label, and the schemes of the URLs that it opens; `nil` and none if unknown.
    case introduced(owner: String, label: String?, schemes: [String])
    /// The connection to the bus was lost, or could not be opened.
    case lost(reason: String)
    /// The bus client has ended; no event follows.
    case closed
}
