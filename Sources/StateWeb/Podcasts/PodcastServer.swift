// SPDX-License-Identifier: Apache-2.0
internal import GPodder
internal import Glibc
internal import Logging
internal import NIOCore
internal import StateModel
internal import StateProtocol
internal import SystemSupport
internal import Varlink

/// The server for podcast clients, whose actions and subscriptions are events of the daemon.
///
/// The daemon's log is authoritative; each request reads it to its end. Only the cursors and
/// devices of clients are stored here.
actor PodcastServer {
    /// An error for a request that cannot be executed now: the daemon is unavailable, or writing to
    /// the disk failed.
    struct Unavailable: Error {}

    /// The maximum size of the state file, in bytes.
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
    /// The identity of the daemon's log.
    var log: String?
    /// The actions that a client is uploading, by the IDs of their events, so that they are not
    /// decoded again.
    var appended: (client: String, entries: [String: EpisodeLog.NewEntry]) = ("", [:])
    /// The present state, and the state as stored; `nil` until it has been read.
    var state = PodcastState()
    private var stored: PodcastState?

    /// Creates the server.
    ///
    /// - Parameters:
    ///   - loop: An event loop without connections, because long replies and disk writes would
    ///     delay streams.
    ///   - link: The connection to the daemon.
    ///   - signIn: The clients that may sign in.
    ///   - folder: The directory for the state file.
    ///   - logger: The logger for failures.
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
    /// Returns the response with the actions that a client needs and its next cursor.
    ///
    /// - Parameters:
    ///   - client: The identity of the client.
    ///   - cursor: The cursor or time that the client sends.
    ///   - dialect: The client's protocol.
    ///   - podcast: The feed whose actions are requested; `nil` for all feeds.
    ///   - device: The device whose actions are requested; `nil` for all devices.
    /// - Returns: The response.
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

    /// Stores new actions as snapshots and as events.
    ///
    /// - Parameters:
    ///   - uploaded: The actions in the order in which the client sent them.
    ///   - client: The identity of the client.
    /// - Throws: ``Unavailable``; some actions may have been stored, and are recognised in the next
    ///   upload.
    func store(_ uploaded: [EpisodeAction], of client: String) async throws(Unavailable) {
        try await inTurn { () async throws(Unavailable) in
            try await refresh()
            let new = actions.new(uploaded, of: client, now: Int(time(nil)))
            let events = new.map { event($0, of: client) }
            let snapshots = new.compactMap { actions.snapshot(of: $0) }
            // Snapshots are stored before events, because an action whose event is known is not
            // saved again.
            for part in CallLimit.snapshots.parts(of: snapshots, size: \.json.count) {
                try await save(Array(part))
            }
            for (item, alias) in actions.aliases(in: new) {
                // A name that belongs to another item is left unchanged.
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

    /// Returns the cursor after an upload, which covers the entries that the client received or
    /// wrote.
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
    /// Returns the feeds that were added and removed since the client's last request, and the
    /// client's next cursor.
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

    /// The subscribed feeds.
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
    ///   - client: The identity of the client.
    ///   - changes: A closure that returns the changes, given the present subscriptions.
    /// - Returns: The client's next cursor.
    /// - Throws: ``Unavailable``.
    func store(
        of client: String,
        _ changes: @Sendable (FeedLog) -> [FeedLog.Change]
    ) async throws(Unavailable) -> Int {
        try await inTurn { () async throws(Unavailable) in
            try await refresh()
            let now = Int(time(nil))
            let events = feeds.needed(changes(feeds)).map { change in
                // Each change has its own ID, even if a feed is added and removed repeatedly.
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
    /// The maximum number of devices of a client.
    private static let mostDevices = 50

    /// Returns a client's devices, with the number of subscriptions.
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

    /// Stores a device of a client with its description.
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
    /// Executes one request at a time, because an actor may begin another call while one is
    /// suspended.
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
        // If the file is damaged, clients receive everything again.
        stored = state
    }

    /// Writes the state if it has changed, so that all cursors are still known after a restart.
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
