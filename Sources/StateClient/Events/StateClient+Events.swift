// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol

extension StateClient {
    /// Appends an event, and returns once it is on stable storage.
    ///
    /// If a call fails with an unknown outcome, call again with the same ID: the event is stored
    /// only once. If another event has the ID, ``StateClientError/idReused(id:)`` is thrown. The
    /// body is a JSON object of at most 64 KiB. With a key, the event is a value of the key.
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

    /// Appends events in order, in transactions of at most 500 events or 64 KiB; a result is `nil`
    /// if another event has the ID.
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

    /// Returns the current values of a topic's keys that begin with `prefix`, sorted by key; with
    /// `conflicts`, only those to which another device's value lost, including cleared ones.
    public func latestEvents(
        _ topic: String,
        prefix: String = "",
        conflicts: Bool = false
    ) async throws(StateClientError) -> [StoredEvent] {
        try await pages(Events.Latest.self) {
            .init(topic: topic, prefix: prefix, limit: 1000, cursor: $0, conflicts: conflicts)
        } read: {
            ($0.events.map(StoredEvent.init), $0.cursor)
        }
    }

    /// Returns the current value of a key; `nil` if it has none.
    public func latestEvent(
        _ topic: String,
        key: String
    ) async throws(StateClientError) -> StoredEvent? {
        let reply = try await call(Events.Latest.self, .init(topic: topic, key: key))
        return reply.events.first.map(StoredEvent.init)
    }

    /// Removes the current value of a key on all devices; returns false if it had none.
    @discardableResult
    public func clearEvent(_ topic: String, key: String) async throws(StateClientError) -> Bool {
        try await call(Events.Clear.self, .init(topic: topic, key: key)).cleared
    }

    /// Restores an earlier value of a key by a new event with the same body, and returns the
    /// sequence number of the new event.
    ///
    /// Without the ID of an event, the newest earlier value is restored.
    @discardableResult
    public func undoEvent(
        _ topic: String,
        key: String,
        to id: String? = nil
    ) async throws(StateClientError) -> SequenceNumber {
        try await call(Events.Undo.self, .init(topic: topic, key: key, id: id)).sequence
    }

    /// Returns the stored events after a sequence number, of one topic or of all, in order.
    public func events(after sequence: SequenceNumber = .start, topic: String? = nil) -> EventList {
        EventList(client: self, first: .init(after: sequence, topic: topic, limit: 1000))
    }

    /// Follows events across restarts of the daemon.
    ///
    /// Without a token, the stream begins with the stored events. After a lost connection, it
    /// reconnects and continues right after the last batch, or starts over if it cannot. A given
    /// token that cannot be continued throws ``StateClientError/resyncRequired(reason:)``.
    public func followEvents(
        after token: String? = nil,
        topic: String? = nil
    ) -> EventFollower {
        Follower(token: token) { [socket] token in
            Replies(socket: socket, Events.Follow.self, .init(token: token, topic: topic))
        } read: { reply throws(StateClientError) in
            let batch = try EventBatch(reply: reply)
            return (batch, batch.token)
        }
    }
}

/// A sequence of stored events; see ``StateClient/events(after:topic:)``.
public struct EventList: AsyncSequence, Sendable {
    let client: StateClient
    var first: Events.List.Parameters

    /// Returns a list limited to the events of one key, which are the key's history.
    ///
    /// The list must be of one topic.
    public func history(of key: String) -> EventList {
        var list = self
        list.first.key = key
        return list
    }

    /// Returns a list limited to the events whose time is `since` or later, and before `until`.
    public func limited(since: Timestamp? = nil, until: Timestamp? = nil) -> EventList {
        var list = self
        (list.first.since, list.first.until) = (since?.rawValue, until?.rawValue)
        return list
    }

    /// Returns an iterator, which fetches the first page when the first event is requested.
    public func makeAsyncIterator() -> Iterator {
        Iterator(client: client, next: first)
    }

    /// An iterator that fetches the events page by page.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let client: StateClient
        fileprivate var next: Events.List.Parameters?
        fileprivate var page: ArraySlice<Events.Event> = []

        /// Returns the next event; `nil` after the last one.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> StoredEvent? {
            while page.isEmpty, var parameters = next {
                let reply = try await client.call(Events.List.self, parameters)
                page = reply.events[...]
                // An older daemon replies without `next`.
                parameters.after = reply.next ?? reply.events.last?.sequence
                next = reply.more && parameters.after != nil ? parameters : nil
            }
            return page.popFirst().map(StoredEvent.init)
        }
    }
}
