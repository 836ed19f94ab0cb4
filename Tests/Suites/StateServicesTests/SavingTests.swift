// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import StateStore
internal import StateTesting
internal import Testing
internal import Varlink

@Suite("Saving")
struct SavingTests {
    @Test func `a tick is published at once and stored within the tick interval`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        player.tick("a", 10)
        player.tick("a", 11)
        #expect(try watcher.changes() == ["observed a 10", "observed a 11"])
        #expect(throws: StateError.notFound(item: "a", player: nil)) { try player.get("a") }
        harness.pass(2_000)
        #expect(try watcher.changes() == ["saved a 11", "player mpv"])
        #expect(try player.get("a").position == 11)
    }

    @Test func `a pause stores waiting ticks at once`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        player.tick("a", 10)
        player.tick("a", 12, .paused, cause: .pause)
        #expect(try player.get("a").position == 12)
    }

    @Test func `a save of an item is stored after the item's waiting tick`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        player.tick("a", 500)
        try player.save("a", 20)
        #expect(try player.get("a").position == 20)
        let past = try player.call(
            Playback.History.self,
            Playback.History.Parameters(item: "a")
        ).entries
        #expect(past.map(\.point.position) == [500])
    }

    @Test func `an implausible end is stored as paused, and the reply says so`() throws {
        let player = try ServicesHarness().connect()
        var over = Snapshot(item: "a", player: "mpv", status: .finished, position: 100)
        var answer = try player.call(Playback.Save.self, .init(snapshot: over)).result
        #expect(answer.outcome == .saved)
        #expect(answer.status == .paused)
        #expect(try player.get("a").status == .paused)
        over.duration = 1_000
        over.position = 200
        answer = try player.call(Playback.Save.self, .init(snapshot: over)).result
        #expect(answer.status == .paused)
        over.position = 995
        answer = try player.call(Playback.Save.self, .init(snapshot: over)).result
        #expect(answer.outcome == .cleared)
        #expect(answer.status == nil)
        over.status = .paused
        over.position = 300
        answer = try player.call(Playback.Save.self, .init(snapshot: over)).result
        #expect(answer.status == nil)
    }

    @Test func `a batch is saved completely or not at all`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let good = Snapshot(item: "a", player: "mpv", status: .paused, position: 10)
        var bad = good
        bad.item = "b"
        bad.position = -1
        #expect(throws: StateError.self) {
            try player.call(
                Playback.SaveMany.self,
                Playback.SaveMany.Parameters(snapshots: [good, bad])
            )
        }
        #expect(throws: StateError.notFound(item: "a", player: nil)) { try player.get("a") }
        bad.position = 20
        let results = try player.call(
            Playback.SaveMany.self,
            Playback.SaveMany.Parameters(snapshots: [good, bad])
        ).results
        #expect(results.map(\.outcome) == [.saved, .saved])
        #expect(Set(results.map(\.revision)).count == 1)
    }

    @Test func `a limit that is reached undoes the whole call`() throws {
        let harness = try ServicesHarness { $0.store.points = 2 }
        harness.services.apply(harness.settings)
        let player = harness.connect()
        try player.save("a", 10)
        let two = ["b", "c"].map {
            Snapshot(item: $0, player: "mpv", status: .paused, position: 10)
        }
        #expect(throws: StateError.quotaExceeded(limit: "points", value: 2)) {
            try player.call(
                Playback.SaveMany.self,
                Playback.SaveMany.Parameters(snapshots: two)
            )
        }
        #expect(throws: StateError.notFound(item: "b", player: nil)) { try player.get("b") }
        try player.save("b", 10)
        #expect(throws: StateError.quotaExceeded(limit: "points", value: 2)) {
            try player.save("c", 10)
        }
        try player.save("a", 20)
    }

    @Test func `a quarantine that begins in a call that fails is undone`() throws {
        let harness = try ServicesHarness { $0.store.points = 1 }
        harness.services.apply(harness.settings)
        let player = harness.connect()
        try player.save("a", 500)
        var jump = Snapshot(item: "a", player: "mpv", status: .playing, position: 5)
        jump.cause = .load
        let new = Snapshot(item: "b", player: "mpv", status: .paused, position: 10)
        #expect(throws: StateError.quotaExceeded(limit: "points", value: 1)) {
            try player.call(
                Playback.SaveMany.self,
                Playback.SaveMany.Parameters(snapshots: [jump, new])
            )
        }
        harness.pass(1_000)
        // Were the jump remembered, the pause would be held for a part of it.
        #expect(try player.save("a", 6, cause: .pause).outcome == .saved)
    }

    @Test func `replies in one turn keep their order, and reads see the changes before them`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        for position in [10.0, 20.0] {
            player.hand(
                Playback.Save.self,
                Playback.Save.Parameters(
                    snapshot: Snapshot(
                        item: "a",
                        player: "mpv",
                        status: .paused,
                        position: position
                    )
                )
            )
            player.hand(Playback.Get.self, ItemParameters(item: "a"))
        }
        #expect(try player.replies().isEmpty)
        harness.services.endTurn()
        let replies = try player.replies()
        let positions = try [1, 3].map {
            try PointReply(json: replies[$0].parameters).point.position
        }
        #expect(positions == [10, 20])
    }

    @Test
    func `a player's latest snapshot gives its current item, whether stored or not`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        try player.save("b", 0, .playing, cause: .load)
        let resumed = try player.call(
            Playback.Resume.self,
            Playback.Resume.Parameters(player: "mpv")
        )
        #expect(resumed.item == "b")
        #expect(resumed.point == nil)
        #expect(resumed.position == 0)
        try harness.restart()
        let again = try harness.connect().call(
            Playback.Resume.self,
            Playback.Resume.Parameters(player: "mpv")
        )
        #expect(again.item == "b")
    }

    @Test func `an item that played when the daemon was killed is paused and restored`() throws {
        let harness = try ServicesHarness { $0.policy.autoplay = true }
        let player = harness.connect()
        try player.save("a", 100, .playing)
        try player.save("b", 50, .paused, player: "vlc")
        try harness.restart()
        let after = harness.connect()
        #expect(try after.get("a").status == .paused)
        let resumed = try after.call(
            Playback.Resume.self,
            Playback.Resume.Parameters(item: "a")
        )
        #expect(resumed.autoplay)
        let paused = try after.call(
            Playback.Resume.self,
            Playback.Resume.Parameters(item: "b")
        )
        #expect(!paused.autoplay)
        try after.save("a", 100, .paused, cause: .seek)
    }
}

extension SavingTests {
    @Test
    func `loading an item in a second player does not change the first player's item`()
        throws
    {
        let harness = try ServicesHarness()
        let first = harness.connect()
        try first.save("a", 100)
        try first.save("b", 50)
        let again = try first.save("a", 100, cause: .load, player: "vlc")
        #expect(again.reason == .unchanged)
        for (player, item) in [("mpv", "b"), ("vlc", "a")] {
            let resumed = try first.call(
                Playback.Resume.self,
                Playback.Resume.Parameters(player: player)
            )
            #expect(resumed.item == item)
        }
    }
}
