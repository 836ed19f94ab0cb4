// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol

/// Changes that arrived together.
public struct ChangeBatch: Sendable, Equatable {
    /// The changes that this library understands, in the order of their revisions.
    public let changes: [Change]
    /// True if the present state, or everything after the token, has been delivered.
    public let isReady: Bool
    /// The number of skipped states, because this reader was too slow.
    public let skipped: Int
    /// The position of the stream after this batch; store it once all the changes are processed.
    public let token: String
    /// Every change as received, including kinds unknown to this library.
    package let delivered: [Playback.Subscribe.DeliveredChange]

    /// Creates the batch from a reply of the stream.
    init(reply: [UInt8]) throws(StateClientError) {
        let delivery = try StateClient.decode(Playback.Subscribe.Delivery.self, reply)
        changes = delivery.changes.compactMap(\.change)
        isReady = delivery.ready
        skipped = delivery.skipped
        token = delivery.token
        delivered = delivery.changes
    }
}
