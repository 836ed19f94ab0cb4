// SPDX-License-Identifier: Apache-2.0
public import StateModel
public import StateProtocol

/// An event that the daemon has stored.
public struct StoredEvent: Sendable, Equatable {
    /// The ID that the program chose when it appended the event.
    public let id: String
    /// The topic, such as `score.entered`.
    public let topic: String
    /// The body, a JSON object, as it was appended.
    public let body: String
    /// The name of the device on which the event was appended.
    public let origin: String
    /// The time of the event, in milliseconds since 1970.
    public let at: Timestamp
    /// The event's number in the daemon's store; 1 for the first event.
    public let sequence: SequenceNumber
    /// The state of the event on its way to the remote store.
    public let state: EventsTypes.SyncState
    /// The key whose value this event is; `nil` if it has no key.
    public let key: String?
    /// True if this event removed the value of its key.
    public let isCleared: Bool
    /// True if another device wrote the key's current value without knowing this event.
    ///
    /// Only the events of a key's history have this property.
    public let isLost: Bool

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
        isLost = event.lost ?? false
    }
}

extension Change {
    /// The event that a change of kind `event` contains; `nil` for other changes.
    public var event: StoredEvent? {
        guard case .event(_, let json) = about else { return nil }
        return (try? Events.Event(reply: json)).map(StoredEvent.init)
    }
}

/// The result of appending an event.
public struct AppendedEvent: Sendable, Equatable {
    /// The event's number in the daemon's store; 1 for the first event.
    public let sequence: SequenceNumber
    /// True if an earlier call had already stored the event.
    public let isDuplicate: Bool
}
