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

@Suite("Sessions")
struct SessionTests {
    @Test func `a tick that waits does not return a player to an item that it has left`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        player.tick("a", 100)
        _ = try player.call(
            Session.PlayNow.self,
            Session.PlayNow.Parameters(player: "mpv", item: "b")
        )
        #expect(try player.get("a").position == 100)
        player.tick("b", 5)
        try player.save("c", 7)
        player.tick("c", 8)
        harness.pass(10_000)
        #expect(try player.players().map(\.item) == ["c"])
        try harness.restart()
        #expect(try harness.connect().players().map(\.item) == ["c"])
    }

    /// A player that carries out an order reports the pause of what it played after the order.
    @Test func `a late pause of the previous item does not return the player to it`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("b", 100, .playing)
        _ = try player.enqueue(["a", "b", "c"])
        func play(_ item: String) throws {
            _ = try player.call(
                Session.PlayNow.self,
                Session.PlayNow.Parameters(player: "mpv", item: item)
            )
        }
        func state() throws -> [String?] {
            let known = try #require(try player.players().first)
            return [known.item] + known.queue
        }
        try play("a")
        try player.save("b", 101, .paused)
        #expect(try state() == ["a", "b", "c"])
        #expect(try player.get("b").position == 101)
        try player.save("a", 5, .playing)
        #expect(try state() == ["a", "b", "c"])
        // One that plays something else all the same has not carried it out.
        try play("c")
        harness.pass(3_000)
        try player.save("a", 6, .playing)
        #expect(try state() == ["a", "b"])
        // And one that is paused twice is at that item.
        try play("b")
        try player.save("a", 7, .paused)
        #expect(try state() == ["b", "a"])
        try player.save("a", 900, .paused, cause: .seek)
        #expect(try state() == ["a"])
    }

    /// A report may be on its way when a player is ordered to play something else.
    @Test
    func `for 3 s after a change of item, reports of a former item do not make it current`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100, .playing)
        _ = try player.enqueue(["c"])
        func play(_ item: String) throws {
            _ = try player.call(Session.PlayNow.self, .init(player: "mpv", item: item))
        }
        func state() throws -> [String?] {
            let known = try #require(try player.players().first)
            return [known.item] + known.queue
        }
        try play("b")
        try player.save("a", 101, .playing)
        player.tick("a", 102)
        harness.pass(2_900)
        try player.save("a", 103, .paused, cause: .switch)
        #expect(try state() == ["b", "a", "c"])
        #expect(try player.get("a").position == 103)
        // An order that follows at once makes both former items late.
        try play("d")
        try play("e")
        try player.save("b", 1, .playing)
        try player.save("d", 1, .playing)
        #expect(try state() == ["e", "a", "c"])
        // What it is ordered back to counts, and then whatever else it plays.
        try play("d")
        try player.save("d", 2, .playing)
        try player.save("e", 2, .playing)
        #expect(try state() == ["e", "a", "c"])
        // One that plays on has not carried the order out.
        try play("a")
        try player.save("e", 3, .playing)
        #expect(try state() == ["a", "e", "c"])
        harness.pass(3_000)
        try player.save("e", 6, .playing)
        #expect(try state() == ["e", "c"])
    }

    @Test func `a new surface starts from the last published tick`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        player.tick("a", 100)
        #expect(try harness.connect().attach().position == 100)
    }

    @Test
    func `subscribers receive the same changes, each from when it subscribed`() throws {
        let harness = try ServicesHarness()
        let mini = harness.connect()
        let full = harness.connect()
        let ear = harness.connect()
        let eye = harness.connect()
        ear.subscribe(player: "mpv")
        eye.subscribe()
        _ = try ear.received()
        _ = try eye.received()
        try mini.attach()
        try full.attach()
        _ = try full.enqueue(["b", "c"])
        try mini.save("a", 100, .playing, cause: .load)
        try full.save("a", 120, cause: .pause)
        try mini.save("a", 598, .finished, duration: 600)
        let late = harness.connect()
        late.subscribe()
        let standing = try late.changes()
        #expect(standing == ["player mpv"], "the standing state holds each player once")
        _ = try full.call(
            Session.PlayNow.self,
            Session.PlayNow.Parameters(player: "mpv", item: "c")
        )
        let heard = try ear.changes()
        #expect(heard == (try eye.changes()))
        #expect(
            heard == [
                "player mpv", "player mpv", "player mpv", "saved a 100", "player mpv",
                "saved a 120", "player mpv", "cleared a 120", "player mpv", "player mpv",
            ]
        )
        #expect(try late.changes() == ["player mpv"])
        let player = try #require(try mini.players().first)
        #expect(player.item == "c")
        #expect(player.queue.isEmpty)
        #expect(player.surfaces == 2)
    }

    @Test func `the end of an item and the start of the next are sent in one reply`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let watcher = harness.connect()
        try player.save("a", 100, .playing)
        _ = try player.enqueue(["b"])
        watcher.subscribe()
        _ = try watcher.received()
        try player.save("a", 599, .finished, duration: 600)
        let received = try watcher.received()
        #expect(received.count == 1)
        #expect(received.flatMap(\.changes).map(\.words) == ["cleared a 100", "player mpv"])
        #expect(Set(received.flatMap(\.changes).map(\.revision)).count == 1)
        guard case .player(let after) = received.first?.changes.last?.about else {
            Issue.record("no player")
            return
        }
        #expect(after.item == "b")
        #expect(after.queue.isEmpty)
    }

    @Test func `the failure of a media stream does not advance the queue`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100, .playing, duration: 600)
        _ = try player.enqueue(["b"])
        try player.save("a", 300, .finished, duration: 600)
        #expect(try player.get("a").status == .paused)
        #expect(try player.players().first?.queue == ["b"])
        #expect(try player.players().first?.item == "a")
    }

    @Test func `the current item and the queue survive a restart`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100, .playing)
        _ = try player.enqueue(["b", "c"])
        _ = try player.enqueue(["x"], next: true)
        try harness.restart()
        let after = harness.connect()
        let attached = try after.attach()
        #expect(attached.item == "a")
        #expect(attached.queue == ["x", "b", "c"])
        #expect(!attached.autoplay)
        let skipped = try after.call(
            Session.Skip.self,
            Session.Skip.Parameters(player: "mpv")
        )
        #expect(skipped.item == "x")
    }

    @Test func `a playing item is paused when its last surface disconnects`() throws {
        let harness = try ServicesHarness()
        let one = harness.connect()
        let two = harness.connect()
        let watcher = harness.connect()
        try one.attach()
        try two.attach()
        try one.save("a", 100, .playing)
        watcher.subscribe()
        _ = try watcher.received()
        harness.services.closed(one.id)
        harness.services.endTurn()
        #expect(try watcher.changes() == ["player mpv"])
        #expect(try watcher.replies().isEmpty)
        two.tick("a", 130)
        harness.services.closed(two.id)
        harness.services.endTurn()
        #expect(
            try watcher.changes()
                == ["observed a 130", "saved a 130", "saved a 130", "player mpv"]
        )
        let after = harness.connect()
        #expect(try after.get("a").status == .paused)
        #expect(try after.players().first?.surfaces == 0)
    }

    @Test(arguments: [(0.4, Cause.stop), (999.5, .pause)])
    func `an item is paused when its surface leaves, also after a report that was ignored`(
        position: Double,
        cause: Cause
    ) throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.attach()
        try player.save("a", 300, .playing, duration: 1_000)
        let last = try player.save("a", position, .paused, cause: cause, duration: 1_000)
        #expect(last.outcome == .ignored)
        harness.services.closed(player.id)
        let point = try harness.connect().get("a")
        #expect(point.position == 300)
        #expect(point.status == .paused)
    }

    @Test func `a move to the background stores waiting ticks before the reply`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        #expect(throws: StateError.notAttached) { try player.setPhase(.background) }
        try player.attach()
        player.tick("a", 130)
        try player.setPhase(.background)
        #expect(try player.get("a").position == 130)
        #expect(try player.players().first?.phase == .background)
    }

    @Test func `a failed media stream raises an alert, and playback after a retry ends it`() throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let watcher = harness.connect()
        try player.attach()
        try player.save("a", 100, .failed)
        try player.save("a", 100.5, .failed)
        let alert = try #require(try player.alerts().first)
        #expect(try player.alerts().count == 1)
        #expect(alert.kind == .streamFailed)
        #expect(alert.retryable)
        #expect(alert.position == 100.5)
        watcher.subscribe()
        harness.pass(0)
        #expect(try watcher.changes().contains("alert a"))
        _ = try player.call(Session.RetryAlert.self, Session.AlertNumber(id: alert.id))
        let retried = try watcher.received().flatMap(\.changes).last?.about
        guard case .alert(let sent) = retried else {
            Issue.record("no alert")
            return
        }
        #expect(sent.state == .retrying)
        #expect(sent.position == 100.5)
        try player.save("a", 101, .playing)
        #expect(try player.alerts().isEmpty)
    }

    @Test func `alerts survive a restart, expire, and can be dismissed by any client`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 50)
        let gone = try player.call(
            Session.ReportUnavailable.self,
            Session.ReportUnavailable.Parameters(player: "mpv", item: "a", reason: "404")
        )
        try player.save("b", 100, .failed)
        try harness.restart()
        let after = harness.connect()
        #expect(try after.alerts().map(\.kind) == [.itemUnavailable, .streamFailed])
        _ = try after.call(Session.DismissAlert.self, Session.AlertNumber(id: gone.alert))
        #expect(try after.alerts().map(\.kind) == [.streamFailed])
        #expect(throws: StateError.alertNotFound(id: gone.alert)) {
            try after.call(Session.RetryAlert.self, Session.AlertNumber(id: gone.alert))
        }
        harness.pass(86_400_000)
        #expect(try after.alerts().isEmpty)
    }

    @Test func `an expiry while a player is disconnected is reported once`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.attach()
        try player.save("a", 100, .playing)
        harness.services.closed(player.id)
        harness.services.endTurn()
        harness.pass(90_000_000)
        let back = harness.connect()
        let attached = try back.attach()
        #expect(attached.expired)
        #expect(attached.item == "a")
        #expect(attached.position == nil)
        #expect(try back.alerts().map(\.kind) == [.expired])
        #expect(!(try harness.connect().attach().expired))
    }

    @Test(arguments: [Phase.foreground, .background])
    func `an expiry is reported at once to a connected player`(
        phase: Phase
    ) throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.attach()
        if phase == .background {
            _ = try player.call(Session.SetPhase.self, .init(phase: .background))
        }
        try player.save("a", 100, .paused)
        try player.save("b", 100, .paused)
        harness.pass(86_400_001)
        harness.services.woken()
        harness.services.endTurn()
        let alerts = try player.alerts()
        #expect(alerts.map(\.kind) == [.expired])
        #expect(alerts.first?.item == "b")
        // It is not reported twice.
        #expect(!(try harness.connect().attach().expired))
        #expect(try player.alerts().count == 1)
    }

    @Test
    func `with autoplay set, an item that was playing resumes when its player attaches again`()
        throws
    {
        let harness = try ServicesHarness { $0.policy.autoplay = true }
        let player = harness.connect()
        try player.attach()
        try player.save("a", 100, .playing)
        harness.services.closed(player.id)
        harness.services.endTurn()
        #expect(try harness.connect().attach().autoplay)
    }
}
