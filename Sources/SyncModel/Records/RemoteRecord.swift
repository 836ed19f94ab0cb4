// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// An event in the form that devices exchange.
package struct SyncedEvent: Sendable, Hashable {
    /// The ID given by its writer, which identifies it everywhere.
    package var id: String
    package var topic: String
    /// The body: one JSON object.
    package var body: [UInt8]
    /// The device where it was appended.
    package var origin: Origin
    /// The label of that device.
    package var device: String
    /// Its number among the origin's events, starting at 1.
    package var number: Int
    /// The number of the origin's event sent before it; 0 if there was none.
    ///
    /// It may be less by more than one, because an event that cannot be sent is skipped.
    package var previous: Int
    /// The time of the event according to its writer, in milliseconds since 1970.
    package var at: Timestamp
    package var key: EventKey?

    /// Creates an event from its members.
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

    /// The event as a store appends it.
    package var event: Event { Event(id: id, topic: topic, body: body, at: at, key: key) }
}

/// A record to or from a remote.
package struct RemoteRecord: Sendable, Hashable {
    /// The content of a record.
    package enum Content: Sendable, Hashable {
        /// A resume point, a tombstone or an alias.
        case item(ItemVersion)
        case event(SyncedEvent)
    }

    /// The operation that it belongs to; a remote accepts each operation only once.
    package var operation: Operation
    /// The time of sending by the sender's trusted clock, in milliseconds since 1970.
    package var sentAt: Timestamp
    package var content: Content
    /// The expected value in a comparing remote; `nil` for none.
    ///
    /// It is excluded from the bytes.
    package var base: RemoteTag?

    /// Creates a record from its members.
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

/// A remote's name for a stored value: opaque bytes.
package struct RemoteTag: Sendable, Hashable {
    /// The driver's bytes.
    package var bytes: [UInt8]

    /// Creates the tag from its bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}
