import StateProtocol

extension StateClient {
    /// Appends an event; when it is answered, the event is on stable storage.
    ///
    /// Whoever does not know whether it went through calls again with the same id: the event is
    /// there once. Another body or topic under that id throws ``StateClientError/idReused(id:)``.
    ///
    /// - Parameters:
    ///   - topic: what it is about, 1 to 128 bytes of `[A-Za-z0-9._-]`: `score.entered`.
    ///   - body: what happened: one JSON object of 64 KiB at most.
    ///   - id: its unique id, 1 to 128 bytes.
    ///   - at: when it happened, in milliseconds since 1970; nil: now.
    /// - Returns: its number, and whether it was there already.
    /// - Throws: ``StateClientError``; after `disconnected` nobody knows whether it was appended.
    @discardableResult
    public func append(
        _ topic: String,
        body: String = "{}",
        id: String,
        at: Int? = nil
    ) async throws(StateClientError) -> AppendedEvent {
        guard let object = Self.object(body) else {
            throw .invalid(field: "body", why: "is not a JSON object")
        }
        let reply = try await call(
            Events.Append.self,
            .init(id: id, topic: topic, body: object, at: at)
        )
        return AppendedEvent(sequence: reply.sequence, isDuplicate: reply.duplicate)
    }

    /// Every event that is held after that number, or a topic's, in order.
    ///
    /// They are fetched page by page as the sequence is read.
    public func events(after sequence: Int = 0, topic: String? = nil) -> EventList {
        EventList(client: self, after: sequence, topic: topic)
    }
}

/// Events in order; see ``StateClient/events(after:topic:)``.
public struct EventList: AsyncSequence, Sendable {
    let client: StateClient
    let after: Int
    let topic: String?

    /// Begins with the oldest event.
    public func makeAsyncIterator() -> Iterator {
        Iterator(client: client, next: .init(after: after, topic: topic, limit: 1000))
    }

    /// Goes through the pages.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let client: StateClient
        fileprivate var next: Events.List.Parameters?
        fileprivate var page: ArraySlice<Events.Event> = []

        /// The next event; nil after the last.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> StoredEvent? {
            while page.isEmpty, var parameters = next {
                let reply = try await client.call(Events.List.self, parameters)
                page = reply.events[...]
                parameters.after = reply.events.last?.sequence
                next = reply.more && parameters.after != nil ? parameters : nil
            }
            return page.popFirst().map(StoredEvent.init)
        }
    }
}
