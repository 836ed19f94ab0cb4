// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateProtocol
import Testing
import Varlink

@testable import StateServices
@testable import StateStore

@Suite struct `A batch of snapshots` {
    private let harness: ServicesHarness
    private let player: Client

    init() throws {
        harness = try ServicesHarness()
        player = harness.connect()
    }

    private func snapshot(
        _ item: String,
        _ position: Double,
        by name: String = "mpv"
    ) -> Snapshot {
        Snapshot(item: item, player: name, status: .paused, position: position, duration: 1_000)
    }

    @discardableResult
    private func saveMany(_ snapshots: [Snapshot], anyway: Bool? = nil) throws -> [SaveResult] {
        try player.call(Playback.SaveMany.self, .init(snapshots: snapshots, anyway: anyway)).results
    }

    private func setQueue(_ items: [String]) throws {
        _ = try player.call(Session.SetQueue.self, .init(player: "mpv", items: items))
    }

    private var rows: Int {
        get throws {
            let tenants = harness.services.tenants.values
            return try #require(tenants.first).store.log.lastWritten.rawValue
        }
    }

    @Test func `a batch of unchanged positions writes at most one row for its player`() throws {
        try setQueue((0..<100).map { "queued \($0)" })
        try saveMany([snapshot("a", 10), snapshot("b", 20)])
        let before = try rows
        // Nothing of it is new but where the player is.
        let results = try saveMany(
            (0..<50).map { $0.isMultiple(of: 2) ? snapshot("a", 10) : snapshot("b", 20) }
        )
        #expect(results.allSatisfy { $0.outcome == .ignored })
        #expect(Set(results.map(\.revision)) == [try player.players().first?.revision])
        #expect(try rows <= before + 1)
        let now = try #require(try player.players().first)
        #expect(now.item == "b" && now.queue.count == 100)
    }

    @Test func `a batch publishes each of its items and the changes of the player`() throws {
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.changes()
        try saveMany([snapshot("a", 10), snapshot("b", 20)])
        #expect(
            try watcher.changes() == ["saved a 10", "player mpv", "saved b 20", "player mpv"]
        )
        // These change nothing else: where the player is in the end is all there is to say.
        try saveMany([snapshot("a", 10), snapshot("b", 20), snapshot("a", 10)])
        let moves = try watcher.received().flatMap(\.changes).filter { $0.kind == .player }
        #expect(moves.count == 1)
    }

    @Test func `a batch publishes a player with a long queue only once, in its final state`() throws
    {
        try setQueue((0..<100).map { "queued \($0)" })
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.changes()
        try saveMany([snapshot("a", 10), snapshot("b", 20), snapshot("c", 30)])
        #expect(
            try watcher.changes() == ["saved a 10", "saved b 20", "saved c 30", "player mpv"]
        )
        try saveMany([snapshot("d", 10, by: "web"), snapshot("a", 10), snapshot("b", 20)])
        let players = try watcher.changes().filter { $0.hasPrefix("player") }
        #expect(players == ["player web", "player mpv"])
        #expect(try player.players().map(\.item) == ["b", "d"])
    }

    @Test func `a batch removes played items from the queue, even after a restart`() throws {
        try setQueue(["a", "b", "c", "d", "e", "f"])
        // `a` and `c` are new, `x` is finished: the first of the queue follows.
        var end = snapshot("x", 999)
        end.status = .finished
        try saveMany([snapshot("a", 10), snapshot("c", 10), snapshot("x", 10), end])
        for _ in 0..<2 {
            let now = try #require(try harness.connect().players().first)
            #expect(now.item == "b")
            #expect(now.queue == ["d", "e", "f"])
            try harness.restart()
        }
    }

    @Test func `a batch that fails leaves its player unchanged`() throws {
        try setQueue(["a", "b"])
        try saveMany([snapshot("z", 10)])
        let before = try #require(try player.players().first)
        var bad = snapshot("b", 10)
        bad.position = -1
        #expect(throws: StateError.self) { try saveMany([snapshot("a", 10), bad]) }
        #expect(try player.players() == [before])
        try player.save("a", 10)
        #expect(try player.players().first?.queue == ["b"])
    }

    @Test func `an empty batch is answered and writes nothing`() throws {
        try saveMany([snapshot("a", 10)])
        let before = try rows
        #expect(try saveMany([]) == [])
        #expect(try rows == before)
        try player.save("a", 20)
    }

    @Test func `a batch of more than 500 snapshots stores nothing`() throws {
        let many = (0..<501).map { snapshot("film \($0)", 10) }
        let before = try rows
        #expect(throws: StateError.quotaExceeded(limit: "snapshots-per-call", value: 500)) {
            try saveMany(many)
        }
        player.send(Playback.SaveMany.self, .init(snapshots: many), oneway: true)
        #expect(try rows == before)
        #expect(
            try saveMany(Array(many[1...])).map(\.outcome) == Array(repeating: .saved, count: 500)
        )
    }

    @Test(arguments: [Status.finished, .paused], [1, 240_000, 3_600_000])
    func `a batch of old reports does not revive an item that a fast clock ended or saved`(
        _ status: Status,
        _ ahead: Int
    ) throws {
        var last = snapshot("film", 990)
        last.status = status
        last.duration = 1_000
        last.at = harness.now + ahead
        try saveMany([last])
        harness.pass(1_000)
        var old = snapshot("film", 500)
        old.at = harness.now - 3_600_000
        #expect(try saveMany([old]).map(\.reason) == [.stale])
        // The player plays something else by now, and an import does not bring the film back.
        var next = snapshot("next", 20)
        next.at = harness.now + ahead
        var early = snapshot("early", 20)
        early.at = harness.now - 3_600_000
        #expect(try saveMany([next, early]).map(\.outcome) == [.saved, .saved])
        #expect(try player.call(Session.ListPlayers.self, .init()).players.first?.item == "next")
    }

    @Test
    func `a batch can restore a point over a later clear, but not over a newer point`()
        throws
    {
        var old = ["cleared", "finished", "newer"].map { snapshot($0, 500) }
        for index in old.indices { old[index].at = harness.now - 60_000 }
        try saveMany(old)
        _ = try player.call(Playback.Clear.self, .init(item: "cleared"))
        try player.save("finished", 1_000, .finished, duration: 1_000)
        try player.save("newer", 700)
        harness.pass(1_000)
        let refused = try saveMany(old)
        #expect(refused.map(\.reason) == [.stale, .stale, .stale])
        #expect(refused.map { $0.removedAt != nil } == [true, true, false])
        let results = try saveMany(old, anyway: true)
        #expect(results.map(\.outcome) == [.saved, .saved, .ignored])
        #expect(try player.get("cleared").at == old[0].at)
        #expect(try player.get("newer").position == 700)
        // It is the newest state of the item from now on, after a restart and for other devices.
        try harness.restart()
        #expect(try harness.connect().get("finished").position == 500)
    }
}
