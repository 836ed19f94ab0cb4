// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import StateTesting
internal import Testing
internal import Varlink

@testable internal import StateStore

@Suite("A store that refuses writes")
struct StorageFailureTests {
    private func hand(_ client: Client, _ item: String, _ position: Double, tick: Bool = false) {
        let snapshot = Snapshot(
            item: item,
            player: "mpv",
            status: .playing,
            position: position,
            cause: .tick
        )
        let parameters = Playback.Save.Parameters(snapshot: snapshot)
        client.hand(Playback.Save.self, parameters, oneway: tick)
    }

    @Test func `a tick in a turn that fails is not published with a revision that was not stored`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        try harness.refuseRows(from: 2)
        hand(player, "a", 101)
        hand(player, "a", 102)
        hand(player, "film", 1, tick: true)
        hand(player, "b", 5)
        harness.services.endTurn()
        #expect(
            try player.replies().map(\.error) == [
                "io.stated.Service.StorageUnavailable", "io.stated.Service.StorageUnavailable",
                "io.stated.Service.StorageUnavailable",
            ]
        )
        try harness.acceptRows()
        harness.pass(1_000)
        try player.save("a", 103)
        let received = try watcher.received().flatMap(\.changes)
        #expect(received.first?.words == "observed film 1")
        #expect(received.first?.revision == 1)
        #expect(received.contains { $0.words == "saved a 103" })
        #expect(received.map(\.revision) == received.map(\.revision).sorted())
    }

    @Test
    func `a change of phase in a turn that fails publishes only the player's stored state`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        _ = try player.call(Session.Attach.self, Session.Attach.Parameters(player: "mpv"))
        try player.save("a", 100)
        try player.save("b", 100)
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        try harness.refuseRows(from: 3)
        hand(player, "a", 101)
        player.hand(
            Session.SetPhase.self,
            Session.SetPhase.Parameters(phase: .background)
        )
        hand(player, "c", 5)
        harness.services.endTurn()
        let changes = try watcher.received().flatMap(\.changes)
        let received = try #require(changes.last { $0.kind == .player })
        guard case .player(let state) = received.about else {
            Issue.record("the last change is about the player: \(received.words)")
            return
        }
        #expect(state.phase == .background)
        #expect(state.item == "b")
        #expect(state.revision == 2)
    }

    @Test func `a quarantine that begins in a turn that fails is undone`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 500)
        try harness.refuseRows(from: 1)
        #expect(throws: StateError.self) { try player.save("a", 5, cause: .load) }
        try harness.acceptRows()
        harness.pass(1_000)
        // Were the jump remembered, the pause would be held for a part of it.
        #expect(try player.save("a", 6, cause: .pause).outcome == .saved)
    }

    @Test func `a jump that is accepted in a turn that fails stays in quarantine`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 500)
        #expect(try player.save("a", 5, cause: .load).outcome == .quarantined)
        try harness.refuseRows(from: 1)
        #expect(throws: StateError.self) { try player.save("a", 7, cause: .seek) }
        try harness.acceptRows()
        harness.pass(1_000)
        #expect(try player.save("a", 6, cause: .pause).outcome == .quarantined)
    }

    private func health(_ client: Client) throws -> Health {
        try client.call(Service.GetHealth.self, NoMembers()).health
    }

    @Test func `once there is room, health reports the end of a failure even if no client writes`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        try harness.refuseRows(from: 1)
        #expect(throws: StateError.self) { try player.save("a", 101) }
        #expect(try health(player).status == .degraded)
        #expect(try player.get("a").position == 100)
        try harness.execute(
            "CREATE TRIGGER full_disk BEFORE UPDATE ON meta BEGIN SELECT RAISE(ROLLBACK, 'full'); END"
        )
        try harness.acceptRows()
        harness.pass(60_000)
        #expect(try health(player).status == .degraded)
        try harness.execute("DROP TRIGGER full_disk")
        harness.pass(10_000)
        #expect(try health(player).status == .ok)
    }

    @Test func `playing items are paused even if the store cannot be written`() throws {
        let harness = try ServicesHarness { $0.policy.autoplay = true }
        let player = harness.connect()
        try player.save("a", 100, .playing)
        let watcher = harness.connect()
        watcher.subscribe()
        let token = try #require(try watcher.received().last?.token)
        try harness.refuseRows(from: 0)
        try harness.restart()
        let again = harness.connect()
        #expect(try health(again).status == .degraded)
        #expect(try again.get("a").status == .paused)
        let resumed = try again.call(
            Playback.Resume.self,
            Playback.Resume.Parameters(item: "a")
        )
        #expect(resumed.autoplay)
        let late = harness.connect()
        late.subscribe(token: token)
        #expect(try late.changes() == ["alert "])
        try harness.acceptRows(in: "state-1.db")
        harness.pass(1_000)
        #expect(try health(again).status == .ok)
        #expect(try late.changes() == ["restored a 100", "player mpv", "alert "])
        #expect(try again.get("a").status == .paused)
        #expect(try again.get("a").revision > 1)
    }
}
