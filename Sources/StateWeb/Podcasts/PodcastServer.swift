// SPDX-License-Identifier: Apache-2.0
internal import GPodder
internal import Glibc
internal import Logging
internal import NIOCore
internal import StateModel
internal import StateProtocol
internal import SystemSupport
internal import Varlink

/// The server of podcast clients: their actions and subscriptions are events of the daemon.
///
/// The daemon's log is authoritative; each request reads it to its end. Only the cursors of clients
/// are stored here.
actor PodcastServer {
    /// The request cannot be executed now: the daemon is unavailable, or the disk fails.
    struct Unavailable: Error {}

    /// The maximum size of the state's file, in bytes.
    private static let largestFile = 16 << 20

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let executor: any SerialExecutor
    let link: DaemonLink
    let signIn: SignIn
    private let path: String
    private let logger: Logger
    private var turns = TurnQueue()
    var actions = EpisodeLog()
    var feeds = FeedLog()
    var tokens: [String: String] = [:]
    /// The name of the daemon's log.
    var log: String?
    /// The actions that a client just uploaded, by the names of their events: they are not decoded
    /// again.
    var appended: (client: String, entries: [String: EpisodeLog.NewEntry]) = ("", [:])
    /// The present state, and the stored state; `nil` before it was read.
    var state = PodcastState()
    private var stored: PodcastState?

    /// Creates the server.
    ///
    /// - Parameters:
    ///   - loop: a loop without connections, since long replies and disk writes would delay
    ///     streams.
    ///   - link: the way to the daemon.
    ///   - signIn: the clients that may sign in.
    ///   - folder: the folder of the file with its state.
    ///   - logger: receives failures.
    init(
        on loop: any EventLoop,
        _ link: DaemonLink,
        _ signIn: SignIn,
        folder: String,
        logger: Logger
    ) {
        executor = loop.executor
        (self.link, self.signIn, self.logger) = (link, signIn, logger)
        path = folder + "/web-clients.json"
    }
}

// MARK: - Actions

extension PodcastServer {
    /// Returns the reply with the actions that a client needs, and with its next cursor.
    ///
    /// - Parameters:
    ///   - client: the identity of the client.
    ///   - cursor: the cursor or time that it sends.
    ///   - dialect: the protocol that it speaks.
    ///   - podcast: the feed whose actions it asks for; `nil` for all feeds.
    ///   - device: the device whose actions it asks for; `nil` for all devices.
    /// - Returns: the reply.
    /// - Throws: ``Unavailable``.
    func actions(
        for client: String,
        since cursor: Int,
        in dialect: Dialect,
        of podcast: String?,
        device: String?
    ) async throws(Unavailable) -> [UInt8] {
        try await inTurn { () async throws(Unavailable) in
            try await refresh()
            try await takeInPlayers()
            try await refresh()
            var own = state.clients[client, default: .init()].actions
            let answer: (actions: [ServedAction], cursor: Int) =
                podcast == nil && device == nil
                ? actions.answer(cursor, of: client, &own, now: Int(time(nil)))
                : (
                    actions.part(of: podcast, device: device, for: client, since: cursor, own),
                    max(cursor, 1)
                )
            state.clients[client, default: .init()].actions = own
            try save()
            var writer = JSONWriter(capacity: answer.actions.count * 300 + 64)
            writer.beginObject()
            writer.key("actions")
            writer.beginArray()
            for action in answer.actions { action.write(to: &writer, in: dialect) }
            writer.endArray()
            writer.key("timestamp")
            writer.int(answer.cursor)
            writer.endObject()
            return writer.bytes
        }
    }

    /// Stores actions as snapshots and as events, except those that are known.
    ///
    /// - Parameters:
    ///   - uploaded: the actions in the order in which the client sent them.
    ///   - client: the identity of the client.
    /// - Throws: ``Unavailable``; some of them may be stored then, and are known the next time.
    func store(_ uploaded: [EpisodeAction], of client: String) async throws(Unavailable) {
        try await inTurn { () async throws(Unavailable) in
            try await refresh()
            let new = actions.new(uploaded, of: client, now: Int(time(nil)))
            let events = new.map { event($0, of: client) }
            let snapshots = new.compactMap { actions.snapshot(of: $0) }
            // Snapshots come before events, since actions with a known event are not saved again.
            for part in CallLimit.snapshots.parts(of: snapshots, size: \.json.count) {
                try await call(Playback.SaveMany.self, .init(snapshots: Array(part)))
            }
            for (item, alias) in actions.aliases(in: new) {
                // The name may belong to another item, and is then unchanged.
                let call = Playback.AddAlias.Parameters(item: item, alias: alias).json
                _ = await link.call(Playback.AddAlias.name, call)
            }
            let ids = try await append(events)
            let entries = new.filter { ids.contains($0.id) }.map { ($0.id, $0) }
            appended = (client, Dictionary(entries) { $1 })
            defer { appended = ("", [:]) }
            try await refresh()
            guard new.allSatisfy({ actions.has($0.id) }) else { throw Unavailable() }
        }
    }

