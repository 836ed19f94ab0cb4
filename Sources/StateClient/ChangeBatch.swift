// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol

/// The changes in one reply of a stream.
public struct ChangeBatch: Sendable, Equatable {
    /// The changes, in the order of delivery, except those that this library cannot decode.
    public let changes: [Change]
    /// True once everything before the call has been delivered: the changes after the token or,
    /// without one, the current state.
    public let isReady: Bool
    /// The number of states that were omitted because the reader was too slow.
    public let skipped: Int
    /// The token that continues a stream after this batch; store it once the changes are processed.
    public let token: String
    /// The changes as received, including those that this library cannot decode.
    package let delivered: [Playback.Subscribe.DeliveredChange]

    init(reply: [UInt8]) throws(StateClientError) {
        let delivery = try Playback.Subscribe.Delivery(reply: reply)
        changes = delivery.changes.compactMap(\.change)
        isReady = delivery.ready
        skipped = delivery.skipped
        token = delivery.token
        delivered = delivery.changes
    }
}
