// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateTesting
internal import Testing
internal import Varlink

@testable internal import StateServices
@testable internal import StateStore

/// A batch so long that it takes several turns: parsed, looked up, and then stored in one.
@Suite struct `A long batch of snapshots` {
    private static let count = 2_000

    private let harness: ServicesHarness
    private let importer: Client
    private let other: Client

    init() throws {
        harness = try ServicesHarness()
        importer = harness.connect()
        other = harness.connect()
    }

    private var tenant: Tenant {
        get throws { try #require(harness.services.tenants.values.first) }
    }

    private static func batch(_ position: Double = 50, _ count: Int = count) -> [Snapshot] {
        (0..<count).map {
            Snapshot(item: "film \($0)", player: "vlc", status: .paused, position: position)
        }
    }

    private func begin(_ snapshots: [Snapshot] = batch(), oneway: Bool = false) {
        let disposition = importer.send(
            Playback.SaveMany.self,
            .init(snapshots: snapshots),
            oneway: oneway
        )
        // A one-way call needs its connection to the end, even if its sender has gone.
        #expect(disposition == (oneway ? .persist : .wait))
    }

    private func results() throws -> [SaveResult] {
        let reply = try #require(try importer.replies().first)
        if let error = reply.error { throw StateError(name: error, parameters: reply.parameters) }
        return try Playback.SaveMany.Reply(json: reply.parameters).results
    }

    private func stands(_ item: String) throws -> Bool {
        do { return try other.get(item).item == item } catch is StateError { return false }
    }

    @Test func `lets others call in between, who see nothing of it until all of it stands`() throws
    {
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.changes()
        begin()
        other.send(
            Playback.Save.self,
            .init(snapshot: Snapshot(item: "a", player: "mpv", status: .paused, position: 10))
        )
        // The other's reply is there, and the batch is not stored.
        #expect(harness.transport.take(other.id).count == 1)
        #expect(harness.transport.take(importer.id).isEmpty)
        #expect(try tenant.store.log.state(named: "film 0") == nil)
        #expect(try results().map(\.outcome) == Array(repeating: .saved, count: Self.count))
        #expect(try stands("film 0") && stands("film \(Self.count - 1)"))
        let changes = try watcher.changes()
        #expect(changes.first == "saved a 10")
        #expect(changes.count { $0.hasPrefix("saved film") } == Self.count)
    }

    @Test func `is judged by what stands when it is stored`() throws {
        try other.save("film 1", 90)
        begin(Self.batch().map { Self.with($0, at: harness.now + 1_000) })
        harness.wake(after: 2_000)
        // All of this happens after the films were looked up, and is newer than what is said of them.
        try #require(try tenant.store.log.state(named: "film 0") == nil)
        for film in ["film 2", "film 3"] { other.handSave(film, 70) }
        other.hand(Playback.Clear.self, ItemParameters(item: "film 3"))
        try tenant.store.commit()
        try tenant.store.flushAll(now: harness.now)
        other.hand(Playback.AddAlias.self, .init(item: "film 1", alias: "film 4"))
        harness.services.endTurn()
        let outcomes = try results().map(\.outcome)
        #expect(outcomes[0] == .saved && outcomes[1] == .saved)
        #expect(outcomes[2] == .ignored && outcomes[3] == .ignored)
        _ = harness.transport.take(other.id)
        #expect(try other.get("film 1").position == 50)
        #expect(try other.get("film 2").position == 70)
        #expect(try !stands("film 3"))
        #expect(try other.get("film 4").item == "film 1")
    }

    private static func with(_ snapshot: Snapshot, at time: Timestamp) -> Snapshot {
        var snapshot = snapshot
        snapshot.at = time
        return snapshot
    }

    @Test func `is not stored if its sender waited for the reply and has gone`() throws {
        begin()
        harness.services.closed(importer.id)
        harness.pass(0)
        #expect(try !stands("film 0"))
        #expect(try tenant.jobs.isEmpty)
    }

    @Test func `is stored before the daemon stops if it was called one-way`() throws {
        begin(oneway: true)
        harness.services.stop()
        try harness.restart()
        #expect(try harness.connect().get("film \(Self.count - 1)").position == 50)
    }

    @Test func `is finished at once when another arrives, so that few are held in memory`() throws {
        let others = (0..<10).map { _ in harness.connect() }
        var most = 0
        for (number, client) in others.enumerated() {
            let snapshots = Self.batch(Double(number + 1))
            client.send(Playback.SaveMany.self, .init(snapshots: snapshots), oneway: true)
            most = max(most, try tenant.jobs.unfinished.count)
        }
        #expect(most <= 2)
        harness.pass(0)
        #expect(try other.get("film 0").position == 10)
    }

    @Test func `names the snapshot that is invalid, and stores none`() throws {
        var snapshots = Self.batch()
        snapshots[1_500].position = -1
        begin(snapshots)
        let error = #expect(throws: StateError.self) { try results() }
        guard case .invalidSnapshot(let field, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(field == "snapshots[1500].position")
        #expect(try !stands("film 0"))
    }

    @Test func `is refused as a whole by a disk that fails, and stored when it is back`() throws {
        begin()
        // It was not stored yet when another's call failed.
        try harness.refuseRows()
        #expect(throws: StateError.self) { try other.save("a", 10) }
        #expect(throws: StateError.self) { try results() }
        try harness.acceptRows()
        harness.pass(5_000)
        #expect(try !stands("film 0"))
        begin()
        #expect(try results().count == Self.count)
    }

    @Test func `that was received while the disk failed is stored once it is back`() throws {
        try harness.refuseRows()
        #expect(throws: StateError.self) { try other.save("a", 10) }
        begin()
        try harness.acceptRows()
        // The daemon tries again after a while.
        harness.clocks.advance(5_000)
        #expect(try results().count == Self.count)
    }
}
