// SPDX-License-Identifier: Apache-2.0
import StateProtocol

/// The events in one reply of a stream.
public struct EventBatch: Sendable, Equatable {
    /// The events, in order.
    public let events: [StoredEvent]
    /// True once the stream has delivered all earlier events.
    public let isReady: Bool
    /// The token with which a stream continues after this batch; store it once all events are
    /// processed.
    public let token: String
    /// The events as received, as JSON.
    package let delivered: [[UInt8]]

    /// Parses a reply of the stream.
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
