// SPDX-License-Identifier: Apache-2.0
package import StateModel

package struct SyncedEvent: Sendable, Hashable {
    /// The ID that the writer chose, which identifies the event on all devices.
    package var id: String
    package var topic: String
    /// The body, one JSON object.
    package var body: [UInt8]
    package var origin: Origin
    package var device: String
    /// The event's number at its origin, counted from 1.
    package var number: Int
    /// The number of the event that the origin sent before this one; 0 if there was none.
    ///
    /// Numbers between the two belong to events that could not be sent.
    package var previous: Int
    /// The time of the event on its writer's clock, in milliseconds since 1970.
    package var at: Timestamp
    package var key: EventKey?

    package init(
        id: String,
        topic: String,
        body: [UInt8],
        origin: Origin,
        device: String,
        number: Int,
        previous: Int,
        at: Timestamp,
        key: EventKey? = nil
    ) {
        self.id = id
        self.topic = topic
        self.body = body
        self.origin = origin
        self.device = device
        self.number = number
        self.previous = previous
        self.at = at
        self.key = key
    }

    package var event: Event { Event(id: id, topic: topic, body: body, at: at, key: key) }
}

package struct RemoteRecord: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        /// A resume point, a tombstone or an alias.
        case item(ItemVersion)
        case event(SyncedEvent)
    }

    package var operation: Operation
    /// The sender's trusted time when the record was sent, in milliseconds since 1970.
    package var sentAt: Timestamp
    package var content: Content
    /// The tag that the remote's current value must have; `nil` if the remote must have no value.
    ///
    /// Only a remote that compares and swaps uses it. It is not part of ``bytes``.
    package var base: RemoteTag?

    package init(
        operation: Operation,
        sentAt: Timestamp,
        content: Content,
        base: RemoteTag? = nil
    ) {
        self.operation = operation
        self.sentAt = sentAt
        self.content = content
        self.base = base
    }
}

package struct RemoteTag: Sendable, Hashable {
    package var bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}
