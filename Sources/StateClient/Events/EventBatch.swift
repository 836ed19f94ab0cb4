// SPDX-License-Identifier: Apache-2.0
import StateProtocol

/// The events in one reply of a stream.
public struct EventBatch: Sendable, Equatable {
    /// The events, in the order of their sequence numbers.
    public let events: [StoredEvent]
    /// True once all events that were stored before the call have been delivered.
    public let isReady: Bool
    /// The token that continues a stream after this batch; store it once the events are processed.
    public let token: String
    package let delivered: [[UInt8]]

    init(reply: [UInt8]) throws(StateClientError) {
        let delivery = try Events.Follow.Delivery(reply: reply)
        var events: [StoredEvent] = []
        for json in delivery.events {
            events.append(StoredEvent(try Events.Event(reply: json)))
        }
        self.events = events
        isReady = delivery.ready
        token = delivery.token
        delivered = delivery.events
    }
}
