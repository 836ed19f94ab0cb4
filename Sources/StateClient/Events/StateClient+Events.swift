// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol

extension StateClient {
    /// Appends an event; it is on stable storage when the function returns.
    ///
    /// If the outcome of a call is unknown, call again with the same ID: the event is stored only
    /// once. A different body or topic with that ID throws ``StateClientError/idReused(id:)``. The
    /// body is one JSON object of at most 64 KiB; with a key, the event is the key's value.
    @discardableResult
    public func appendEvent(
        _ topic: String,
        body: String = "{}",
        id: String,
        at: Timestamp? = nil,
        key: String? = nil
    ) async throws(StateClientError) -> AppendedEvent {
        let event = try NewEvent(topic, body: body, id: id, at: at, key: key)
        let reply = try await call(
            Events.Append.self,
            .init(id: id, topic: topic, body: event.wire.body, at: at, key: key)
        )
        return AppendedEvent(sequence: reply.sequence, isDuplicate: reply.duplicate)
    }

    /// Appends events in order, in transactions of up to 500 or 64 KiB; an outcome is `nil` if a
    /// different event has the ID.
    @discardableResult
    public func appendEvents(
        _ events: [NewEvent]
    ) async throws(StateClientError) -> [AppendedEvent?] {
        try await events.map(\.wire).inParts(of: .events, size: \.json.count) {
            (part) throws(StateClientError) in
            try await call(Events.AppendMany.self, .init(events: part)).results.map { result in
                result.sequence.map { .init(sequence: $0, isDuplicate: result.duplicate == true) }
            }
        }
    }

    /// Returns the present values of a topic's keys with a prefix, in the order of the keys.
    public func latestEvents(
        _ topic: String,
        prefix: String = ""
    ) async throws(StateClientError) -> [StoredEvent] {
        try await pages(Events.Latest.self) {
            .init(topic: topic, prefix: prefix, limit: 1000, cursor: $0)
        } read: {
            ($0.events.map(StoredEvent.init), $0.cursor)
        }
    }

    /// Returns the present value of a key; `nil` if there is none.
    public func latestEvent(
        _ topic: String,
        key: String
    ) async throws(StateClientError) -> StoredEvent? {
        let reply = try await call(Events.Latest.self, .init(topic: topic, key: key))
        return reply.events.first.map(StoredEvent.init)
    }

    /// Removes the present value of a key on all devices; returns true if there was one.
    @discardableResult
    public func clearEvent(_ topic: String, key: String) async throws(StateClientError) -> Bool {
        try await call(Events.Clear.self, .init(topic: topic, key: key)).cleared
    }

    /// Lists the stored events after a sequence number, of one topic or of all, in order.
    ///
    /// The events are fetched page by page as the sequence is read.
    public func events(after sequence: SequenceNumber = .start, topic: String? = nil) -> EventList {
        EventList(client: self, after: sequence, topic: topic)
    }

    /// Follows events across restarts of the daemon, without gaps or repetitions.
    ///
    /// Without a token, the stored events come first. A lost connection is opened again after a
    /// short time, and the stream continues right after the last batch. If undelivered events have
    /// been removed, or the store has been replaced, the stream reports that and starts over.
    public func followEvents(
        after token: String? = nil,
        topic: String? = nil
    ) -> EventFollower {
        Follower(after: token) { [socket] token in
            Replies(socket: socket, Events.Follow.self, .init(token: token, topic: topic))
        } read: { reply throws(StateClientError) in
            let batch = try EventBatch(reply: reply)
            return (batch, batch.token)
        }
    }
}

/// Events in order; see ``StateClient/events(after:topic:)``.
public struct EventList: AsyncSequence, Sendable {
    /// The client that fetches the pages.
    let client: StateClient
    /// The sequence number before the first event.
    let after: SequenceNumber
    /// The topic of the events wanted; `nil` for all topics.
    let topic: String?

    /// Returns an iterator that begins with the oldest event.
    public func makeAsyncIterator() -> Iterator {
        Iterator(client: client, next: .init(after: after, topic: topic, limit: 1000))
    }

    /// The iterator, which fetches the pages.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let client: StateClient
        fileprivate var next: Events.List.Parameters?
        fileprivate var page: ArraySlice<Events.Event> = []

        /// Returns the next event; `nil` after the last.
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
