// SPDX-License-Identifier: Apache-2.0

/// An event appended by a client, delivered to the other devices exactly once.
package struct Event: Equatable, Sendable {
    /// The client's own unique ID, 1 to 128 bytes.
    package var id: String
    /// The topic: 1 to 128 bytes of `[A-Za-z0-9._-]`.
    package var topic: String
    /// The body: one JSON object, unchanged, at most 64 KiB.
    package var body: [UInt8]
    /// The time of the event, in milliseconds since 1970.
    package var at: Timestamp
    /// The key; `nil` if the event has none.
    package var key: EventKey?

    /// Creates an event from its members.
    package init(
        id: String,
        topic: String,
        body: [UInt8],
        at: Timestamp,
        key: EventKey? = nil
    ) {
        self.id = id
        self.topic = topic
        self.body = body
        self.at = at
        self.key = key
    }
}

/// The state of an event on its way to the remote store.
///
/// The numbers are part of the store's format.
package enum SyncState: Int, Sendable, CaseIterable {
    /// The event has not been sent yet.
    case pending = 0
    /// The event was sent and is not acknowledged yet.
    case inFlight = 1
    /// The remote store has the event.
    case synced = 2
    /// The event cannot be sent, and needs the user's attention.
    case failed = 3
}

/// An invalid member of an event, as reported by InvalidEvent.
package struct EventFault: Error, Equatable {
    /// The faulty member.
    package let field: String
    /// The reason, with the allowed values.
    package let reason: String

    /// Creates a fault of a member.
    package init(field: String, reason: String) {
        self.field = field
        self.reason = reason
    }
}

extension Event {
    /// The first fault of the event, not counting its body's JSON; `nil` if it may be appended.
    package var fault: EventFault? {
        guard (1...Limits.eventIDBytes).contains(id.utf8.count) else {
            return EventFault(
                field: "id",
                reason: "must be 1 to \(Limits.eventIDBytes) bytes of UTF-8"
            )
        }
        guard Limits.isName(topic, atMost: Limits.topicBytes) else {
            return EventFault(
                field: "topic",
                reason: "must be 1 to \(Limits.topicBytes) bytes of A-Z, a-z, 0-9, '.', '_', '-'"
            )
        }
        guard body.count <= Limits.eventBodyBytes else {
            return EventFault(
                field: "body",
                reason: "must be at most \(Limits.eventBodyBytes) bytes"
            )
        }
        return key?.fault
    }
}
