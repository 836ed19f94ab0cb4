// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import ServiceTesting
package import Simulation
package import StateModel
package import StateProtocol
internal import StateServices
internal import StateStore
package import StateSync
internal import StateSystem
internal import StateTesting
package import SyncModel
internal import Varlink

/// A device that is a whole daemon without sockets: the real services on a real file.
package final class RealHome: DeviceStore {
    private let directory: TemporaryDirectory
    private let clocks = ManualClocks()
    private var transport = FakeTransport()
    private weak var store: Store?
    fileprivate var services: Services?
    private var client = ConnectionID(1)
    private var backups = 0
    private var backupPath: String?
    private static let user: UInt32 = 1

    /// The name of the device for people.
    package let label: String

    /// The time for which the topics `first`, `highest` and `lowest`, with those rules, keep a
    /// value, in milliseconds.
    package static let keepMilliseconds = 1_800_000

    /// Creates the device with the given number, whose clocks show the given moment.
    package init(_ number: Int, label: String? = nil, at moment: SyncMoment) throws {
        self.label = label ?? "device-\(number)"
        // Virtual time does not wait for a disk; other tests cover the effects of a power cut.
        directory = try TemporaryDirectory(in: "/dev/shm")
        clocks.set(boottime: moment.elapsed, wall: moment.trusted)
        try start()
    }

    private func start() throws {
        transport = FakeTransport()
        let (clocks, path, label) = (clocks, directory.file("state.db"), label)
        let control = Control(
            version: "simulated",
            startedAt: clocks.reading().wall,
            uid: Self.user,
            multiUser: false,
            reload: { () throws(ReloadRefusal) in [] }
        )
        var settings = ServiceSettings()
        settings.syncOwner = Self.user
        // At the end, a simulation reads all events that were ever appended.
        settings.store.eventRetentionMilliseconds = 100 * 365 * 86_400_000
        for rule in EventRank.Rule.allCases where rule != .newest {
            var topic = TopicSettings()
            topic.merge = rule
            topic.keepMilliseconds = Self.keepMilliseconds
            settings.store.topics[rule.rawValue] = topic
        }
        let made = Services(
            transport: transport,
            control: control,
            settings: settings,
            logger: Logger(label: "simulated") { _ in SwiftLogNoOpLogHandler() }
        ) { [weak self] (_, settings, damage) throws(StoreError) in
            var options = Store.Options(path: path)
            options.device = label
            options.machine = label
            options.settings = settings
            options.reserveBytes = 0
            options.flushRows = 200
            let opened = try Store.open(
                options,
                lock: try StoreLock(store: path),
                now: .epoch,
                damage: damage
            )
            let clock = TrustedClock(
                clocks: clocks,
                restored: try opened.store.log.clockRecord().flatMap {
                    TrustedTimeRecord(text: $0)
                },
                lastStored: nil
            )
            self?.store = opened.store
            return (opened.store, clock, [])
        }
        try made.open(Self.user)
        services = made
        connect()
    }

    private func connect() {
        client = ConnectionID(client.number + 1)
        let peer = PeerCredentials(uid: Self.user, pid: 1)
        if services?.opened(client, peer: peer) != .admitted { fail("the services take nobody") }
    }

    /// Stops the program: a simulation that cannot continue has found a fault.
    private func fail(_ what: String) -> Never {
        preconditionFailure("\(label): \(what)")
    }

    /// Makes a call and returns its reply, or `nil` if it was refused.
    @discardableResult
    package func call<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters
    ) -> Method.Reply? {
        let call = Call(
            method: Method.name,
            parameters: parameters.json,
            oneway: false,
            more: false,
            upgrade: false
        )
        _ = services?.received(call, from: client)
        services?.endTurn()
        for _ in 0..<10_000 {
            if let bytes = transport.take(client).last {
                var connection = ClientConnection()
                _ = connection.call(method: "a.b.C", more: false)
                connection.receive(bytes + [0])
                guard let reply = try? connection.next(), reply.error == nil else { return nil }
                return try? Method.Reply(json: reply.parameters)
            }
            services?.woken()
            services?.endTurn()
        }
        fail("\(Method.name) is not answered")
    }

    // MARK: DeviceStore

    /// This device, in its current incarnation.
    package var origin: Origin {
        services?.syncContext(for: "simulated")?.origin ?? Origin(device: 0, incarnation: 0)
    }

    /// The ids of all events, in order.
    package var eventIDs: [String] {
        var ids: [String] = []
        var last = SequenceNumber.start
        while let page = call(Events.List.self, .init(after: last, limit: 1_000)) {
            ids += page.events.map(\.id)
            last = page.events.last?.sequence ?? last
            if !page.more { return ids }
        }
        fail("events are not listed")
    }

    /// The number of changes still to be sent.
    package var backlog: Int {
        guard let counts = try? store?.sync.counts() else { return -1 }
        return counts.pending + counts.rows.waiting + counts.rows.inFlight + counts.rows.failed
    }

    /// A summary of everything left over, for people.
    package var summary: String { "\(backlog) to send, \(eventIDs.count) events" }

    /// Returns the newest row of a point.
    package func item(_ name: String) -> StoredItem? {
        (try? store?.sync.item(SyncKey(kind: .point, name: name))) ?? nil
    }

    /// Performs a step of sync in the services.
    package func perform(
        _ step: StoreStep,
        _ settings: SyncSettings,
        at moment: SyncMoment
    ) -> SyncMachine.Event {
        clocks.set(boottime: moment.elapsed, wall: moment.trusted)
        let result = Answer()
        services?.performSync(step, settings) { result.set($0) }
        services?.endTurn()
        switch result.value {
        case .success(let value): return .stored(value)
        case .failure(let failure): return .storeFailed(failure.reason)
        case nil: fail("a step is not answered")
        }
    }

    /// Saves a position that is kept for 90 days.
    package func save(
        _ item: String,
        _ position: Double,
        by player: String,
        at moment: SyncMoment
    ) -> OrderKey? {
        clocks.set(boottime: moment.elapsed, wall: moment.trusted)
        let before = self.item(item)?.rowKey
        let snapshot = Snapshot(
            item: item,
            player: player,
            status: .paused,
            position: position,
            ttl: 90 * 86_400
        )
        call(Playback.Save.self, .init(snapshot: snapshot))
        let after = self.item(item)?.rowKey
        return after == before ? nil : after
    }

    /// Removes a point.
    package func clear(_ item: String, at moment: SyncMoment) -> OrderKey? {
        clocks.set(boottime: moment.elapsed, wall: moment.trusted)
        guard call(Playback.Clear.self, .init(item: item)) != nil else { return nil }
        return self.item(item)?.rowKey
    }

    /// Appends an event.
    package func append(_ id: String, at moment: SyncMoment) {
        clocks.set(boottime: moment.elapsed, wall: moment.trusted)
        let event = Events.Append.Parameters(id: id, topic: "score", body: Array("{}".utf8))
        if call(Events.Append.self, event) == nil { fail("an event was refused") }
    }

    /// Restarts the services without a shutdown.
    package func crash(at moment: SyncMoment) {
        clocks.set(boottime: moment.elapsed, wall: moment.trusted)
        restart()
    }

    /// Sets the device's clocks.
    package func set(_ moment: SyncMoment) {
        clocks.set(boottime: moment.elapsed, wall: moment.trusted)
        services?.woken()
        services?.endTurn()
    }

    private func restart() {
        services = nil
        do { try start() } catch { fail("it does not start: \(error)") }
    }

    /// Makes a backup, and copies the files by hand as well.
    package func backUp(at moment: SyncMoment) {
        clocks.set(boottime: moment.elapsed, wall: moment.trusted)
        do {
            for suffix in ["", "-wal"] {
                directory.remove("by-hand" + suffix)
                try directory.copy(directory.file("state.db" + suffix), as: "by-hand" + suffix)
            }
        } catch {
            fail("there is no copy: \(error)")
        }
        backups += 1
        let name = "copy-\(backups)"
        guard let reply = call(Service.Backup.self, .init(name: name)), let path = reply.path else {
            fail("there is no backup")
        }
        backupPath = path
    }

    /// Restores the backup or the copy made by hand; returns false if there is none.
    package func restore(byHand: Bool, at moment: SyncMoment) -> Bool {
        guard let path = backupPath else { return false }
        clocks.set(boottime: moment.elapsed, wall: moment.trusted)
        backupPath = nil
        services = nil
        do {
            for suffix in ["-wal", "-shm"] { directory.remove("state.db" + suffix) }
            try directory.copy(byHand ? directory.file("by-hand") : path, as: "state.db")
            if byHand { try directory.copy(directory.file("by-hand-wal"), as: "state.db-wal") }
            try start()
        } catch {
            fail("it does not start from a backup: \(error)")
        }
        return true
    }
}

extension Simulation {
    /// Creates the simulation of a seed with whole daemons on real files.
    package init(realWith seed: UInt64) {
        self.init(seed: seed) { number, moment in
            do {
                return try RealHome(number, at: moment)
            } catch {
                preconditionFailure("device \(number) does not start: \(error)")
            }
        }
    }
}

extension RealHome {
    /// Enables the sync calls of clients; their requests are ignored here.
    package func connectSync() {
        services?.connectSync(
            SyncHandle(remote: "simulated:", note: { _ in }, request: { _ in 0 })
        )
    }
}
