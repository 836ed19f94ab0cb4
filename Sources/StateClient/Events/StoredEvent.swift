// SPDX-License-Identifier: Apache-2.0
public import StateModel
public import StateProtocol

/// An event as stored by the daemon.
public struct StoredEvent: Sendable, Equatable {
    /// The ID given by the program that appended it.
    public let id: String
    /// The topic.
    public let topic: String
    /// The body: one JSON object, unchanged.
    public let body: String
    /// The device on which the event was appended.
    public let origin: String
    /// The time of the event, in milliseconds since 1970.
    public let at: Timestamp
    /// The sequence number in the daemon's store, from 1.
    public let sequence: SequenceNumber
    /// The progress of sending the event to the remote store.
    public let state: EventsTypes.SyncState
    /// The key whose value the event is; `nil` if it has none.
    public let key: String?
    /// True if the event clears its key.
    public let isCleared: Bool

    /// Creates the event from an event of a reply.
    package init(_ event: Events.Event) {
        id = event.id
        topic = event.topic
        body = String(decoding: event.body, as: UTF8.self)
        origin = event.origin
        at = event.at
        sequence = event.sequence
        state = event.state
        key = event.key
        isCleared = event.cleared ?? false
    }
}

extension Change {
    /// The event that a change of kind `event` delivers.
    public var event: StoredEvent? {
        guard case .event(_, let json) = about else { return nil }
        return (try? StateClient.decode(Events.Event.self, json)).map(StoredEvent.init)
    }
}

/// The outcome of appending an event.
public struct AppendedEvent: Sendable, Equatable {
    /// The sequence number in the daemon's store.
    public let sequence: SequenceNumber
    /// True if the event was already stored.
    public let isDuplicate: Bool
}
