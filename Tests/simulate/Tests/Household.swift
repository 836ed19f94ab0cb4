internal import RealSimulation
internal import Simulation
internal import StateModel
internal import StateProtocol
internal import StateSync
internal import SyncTesting
internal import Testing

/// Devices of one person that sync over a remote without flaws, one round at a time.
final class Household {
    private var server = SimulatedServer()
    private var settings: [SyncSettings]
    private(set) var now = 1_800_000_000_000
    let homes: [RealHome]

    init(_ count: Int = 2, strategy: ConflictStrategy = .newest, label: String? = nil) throws {
        let moment = SyncMoment(trusted: now, elapsed: now)
        homes = try (0..<count).map { try RealHome($0, label: label, at: moment) }
        var one = SyncSettings()
        one.strategy = strategy
        settings = Array(repeating: one, count: count)
        for home in homes { _ = home.perform(.recover, one, at: moment) }
    }

    private var moment: SyncMoment { SyncMoment(trusted: now, elapsed: now) }

    /// Lets time pass on all devices.
    func pass(_ milliseconds: Int) {
        now += milliseconds
        for home in homes { home.set(moment) }
    }

    /// Does one round on each device, the first one's again last, so that all know all.
    func sync() {
        for number in homes.indices + [0] { round(number) }
    }

    /// Does one round on one device.
    @discardableResult
    func round(_ number: Int) -> SyncRound.Report {
        pass(1_000)
        var round = SyncRound(
            settings: settings[number],
            hasten: nil,
            isReportDue: true,
            seed: UInt64(now)
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
                case .storeFailed(let why): action = round.event(.storeFailed(why), now: now)
                case .started, .schedule, .remote, .found: return SyncRound.Report()
                }
            }
        }
        Issue.record("device \(number) sends and sends: \(sent.suffix(3))")
        return SyncRound.Report()
    }

    /// Something arrives that no device of ours would send.
    func inject(_ version: ItemVersion) {
        let operation = Operation(origin: version.stamp.origin, number: 1)
        let record = RemoteRecord(operation: operation, sentAt: now, content: .item(version))
        _ = server.answer(.push([record]), now: now)
    }

    /// Somebody takes a device off the list.
    func forget(_ number: Int) {
        server.forget(homes[number].origin.device)
    }
}

extension RealHome {
    @discardableResult
    func save(_ item: String, _ position: Double, status: Status = .paused) -> Bool {
        let snapshot = Snapshot(item: item, player: "mpv", status: status, position: position)
        return call(Playback.Save.self, .init(snapshot: snapshot)) != nil
    }

    func get(_ item: String) -> ResumePoint? {
        call(Playback.Get.self, .init(item: item))?.point
    }

    @discardableResult
    func clear(_ item: String) -> Bool { call(Playback.Clear.self, .init(item: item)) != nil }

    @discardableResult
    func alias(_ alias: String, of item: String) -> Bool {
        call(Playback.AddAlias.self, .init(item: item, alias: alias)) != nil
    }

    func aliases(of item: String) -> [String]? {
        call(Playback.ListAliases.self, .init(item: item))?.aliases
    }
}
