// SPDX-License-Identifier: Apache-2.0
internal import GPodder
internal import StateModel
internal import StateProtocol
internal import Varlink
internal import VarlinkNIO

// The exchange of events with the daemon's log.
extension PodcastServer {
    static let actionTopic = "gpodder.action"
    static let feedTopic = "gpodder.subscription"

    func refresh() async throws(Unavailable) {
        try load()
        guard let clients = try? await signIn.clients else { throw failure(SignIn.unreadable) }
        state.clients = state.clients.filter { clients.contains($0.key) }
        try await resyncing(readLogs) { (actions, feeds, tokens) = (EpisodeLog(), FeedLog(), [:]) }
        if let log, log != state.log { state.reset(to: log) }
    }

    /// Reads a stream to its end; if entries after its token were removed, resets it and starts
    /// over.
    func resyncing<Value>(
        _ read: () async throws(ClientError) -> Value,
        _ reset: () -> Void
    ) async throws(Unavailable) -> Value {
        do throws(ClientError) {
            do throws(ClientError) {
                return try await read()
            } catch {
                guard case .reply(let name, _) = error, StreamMachine.requiresResync(after: name)
                else { throw error }
                reset()
                return try await read()
            }
        } catch {
            throw failure("\(error)")
        }
    }

    private func readLogs() async throws(ClientError) {
        try await read(Self.actionTopic)
        try await read(Self.feedTopic)
    }

    private func read(_ topic: String) async throws(ClientError) {
        let call = Events.Follow.Parameters(token: tokens[topic], topic: topic).json
        var replies = try await link.stream(Events.Follow.name, call).makeAsyncIterator()
        while let reply = try await replies.next() {
            guard let page = try? Events.Follow.Reply(json: reply.parameters) else { break }
            for event in page.events { take(event, topic) }
            tokens[topic] = page.token
            log = page.log ?? log
            if page.ready { return }
        }
        throw .closed
    }

    private func take(_ event: Events.Event, _ topic: String) {
        let (number, at) = (event.sequence.rawValue, event.at.rawValue)
        guard let body = JSONValue.parse(event.body) else { return }
        if topic == Self.actionTopic {
            actions.append(number, id: event.id, at: at / 1_000, body: body)
        } else {
            feeds.append(number, id: event.id, at: at, body: body)
        }
    }

    func event(_ entry: EpisodeLog.NewEntry, of client: String) -> Events.NewEvent {
        let body = entry.action.body(by: client)
        return event(entry.id, Self.actionTopic, body, at: entry.at * 1_000, key: entry.key)
    }

    /// Returns an event; if it has a key, the daemon keeps it while it is the key's newest event.
    func event(
        _ id: String,
        _ topic: String,
        _ body: JSONValue,
        at: Int,
        key: String?
    ) -> Events.NewEvent {
        .init(id: id, topic: topic, body: body.encoded, at: Timestamp(at), key: key)
    }

    /// Appends events in order, except those already stored.
    func append(_ events: [Events.NewEvent]) async throws(Unavailable) {
        for part in CallLimit.events.parts(of: events, size: \.json.count) {
            try await call(Events.AppendMany.self, .init(events: Array(part)))
        }
    }

    /// Saves snapshots.
    ///
    /// A snapshot that is ignored as stale is saved again with a time to live of 1 s, so that it
    /// has expired on arrival and is kept as history only.
    func save(_ snapshots: [Snapshot]) async throws(Unavailable) {
        let results = try await call(Playback.SaveMany.self, .init(snapshots: snapshots)).results
        var late = zip(snapshots, results).filter { $1.reason == .stale }.map(\.0)
        for index in late.indices { late[index].ttl = 1 }
        if !late.isEmpty { try await call(Playback.SaveMany.self, .init(snapshots: late)) }
    }

    @discardableResult
    func call<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters
    ) async throws(Unavailable) -> Method.Reply {
        switch await link.call(Method.name, parameters.json) {
        case .reply(let json):
            guard let reply = try? Method.Reply(json: json) else { throw failure(Method.name) }
            return reply
        case .error(let name, _): throw failure(name)
        case .unreachable(let reason): throw failure(reason)
        }
    }
}
