// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import StateStore
internal import StateSystem
internal import StateTesting
internal import Testing
internal import Varlink

/// Counts the times that the configuration was read again.
final class ReloadCounter {
    var count = 0
}

/// A daemon without sockets: the real services on a real store, fake connections, still clocks.
final class ServicesHarness {
    let clocks = ManualClocks()
    private(set) var transport = FakeTransport()
    let directory: TemporaryDirectory
    var settings: ServiceSettings
    private(set) var services: Services
    private let counter = ReloadCounter()
    private var connections: UInt64 = 0
    private var generation = 0

    init(
        _ change: (inout ServiceSettings) -> Void = { _ in },
        backgroundOpener: Services.BackgroundOpener? = nil
    ) throws {
        directory = try TemporaryDirectory()
        settings = ServiceSettings()
        change(&settings)
        services = try Self.start(
            directory.file("state.db"),
            clocks: clocks,
            transport: transport,
            settings: settings,
            counter: counter,
            backgroundOpener: backgroundOpener
        )
    }

    /// The number of times that the configuration was read again.
    var reloads: Int { counter.count }

    /// Trusted now, in milliseconds since 1970.
    var now: Timestamp { clocks.reading().wall }

    private static func start(
        _ path: String,
        clocks: ManualClocks,
        transport: FakeTransport,
        settings: ServiceSettings,
        counter: ReloadCounter,
        backgroundOpener: Services.BackgroundOpener? = nil
    ) throws -> Services {
        transport.time = { clocks.reading().boottime }
        let control = Control(
            version: "test",
            startedAt: clocks.reading().wall,
            uid: 1,
            multiUser: backgroundOpener != nil,
            reload: { () throws(ReloadRefusal) in
                counter.count += 1
                return []
            }
        )
        let services = Services(
            transport: transport,
            control: control,
            settings: settings,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            backgroundOpener: backgroundOpener
        ) { (_, settings, damage) throws(StoreError) in
            try openStore(path, settings, clocks, damage: damage)
        }
        try services.open(1)
        return services
    }

    private static func openStore(
        _ path: String,
        _ settings: StoreSettings,
        _ clocks: ManualClocks,
        damage: String? = nil
    ) throws(StoreError) -> Services.OpenedStore {
        let lock = try StoreLock(store: path)
        var options = Store.Options(path: path)
        options.settings = settings
        let opened = try Store.open(options, lock: lock, now: 0, damage: damage)
        let clock = TrustedClock(
            clocks: clocks,
            restored: try opened.store.log.clockRecord().flatMap { TrustedTimeRecord(text: $0) },
            lastStored: nil
        )
        let finding = opened.recovery.flatMap { StorageFinding($0, at: path) }
        return (opened.store, clock, finding.map { [$0] } ?? [])
    }

    /// Opens a store of another user.
    func openStore(named name: String) throws -> Services.OpenedStore {
        try Self.openStore(directory.file(name), StoreSettings(), clocks)
    }

    /// Ends the daemon without a word and starts another on the same machine.
    ///
    /// The store's lock goes with the old one, so a copy of the files is what the new one opens.
    func restart() throws {
        generation += 1
        let path = directory.file("state-\(generation).db")
        let before = generation == 1 ? "state.db" : "state-\(generation - 1).db"
        for suffix in ["", "-wal"] {
            try directory.copy(
                directory.file(before) + suffix,
                as: "state-\(generation).db" + suffix
            )
        }
        transport = FakeTransport()
        services = try Self.start(
            path,
            clocks: clocks,
            transport: transport,
            settings: settings,
            counter: counter
        )
    }

    func connect() -> Client {
        connections += 1
        let id = ConnectionID(connections)
        #expect(services.opened(id, peer: PeerCredentials(uid: 1, pid: 1)) == .admitted)
        return Client(harness: self, id: id)
    }

    /// Lets time pass, with the daemon woken whenever it asked to be.
    func pass(_ milliseconds: Int) {
        let end = clocks.reading().boottime + milliseconds
        while let wake = transport.wakeAt, wake <= end {
            clocks.advance(max(0, wake - clocks.reading().boottime))
            services.woken()
            services.endTurn()
        }
        clocks.advance(end - clocks.reading().boottime)
    }

