import StateProtocol

/// An event as the daemon holds it.
public struct StoredEvent: Sendable, Equatable {
    /// Where an event stands on its way to the remote store.
    public enum State: String, Sendable {
        /// It has yet to be sent.
        case pending
        /// It was sent, and its acknowledgement has yet to come.
        case inFlight
        /// The remote store has it.
        case synced
        /// It can't be sent; a person should look.
        case failed
    }

    /// The id that its program gave it.
    public let id: String
    /// What it is about.
    public let topic: String
    /// What happened: one JSON object, as its program wrote it.
    public let body: String
    /// The device that appended it.
    public let origin: String
    /// When it happened, in milliseconds since 1970.
    public let at: Int
    /// Its place in the order of the daemon's store, from 1.
    public let sequence: Int
    /// Where it stands on its way to the remote store.
    public let state: State

    /// The event of a reply.
    package init(_ event: Events.Event) {
        id = event.id
        topic = event.topic
        body = String(decoding: event.body, as: UTF8.self)
        origin = event.origin
        at = event.at
        sequence = event.sequence
        state = State(rawValue: event.state.rawValue) ?? .pending
    }
}

/// What became of an event that was appended.
public struct AppendedEvent: Sendable, Equatable {
    /// Its place in the order of the daemon's store.
    public let sequence: Int
    /// Whether it was there already.
    public let isDuplicate: Bool
}
