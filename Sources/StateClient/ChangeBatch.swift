// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol

/// Changes that arrived together.
public struct ChangeBatch: Sendable, Equatable {
    /// The changes that this library understands, in the order of their revisions.
    public let changes: [Change]
    /// True if the current state, or all that followed the token, has been delivered.
    public let isReady: Bool
    /// The number of states that this reader never saw because it fell behind.
    public let skipped: Int
    /// The position of the stream after this batch; keep it once all the changes are processed.
    public let token: String
    /// Every change as received, including those of a newer daemon that this library does not know.
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
