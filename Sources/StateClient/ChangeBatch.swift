// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol

/// The changes in one reply of a stream.
public struct ChangeBatch: Sendable, Equatable {
    /// The changes, in the order of their revisions; kinds unknown to this library are omitted.
    public let changes: [Change]
    /// True once the present state, or all changes after the stream's token, have been delivered.
    public let isReady: Bool
    /// The number of states that were skipped because the reader was too slow.
    public let skipped: Int
    /// The token with which a stream continues after this batch; store it once all changes are
    /// processed.
    public let token: String
    /// All changes as received, including kinds that this library does not know.
    package let delivered: [Playback.Subscribe.DeliveredChange]

    /// Parses a reply of the stream.
    init(reply: [UInt8]) throws(StateClientError) {
        let delivery = try Playback.Subscribe.Delivery(reply: reply)
        changes = delivery.changes.compactMap(\.change)
        isReady = delivery.ready
        skipped = delivery.skipped
        token = delivery.token
        delivered = delivery.changes
    }
}
