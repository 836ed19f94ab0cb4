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
    /// The number of the event among those of its origin, starting at 1.
    package var number: Int
    /// The number of the origin's event that was sent before this one; 0 if there was none.
    ///
    /// Numbers may be skipped, because an event that cannot be sent is left out.
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

    /// The operation that identifies the record; a remote accepts each operation only once.
    package var operation: Operation
    /// The time of sending by the sender's trusted clock, in milliseconds since 1970.
    package var sentAt: Timestamp
    package var content: Content
    /// The tag that the stored value must have, in a remote that compares and swaps; `nil` for no
    /// stored value.
    ///
    /// It is not part of the bytes.
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

/// A remote's opaque name for a stored value.
package struct RemoteTag: Sendable, Hashable {
    /// The driver's bytes.
    package var bytes: [UInt8]

    /// Creates the tag from its bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}
