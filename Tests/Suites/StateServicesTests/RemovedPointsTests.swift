// SPDX-License-Identifier: Apache-2.0
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateTesting
internal import SyncModel
internal import Testing
internal import Varlink

@testable internal import StateServices

@Suite("Removed points")
struct RemovedPointsTests {
    private static let hour = 3_600_000

    /// Returns the list: `film expired 10`.
    private func removed(
        _ harness: ServicesHarness,
        limit: Int? = nil,
        finished: Bool? = nil
    ) throws -> [String] {
        try harness.connect()
            .call(Playback.ListRemoved.self, .init(limit: limit, finished: finished))
            .entries.map {
                let ending = $0.finished == true ? "finished" : $0.ending.rawValue
                return "\($0.point.item) \(ending) \(Int($0.point.position))"
            }
    }

    @Test func `removed points are listed, with the newest removal first`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.save("expires", 10, ttl: 3_600)
        try client.save("stands", 20)
        try client.save("cleared", 30)
        try client.save("finished", 40, duration: 100)
        _ = try client.call(Playback.Clear.self, ItemParameters(item: "cleared"))
        let over = Snapshot(
            item: "finished",
            player: "mpv",
            status: .finished,
            position: 99,
            duration: 100
        )
        harness.pass(1_000)
        _ = try client.call(Playback.Save.self, .init(snapshot: over))
        harness.pass(2 * Self.hour)
        let all = ["expires expired 10", "finished finished 40", "cleared cleared 30"]
        #expect(try removed(harness) == all)
        #expect(try removed(harness, limit: 1) == ["expires expired 10"])
        #expect(try removed(harness, limit: 1, finished: true) == ["finished finished 40"])
        try harness.restart()
        #expect(try removed(harness) == all)
    }

    @Test func `a name that is an alias now is no removed point`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        for name in ["live", "alias of live", "removed"] { try client.save(name, 50) }
        _ = try client.call(Playback.Clear.self, .init(item: "removed"))
        #expect(try removed(harness) == ["removed cleared 50"])
        for name in ["alias of live", "removed"] {
            _ = try client.call(Playback.AddAlias.self, .init(item: "live", alias: name))
        }
        #expect(try removed(harness) == [])
        try harness.restart()
        #expect(try removed(harness) == [])
        _ = try harness.connect().call(Playback.Clear.self, .init(item: "live"))
        #expect(try removed(harness, limit: 1) == ["live cleared 50"])
    }

    /// The ways to leave an item.
    enum Leaving: CaseIterable {
        case stop, next, away, awayPaused
    }

    @Test(arguments: Leaving.allCases)
    func `an item left during its credits is finished, and the queue advances`(
        _ leaving: Leaving
    ) throws {
        let harness = try ServicesHarness()
        let (player, client) = (harness.connect(), harness.connect())
        try player.attach("mpv")
        _ = try player.call(
            Session.SetQueue.self,
            .init(player: "mpv", items: ["e1", "e2", "e3"])
        )
        func report(_ position: Double, _ status: Status, _ cause: Cause) throws {
            let snapshot = Snapshot(
                item: "e1",
                player: "mpv",
                status: status,
                position: position,
                duration: 100,
                cause: cause
            )
            _ = try player.call(Playback.Save.self, .init(snapshot: snapshot))
        }
        try report(50, .playing, .load)
        try report(96, .playing, .seek)
        harness.pass(1_000)
        #expect(try client.get("e1").position == 96)
        switch leaving {
        case .stop: try report(97, .paused, .stop)
        case .next: try report(97, .paused, .switch)
        case .away: harness.services.closed(player.id)
        case .awayPaused:
            try report(97, .paused, .pause)
            harness.services.closed(player.id)
        }
        // The turn in which the player went away ends with this call.
        let now = try client.players().first
        #expect(try removed(harness, finished: true).map { $0.prefix(11) } == ["e1 finished"])
        #expect(now?.item == "e2" && now?.playing == false && now?.queue == ["e3"])
        _ = try client.call(Playback.Undo.self, .init(item: "e1", revision: nil))
        #expect(try client.get("e1").position >= 96)
        #expect(try removed(harness, finished: true) == [])
    }

    @Test func `an item that another device plays is not finished when it is left here`() throws {
        let harness = try ServicesHarness()
        let (player, client) = (harness.connect(), harness.connect())
        try player.attach("mpv")
        try player.save("e1", 50, .paused, duration: 100)
        let other = try ServicesHarness()
        other.clocks.advance(1_000)
        try other.connect().save("e1", 97, .playing, duration: 100)
        let source = try #require(other.services.tenants[1])
        let key = SyncKey(kind: .point, name: "e1")
        let stored = try #require(try source.store.sync.item(key))
        var changes = SyncChanges()
        changes.heads = [
            SyncChanges.ItemState(
                key: key,
                value: stored.value,
                rowKey: stored.rowKey,
                origin: source.store.log.origin,
                isPending: false
            )
        ]
        let tenant = try #require(harness.services.tenants[1])
        try tenant.store.log.withinCall { try tenant.adoption.commit(changes) }
        harness.services.endTurn()
        harness.services.closed(player.id)
        #expect(try client.get("e1").position == 97)
    }

    @Test func `an item in its credits is not finished when the daemon stops`() throws {
        let harness = try ServicesHarness()
        let (player, client) = (harness.connect(), harness.connect())
        try player.attach("mpv")
        try player.save("e1", 96, .playing, cause: .seek, duration: 100)
        harness.services.stop()
        harness.services.closed(player.id)
        #expect(try client.get("e1").position == 96)
    }

    @Test(arguments: [(94.0, false), (96, true), (98, nil)])
    func `an item that fails, is left before its credits or is part of an album is kept`(
        _ position: Double,
        _ album: Bool?
    ) throws {
        let harness = try ServicesHarness()
        let (player, client) = (harness.connect(), harness.connect())
        try player.attach("mpv")
        let snapshot = Snapshot(
            item: "e1",
            player: "mpv",
            status: album == nil ? .failed : .playing,
            position: position,
            duration: 100,
            cause: .seek,
            album: album
        )
        _ = try player.call(Playback.Save.self, .init(snapshot: snapshot))
        harness.services.closed(player.id)
        #expect(try client.get("e1").position == position)
    }

    @Test func `an item stays part of an album after undo and a restart`() throws {
        let harness = try ServicesHarness()
        func leave() throws -> Double {
            let player = harness.connect()
            try player.attach("mpv")
            harness.services.closed(player.id)
            return try harness.connect().get("e1").position
        }
        let snapshot = Snapshot(
            item: "e1",
            player: "mpv",
            status: .playing,
            position: 97,
            duration: 100,
            cause: .seek,
            album: true
        )
        let client = harness.connect()
        _ = try client.call(Playback.Save.self, .init(snapshot: snapshot))
        try harness.restart()
        #expect(try leave() == 97)
        let other = harness.connect()
        _ = try other.call(Playback.Clear.self, .init(item: "e1"))
        _ = try other.call(Playback.Undo.self, .init(item: "e1"))
        #expect(try leave() == 97)
    }

    @Test
    func `points that returned, and values that never were points, are not listed as removed`()
        throws
    {
        let harness = try ServicesHarness()
        let client = harness.connect()
        for item in ["a", "b"] { try client.save(item, 1_000, ttl: 3_600) }
        harness.pass(2 * Self.hour)
        #expect(try Set(removed(harness)) == ["a expired 1000", "b expired 1000"])
        _ = try client.call(Playback.Undo.self, .init(item: "a", revision: nil))
        #expect(try removed(harness) == ["b expired 1000"])
        // A report that had expired on arrival is history, and never was the resume point.
        try client.save("b", 5, at: harness.now - 30 * Self.hour)
        #expect(try removed(harness) == ["b expired 1000"])
        try client.save("b", 7)
        #expect(try removed(harness) == [])
    }

    @Test(arguments: [0, -1, 101, Int.max])
    func `an invalid limit is refused`(limit: Int) throws {
        let harness = try ServicesHarness()
        #expect(throws: StateError.self) { try removed(harness, limit: limit) }
    }

    @Test func `a snapshot without title and duration keeps the known ones`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        var full = Snapshot(item: "film", player: "mpv", status: .paused, position: 60)
        full.title = "Alien"
        full.duration = 7_000
        _ = try client.call(Playback.Save.self, .init(snapshot: full))
        try client.save("film", 120, player: "web")
        #expect(try client.get("film").title == "Alien")
        #expect(try client.get("film").duration == 7_000)
        // The stored duration was wrong: the film is longer.
        try client.save("film", 8_000, player: "web")
        #expect(try client.get("film").duration == nil)
        #expect(try client.get("film").title == "Alien")
    }

    @Test func `points restored after ClearAll keep their age and order`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        let films = ["one", "two", "three"]
        for (index, film) in films.enumerated() {
            try client.save(film, Double(60 * (index + 1)))
            harness.pass(1_000)
        }
        func list() throws -> [ResumePoint] { try client.call(Playback.List.self, .init()).points }
        let before = try list()
        _ = try client.call(Playback.ClearAll.self, .init())
        harness.pass(Self.hour)
        for film in films.reversed() { _ = try client.call(Playback.Undo.self, .init(item: film)) }
        let after = try list()
        #expect(after.map(\.item) == films.reversed())
        #expect(after.map(\.at) == before.map(\.at))
        #expect(Set(after.map(\.expiresAt)) == [harness.now + 24 * Self.hour])
        #expect(try client.call(Playback.Resume.self, .init()).item == "three")
    }
}
