// SPDX-License-Identifier: Apache-2.0
public import StateModel
public import StateProtocol

/// An event that the daemon has stored.
public struct StoredEvent: Sendable, Equatable {
    /// The ID, chosen by the program that appended the event.
    public let id: String
    /// The topic under which the event was appended.
    public let topic: String
    /// The body: a JSON object, unchanged.
    public let body: String
    /// The name of the device on which the event was appended.
    public let origin: String
    /// The time of the event, in milliseconds since 1970.
    public let at: Timestamp
    /// The event's position in the daemon's store, from 1.
    public let sequence: SequenceNumber
    /// The state of sending the event to the remote store.
    public let state: EventsTypes.SyncState
    /// The key of which the event is a value; `nil` without a key.
    public let key: String?
    /// True if the event removes the value of its key.
    public let isCleared: Bool

    /// Creates the event from a daemon's reply.
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
    /// The event that a change of kind `event` delivers; `nil` for other changes.
    public var event: StoredEvent? {
        guard case .event(_, let json) = about else { return nil }
        return (try? Events.Event(reply: json)).map(StoredEvent.init)
    }
}

/// The result of appending an event.
public struct AppendedEvent: Sendable, Equatable {
    /// The event's position in the daemon's store.
    public let sequence: SequenceNumber
    /// True if the event had already been stored.
    public let isDuplicate: Bool
}
