// SPDX-License-Identifier: Apache-2.0
package import StateModel

package struct SyncedEvent: Sendable, Hashable {
    /// The event as its writer stored it; the ID identifies it on all devices, and the time is that
    /// of the writer's clock.
    package var event: Event
    package var origin: Origin
    package var device: String
    /// The event's number at its origin, counted from 1.
    package var number: Int
    /// The number of the event that the origin sent before this one; 0 if there was none.
    ///
    /// Numbers between the two belong to events that could not be sent.
    package var previous: Int

    package init(event: Event, origin: Origin, device: String, number: Int, previous: Int) {
        self.event = event
        self.origin = origin
        self.device = device
        self.number = number
        self.previous = previous
    }
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