    /// Returns the cursor after an upload, which covers the entries that the client has or wrote.
    func cursorAfterActions(of client: String) async throws(Unavailable) -> Int {
        try await inTurn { () async throws(Unavailable) in
            try await refresh()
            var own = state.clients[client, default: .init()].actions
            let cursor = actions.cursorAfterUpload(of: client, &own, now: Int(time(nil)))
            state.clients[client, default: .init()].actions = own
            try save()
            return cursor
        }
    }
}

// MARK: - Subscriptions

extension PodcastServer {
    /// Returns the feeds that were added and removed since the client's last request, and its next
    /// cursor.
    func feeds(
        for client: String,
        since cursor: Int
    ) async throws(Unavailable) -> (added: [String], removed: [String], cursor: Int) {
        try await inTurn { () async throws(Unavailable) in
            try await refresh()
            var own = state.clients[client, default: .init()].feeds
            let place = own.place(of: cursor) { feeds.ownEnd(of: client, after: $0) }
            let (added, removed) = feeds.changes(after: place, isFirst: cursor <= 0)
            own.answered(cursor, from: place, to: feeds.end)
            let next = own.cursor(of: feeds.end, now: Int(time(nil)))
            state.clients[client, default: .init()].feeds = own
            try save()
            return (added, removed, next)
        }
    }

    /// The feeds that are subscribed to.
    var subscribed: [String] {
        get async throws(Unavailable) {
            try await inTurn { () async throws(Unavailable) in
                try await refresh()
                return feeds.subscribed
            }
        }
    }

    /// Stores changes of subscriptions.
    ///
    /// - Parameters:
    ///   - client: the identity of the client.
    ///   - changes: returns the changes, from the present subscriptions.
    /// - Returns: the client's next cursor.
    /// - Throws: ``Unavailable``.
    func store(
        of client: String,
        _ changes: @Sendable (FeedLog) -> [FeedLog.Change]
    ) async throws(Unavailable) -> Int {
        try await inTurn { () async throws(Unavailable) in
            try await refresh()
            let now = Int(time(nil))
            let events = feeds.needed(changes(feeds)).map { change in
                // Each change has its own ID, even if the same feed is added and removed
                // repeatedly.
                let id = "gs-" + String(UInt64.random(in: 0...UInt64.max), radix: 16)
                let body = change.body(by: client)
                let at = feeds.time(of: change, now: now * 1_000)
                return (id, event(id, Self.feedTopic, body, at: at, key: change.key))
            }
            try await append(events.map(\.1))
            try await refresh()
            guard events.allSatisfy({ feeds.has($0.0) }) else { throw Unavailable() }
            var own = state.clients[client, default: .init()].feeds
            let end = feeds.ownEnd(of: client, after: own.given)
            let cursor = own.cursor(of: end, now: now)
            state.clients[client, default: .init()].feeds = own
            try save()
            return cursor
        }
    }
}

// MARK: - Devices

extension PodcastServer {
    /// The maximum number of a client's devices.
    private static let mostDevices = 50

    /// Returns the devices of a client, with the number of its subscriptions.
    func devices(of client: String) async throws(Unavailable) -> JSONValue {
        let count = try await subscribed.count
        let devices = state.clients[client]?.devices ?? [:]
        return .array(
            devices.sorted { $0.key < $1.key }.map { id, device in
                .members([
                    "id": .string(id), "caption": .string(device.caption),
                    "type": .string(device.type), "subscriptions": .int(count),
                ])
            }
        )
    }

    /// Notes a device of a client with its description.
    func note(_ id: String, of client: String, _ json: JSONValue) async throws(Unavailable) {
        try await inTurn { () async throws(Unavailable) in
            try load()
            let known = state.clients[client, default: .init()].devices
            var device = known[id] ?? PodcastState.Device(caption: id)
            guard id.utf8.count <= 64, known[id] != nil || known.count < Self.mostDevices else {
                return
            }
            device.note(json)
            state.clients[client, default: .init()].devices[id] = device
            try save()
        }
    }
}

// MARK: - The turns and the file

extension PodcastServer {
    /// Executes one request at a time, since the calls of an actor interleave where they wait.
    private func inTurn<Value: Sendable>(
        _ body: () async throws(Unavailable) -> Value
    ) async throws(Unavailable) -> Value {
        await turns.begin()
        defer { turns.end() }
        return try await body()
    }

    func load() throws(Unavailable) {
        guard stored == nil else { return }
        do throws(SystemError) {
            let bytes = try AtomicFile.read(path, upTo: Self.largestFile)
            state = bytes.flatMap(PodcastState.init(json:)) ?? PodcastState()
        } catch {
            guard error.code == EFBIG else { throw failure("\(error)") }
            state = PodcastState()
        }
        // With a damaged file, clients receive everything again.
        stored = state
    }

    /// Writes the state if it has changed, so that a restart knows every cursor that clients have.
    private func save() throws(Unavailable) {
        guard state != stored else { return }
        do throws(SystemError) {
            try Directory.create(Directory.parent(of: path))
            try WholeFile.replace(path, with: state.json)
            stored = state
        } catch {
            throw failure("\(error)")
        }
    }

    func failure(_ reason: String) -> Unavailable {
        logger.error("cannot serve podcast clients", metadata: ["reason": "\(reason)"])
        return Unavailable()
    }
}
