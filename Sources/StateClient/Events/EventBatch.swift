// SPDX-License-Identifier: Apache-2.0
import StateProtocol

/// Events that arrived together.
public struct EventBatch: Sendable, Equatable {
    /// The events, in order.
    public let events: [StoredEvent]
    /// True once the stream has caught up with the stored events.
    public let isReady: Bool
    /// The position of the stream after this batch; store it once all the events are processed.
    public let token: String
    /// The events as received.
    package let delivered: [[UInt8]]

    /// Creates the batch from a reply of the stream.
    init(reply: [UInt8]) throws(StateClientError) {
        let delivery = try StateClient.decode(Events.Follow.Delivery.self, reply)
        var events: [StoredEvent] = []
        for json in delivery.events {
            events.append(StoredEvent(try StateClient.decode(Events.Event.self, json)))
        }
        self.events = events
        isReady = delivery.ready
        token = delivery.token
        delivered = delivery.events
    }
}
