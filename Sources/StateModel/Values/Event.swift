// SPDX-License-Identifier: Apache-2.0

/// An event that a client appends, and that each other device receives exactly once.
package struct Event: Hashable, Sendable {
    /// The unique ID that the client chose, 1 to 128 bytes.
    package var id: String
    /// The topic, 1 to 128 bytes of `[A-Za-z0-9._-]`.
    package var topic: String
    /// The body, one JSON object of up to 64 KiB, exactly as the client sent it.
    package var body: [UInt8]
    package var at: Timestamp
    package var key: EventKey?

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

/// The state of an event's delivery to the remote store.
///
/// The numbers are part of the store's format.
package enum SyncState: Int, Sendable, CaseIterable {
    case pending = 0
    /// The event was sent, and the remote store has not finally acknowledged it yet.
    case inFlight = 1
    case synced = 2
    /// The remote store refused the event; it is tried again after a start or a failed round, when
    /// the network returns, or on request.
    case failed = 3
}
