/// An event as devices tell one another of it.
package struct SyncedEvent: Sendable, Hashable {
    /// The id that its writer gave it: what makes it one event everywhere.
    package var id: String
    /// What it is about.
    package var topic: String
    /// One JSON object.
    package var body: [UInt8]
    /// Where it was appended.
    package var origin: Origin
    /// The label of that device.
    package var device: String
    /// Its number among the origin's events, the first being 1.
    package var number: Int
    /// The number of the origin's event that was sent before it; 0: none was.
    ///
    /// Not always one less: an event that can never be sent keeps none back.
    package var previous: Int
    /// When it happened, in milliseconds since 1970 as its writer said.
    package var at: Int

    /// An event with all its members.
    package init(
        id: String,
        topic: String,
        body: [UInt8],
        origin: Origin,
        device: String,
        number: Int,
        previous: Int,
        at: Int
    ) {
        self.id = id
        self.topic = topic
        self.body = body
        self.origin = origin
        self.device = device
        self.number = number
        self.previous = previous
        self.at = at
    }
}

/// What goes to a remote and comes from it.
package struct RemoteRecord: Sendable, Hashable {
    /// What a record holds.
    package enum Content: Sendable, Hashable {
        /// A resume point, a tombstone or an alias.
        case item(ItemVersion)
        /// An event.
        case event(SyncedEvent)
    }

    /// The attempt that it belongs to; a remote takes each but once.
    package var operation: Operation
    /// When it was sent, by its sender's trusted clock, in milliseconds since 1970.
    package var sentAt: Int
    /// What it says.
    package var content: Content
    /// The value that a remote which compares must still hold; nil means none.
    ///
    /// No part of the bytes.
    package var base: RemoteTag?

    /// A record with all its members.
    package init(
        operation: Operation,
        sentAt: Int,
        content: Content,
        base: RemoteTag? = nil
    ) {
        self.operation = operation
        self.sentAt = sentAt
        self.content = content
        self.base = base
    }
}

/// How a remote names one stored value of its own: opaque bytes.
package struct RemoteTag: Sendable, Hashable {
    /// Whatever the driver put there.
    package var bytes: [UInt8]

    /// The tag of those bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}
