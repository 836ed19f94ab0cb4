// SPDX-License-Identifier: Apache-2.0
internal import GPodder
internal import Glibc
internal import Logging
internal import NIOCore
internal import StateModel
internal import StateProtocol
internal import SystemSupport
internal import Varlink

/// The server for podcast clients, which stores their actions and subscriptions as events in the
/// daemon.
///
/// The daemon's log is authoritative; a request about actions or subscriptions first reads it to its
/// end. This server itself stores only how far it and each client have read, and the clients'
/// devices.
actor PodcastServer {
    /// The error for a request that cannot be executed now, because the daemon is not available or
    /// refuses a call, or a file cannot be accessed.
    struct Unavailable: Error {
        static let text =
            "the request cannot be completed now"
    }

    private static let maximumFileBytes = 16 << 20

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
    var log: String?
    /// The state in memory, which ``save()`` writes if it differs from `stored`.
    var state = PodcastState()
    private var stored: PodcastState?

    /// Creates a server on a separate event loop, because long replies and disk writes would delay
    /// the streams of connections.
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
    /// Returns the actions that a client has not received, and its next cursor, as JSON.
    ///
    /// `cursor` is the cursor or time that the client sends. A `nil` feed or device stands for all.
    func actions(
        for client: String,
        since cursor: Int,
        in dialect: Dialect,
        of podcast: String?,
        device: String?
    ) async throws(Unavailable) -> [UInt8] {
        try await withExclusiveAccess { () async throws(Unavailable) in
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
            writer.array(answer.actions) { $1.write(to: &$0, in: dialect) }
            writer.member("timestamp", answer.cursor)
            writer.endObject()
            return writer.bytes
        }
    }

    /// Stores new actions as snapshots and as events.
    ///
    /// If it throws, some actions may have been stored; a repeated upload skips them.
    func store(_ uploaded: [EpisodeAction], of client: String) async throws(Unavailable) {
        try await withExclusiveAccess { () async throws(Unavailable) in
            try await refresh()
            let new = actions.new(uploaded, of: client, now: Int(time(nil)))
            let events = new.map { event($0, of: client) }
            let snapshots = actions.snapshots(of: new)
            // Snapshots are stored before events, because an action whose event is known is not
            // saved again.
            for part in CallLimit.snapshots.parts(of: snapshots, size: \.json.count) {
                try await save(Array(part))
            }
            for (item, alias) in actions.aliases(in: new) { await addAlias(alias, to: item) }
            try await append(events)
            try await refresh()
            guard new.allSatisfy({ actions.has($0.id) }) else { throw Unavailable() }
        }
    }

    /// Adds an address of an episode to its item; a name that another item has is kept by it.
    func addAlias(_ alias: String, to item: String) async {
        let call = Playback.AddAlias.Parameters(item: item, alias: alias).json
        _ = await link.call(Playback.AddAlias.name, call)
    }

    /// Returns the client's cursor after an upload.
    ///
    /// It stands for the place up to which the client has received or written every entry.
    func cursorAfterActions(of client: String) async throws(Unavailable) -> Int {
        try await withExclusiveAccess { () async throws(Unavailable) in
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
    /// Returns the feeds that were added and removed since the client's cursor, and its next
    /// cursor.
    func feeds(
        for client: String,
        since cursor: Int
    ) async throws(Unavailable) -> (added: [String], removed: [String], cursor: Int) {
        try await withExclusiveAccess { () async throws(Unavailable) in
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

    var subscribed: [String] {
        get async throws(Unavailable) {
            try await withExclusiveAccess { () async throws(Unavailable) in
                try await refresh()
                return feeds.subscribed
            }
        }
    }

    /// Stores changes of subscriptions, and returns the client's next cursor.
    ///
    /// The closure returns the changes, given the current subscriptions.
    func store(
        of client: String,
        _ changes: @Sendable (FeedLog) -> [FeedLog.Change]
    ) async throws(Unavailable) -> Int {
        try await withExclusiveAccess { () async throws(Unavailable) in
            try await refresh()
            let now = Int(time(nil))
            let events = feeds.needed(changes(feeds)).map { change in
                // Each change has a new ID, because a feed may be added and removed repeatedly.
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
    private static let maximumDevices = 50

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

    func note(_ id: String, of client: String, _ json: JSONValue) async throws(Unavailable) {
        try await withExclusiveAccess { () async throws(Unavailable) in
            try load()
            let known = state.clients[client, default: .init()].devices
            var device = known[id] ?? PodcastState.Device(caption: id)
            guard id.utf8.count <= 64, known[id] != nil || known.count < Self.maximumDevices else {
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
    /// Executes one request at a time; an actor alone would start another while one is suspended.
    private func withExclusiveAccess<Value: Sendable>(
        _ body: () async throws(Unavailable) -> Value
    ) async throws(Unavailable) -> Value {
        await turns.begin()
        defer { turns.end() }
        return try await body()
    }

    func load() throws(Unavailable) {
        guard stored == nil else { return }
        do throws(SystemError) {
            let bytes = try AtomicFile.read(path, upTo: Self.maximumFileBytes)
            state = bytes.flatMap(PodcastState.init(json:)) ?? PodcastState()
        } catch {
            guard error.code == EFBIG else { throw failure("\(error)") }
            state = PodcastState()
        }
        // After damage to the file, clients receive everything again.
        stored = state
    }

    /// Writes the state if it has changed, so that all cursors remain valid after a restart.
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
        logger.error("cannot serve podcast apps and e-readers", metadata: ["reason": "\(reason)"])
        return Unavailable()
    }
}