    /// Lets time pass, and wakes the daemon for one turn of the loop.
    func wake(after milliseconds: Int) {
        clocks.advance(milliseconds)
        services.woken()
        services.endTurn()
    }
}

/// One connection to a ``ServicesHarness``.
struct Client {
    let harness: ServicesHarness
    let id: ConnectionID

    /// Makes a call, and lets the turn of the loop end.
    @discardableResult
    func send<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters,
        oneway: Bool = false,
        more: Bool = false
    ) -> CallDisposition {
        let disposition = hand(method, parameters, oneway: oneway, more: more)
        harness.services.endTurn()
        return disposition
    }

    /// Makes a call in a turn that goes on.
    @discardableResult
    func hand<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters,
        oneway: Bool = false,
        more: Bool = false
    ) -> CallDisposition {
        let call = Call(
            method: Method.name,
            parameters: parameters.json,
            oneway: oneway,
            more: more,
            upgrade: false
        )
        return harness.services.received(call, from: id)
    }

    /// Makes a call and reads its one answer.
    func call<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters
    ) throws -> Method.Reply {
        send(method, parameters)
        let replies = try replies()
        let reply = try #require(replies.first)
        #expect(replies.count == 1)
        if let error = reply.error { throw StateError(name: error, parameters: reply.parameters) }
        return try Method.Reply(json: reply.parameters)
    }

    /// Everything that arrived since it was last asked for.
    func replies() throws -> [Reply] {
        // What took longer than one turn may take goes on in the next.
        harness.pass(0)
        return try harness.transport.take(id).map { bytes in
            var connection = ClientConnection()
            _ = connection.call(method: "a.b.C", more: true)
            connection.receive(bytes + [0])
            return try #require(try connection.next())
        }
    }

    /// The next reply of a call for which another thread works.
    ///
    /// The daemon looks for its result at intervals, so time passes until there is one.
    func awaitReply() throws -> Reply {
        for _ in 0..<1_000_000 {
            if let reply = try replies().first { return reply }
            harness.pass(20)
        }
        throw NoReply()
    }

    /// The replies of a stream that arrived since it was last asked for.
    func received() throws -> [Playback.Subscribe.Reply] {
        try replies().map { try Playback.Subscribe.Reply(json: $0.parameters) }
    }

    /// The changes of a stream that arrived, each in a few words.
    func changes() throws -> [String] {
        try received().flatMap(\.changes).map(\.words)
    }

    @discardableResult
    func save(
        _ item: String,
        _ position: Double,
        _ status: Status = .paused,
        cause: Cause? = nil,
        duration: Double? = nil,
        player: String = "mpv",
        at: Timestamp? = nil,
        ttl: Int? = nil
    ) throws -> SaveResult {
        let snapshot = Snapshot(
            item: item,
            player: player,
            status: status,
            position: position,
            duration: duration,
            cause: cause,
            at: at,
            ttl: ttl
        )
        return try call(Playback.Save.self, Playback.Save.Parameters(snapshot: snapshot)).result
    }

    /// Saves in a turn that goes on.
    func handSave(_ item: String, _ position: Double) {
        let snapshot = Snapshot(item: item, player: "mpv", status: .paused, position: position)
        hand(Playback.Save.self, Playback.Save.Parameters(snapshot: snapshot))
    }

    func tick(_ item: String, _ position: Double, _ status: Status = .playing, cause: Cause = .tick)
    {
        let snapshot = Snapshot(
            item: item,
            player: "mpv",
            status: status,
            position: position,
            cause: cause
        )
        send(Playback.Save.self, Playback.Save.Parameters(snapshot: snapshot), oneway: true)
    }

    func get(_ item: String) throws -> ResumePoint {
        try call(Playback.Get.self, ItemParameters(item: item)).point
    }

    func subscribe(
        token: String? = nil,
        player: String? = nil,
        item: String? = nil,
        now: Bool? = nil
    ) {
        send(
            Playback.Subscribe.self,
            Playback.Subscribe.Parameters(token: token, player: player, item: item, now: now),
            more: true
        )
    }
}

/// A call that was never answered.
struct NoReply: Error {}

extension Change {
    /// The change in a few words: kind, item, position.
    var words: String {
        let position = (point?.position ?? snapshot?.position).map { " \(Int($0))" } ?? ""
        return "\(kind) \(item ?? player ?? "")\(position)"
    }
}
