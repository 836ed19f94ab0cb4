// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import RealSimulation
internal import Simulation
internal import StateModel
internal import StateProtocol
internal import StateSync
internal import SyncModel
internal import SyncTesting
internal import Testing

/// The devices of one person, which sync over a remote without faults, one round at a time.
final class Household {
    private var server = SimulatedServer()
    private var settings: [SyncSettings]
    /// The current time, in milliseconds since 1970.
    private(set) var now: Timestamp = 1_800_000_000_000
    /// The devices.
    let homes: [RealHome]

    /// Creates the given number of devices.
    init(_ count: Int = 2, strategy: ConflictStrategy = .newest, label: String? = nil) throws {
        let moment = SyncMoment(trusted: now, elapsed: now.rawValue)
        homes = try (0..<count).map { try RealHome($0, label: label, at: moment) }
        var one = SyncSettings()
        one.strategy = strategy
        settings = Array(repeating: one, count: count)
        for home in homes { _ = home.perform(.recover, one, at: moment) }
    }

    private var moment: SyncMoment { SyncMoment(trusted: now, elapsed: now.rawValue) }

    /// Advances the clocks of all devices.
    func pass(_ milliseconds: Int) {
        now += milliseconds
        for home in homes { home.set(moment) }
    }

    /// Runs a round on each device, and on the first one again, so that all devices have all data.
    func sync() {
        for number in homes.indices + [0] { round(number) }
    }

    /// Runs one round on one device.
    @discardableResult
    func round(_ number: Int) -> SyncRound.Report {
        pass(1_000)
        var round = SyncRound(
            settings: settings[number],
            expedite: nil,
            isReportDue: true,
            seed: UInt64(now.rawValue)
        )
        var action = round.event(.begin, now: now)
        var sent: [String] = []
        for _ in 0..<1_000 {
            if case .remote(.push(let batch)) = action {
                for case .item(let version) in batch.map(\.content) { sent.append("\(version)") }
            }
            switch action {
            case .end(let report): return report
            case .remote(let call):
                action = round.event(.remote(server.answer(call, now: now)), now: now)
            case .store(let step):
                switch homes[number].perform(step, settings[number], at: moment) {
                case .stored(let result): action = round.event(.stored(result), now: now)
                case .storeFailed(let reason): action = round.event(.storeFailed(reason), now: now)
                case .started, .schedule, .remote, .found: return SyncRound.Report()
                }
            }
        }
        Issue.record("device \(number) sends and sends: \(sent.suffix(3))")
        return SyncRound.Report()
    }

    /// Stores a version on the remote that none of our devices would send.
    func inject(_ version: ItemVersion) {
        inject(.item(version), from: version.stamp.origin)
    }

    /// Stores a record on the remote that none of our devices would send.
    func inject(_ content: RemoteRecord.Content, from origin: Origin, number: Int = 1) {
        let operation = Operation(origin: origin, number: number)
        let record = RemoteRecord(operation: operation, sentAt: now, content: content)
        _ = server.answer(.push([record]), now: now)
    }

    /// Returns the remote to an older copy with all records, so that every device reads it again.
    func rewind() { server.rewind(by: 0) }

    /// Removes a device from the remote's list.
    func forget(_ number: Int) {
        server.forget(homes[number].origin.device)
    }
}

extension RealHome {
    /// Saves a position of an item by mpv; returns true if it was accepted.
    @discardableResult
    func save(
        _ item: String,
        _ position: Double,
        status: Status = .paused,
        cause: Cause? = nil
    ) -> Bool {
        var snapshot = Snapshot(item: item, player: "mpv", status: status, position: position)
        snapshot.cause = cause
        return call(Playback.Save.self, .init(snapshot: snapshot)) != nil
    }

    /// Returns the resume point of an item.
    func get(_ item: String) -> ResumePoint? {
        call(Playback.Get.self, .init(item: item))?.point
    }

    /// Appends an event whose body has a value; returns true if it was accepted as a new one.
    @discardableResult
    func append(
        _ id: String,
        _ topic: String,
        key: String? = nil,
        value: Int,
        at time: Timestamp? = nil
    ) -> Bool {
        let body = Array("{\"value\":\(value)}".utf8)
        let event = Events.Append.Parameters(id: id, topic: topic, body: body, at: time, key: key)
        return call(Events.Append.self, event)?.duplicate == false
    }

    /// Returns the ID of the current value of a key.
    func latest(_ topic: String, _ key: String) -> String? {
        call(Events.Latest.self, .init(topic: topic, key: key))?.events.first?.id
    }

    /// Removes an item; returns true if there was one.
    @discardableResult
    func clear(_ item: String) -> Bool { call(Playback.Clear.self, .init(item: item)) != nil }

    /// Adds an alias to an item; returns true if it was accepted.
    @discardableResult
    func alias(_ alias: String, of item: String) -> Bool {
        call(Playback.AddAlias.self, .init(item: item, alias: alias)) != nil
    }

    /// Returns the aliases of an item.
    func aliases(of item: String) -> [String]? {
        call(Playback.ListAliases.self, .init(item: item))?.aliases
    }
}
