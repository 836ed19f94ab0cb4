// SPDX-License-Identifier: Apache-2.0
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import StateTesting
internal import Testing

/// Reports of what a player did long ago, as an import or a bridge that was offline sends them.
@Suite("Late reports")
struct LateReportTests {
    private static let hour = 3_600_000

    private let harness: ServicesHarness

    init() throws {
        harness = try ServicesHarness()
        harness.pass(12 * Self.hour)
    }

    /// Saves what a player did some hours ago.
    private func save(
        _ item: String,
        hoursAgo hours: Int,
        by player: String = "mpv",
        _ status: Status = .paused,
        duration: Double? = nil
    ) throws {
        let snapshot = Snapshot(
            item: item,
            player: player,
            status: status,
            position: 600,
            duration: duration,
            at: harness.now - hours * Self.hour
        )
        _ = try harness.connect().call(Playback.Save.self, .init(snapshot: snapshot))
    }

    /// Returns the player's current item and its queue: `film, then a b`.
    private func player(_ name: String = "mpv") throws -> String {
        let players = try harness.connect().call(Session.ListPlayers.self, .init()).players
        let player = try #require(players.first { $0.player == name })
        let item = (player.item ?? "nothing") + (player.playing ? ", playing" : "")
        return player.queue.isEmpty ? item : "\(item), then \(player.queue.joined(separator: " "))"
    }

    @Test func `an older report does not change the player's current item`() throws {
        let client = harness.connect()
        try client.save("film", 100)
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        try save("old", hoursAgo: 10)
        #expect(try player() == "film")
        #expect(try watcher.changes() == ["saved old 600", "player mpv"])
        #expect(try client.get("old").position == 600)
        try harness.restart()
        #expect(try player() == "film")
    }

    @Test func `a reader that returns receives no change of a player twice`() throws {
        let client = harness.connect()
        try client.save("film", 100)
        let watcher = harness.connect()
        watcher.subscribe()
        let token = try #require(try watcher.received().last?.token)
        try save("old", hoursAgo: 10)
        let reports = ["a", "b"].map {
            Snapshot(item: $0, player: "mpv", status: .paused, position: 60, at: harness.now - 1)
        }
        _ = try client.call(Playback.SaveMany.self, .init(snapshots: reports))
        try client.save("next", 5)
        let live = try watcher.received().flatMap(\.changes).map { "\($0.words) \($0.revision)" }
        let reader = harness.connect()
        reader.subscribe(token: token)
        let late = try reader.received().flatMap(\.changes).map { "\($0.words) \($0.revision)" }
        #expect(late.last == live.last)
        #expect(late.last?.hasPrefix("player mpv") == true)
        #expect(Set(late).isSubset(of: live))
        #expect(late.count == Set(late).count)
        let revision = try #require(try client.players().first?.revision)
        let queue = Session.SetQueue.Parameters(player: "mpv", items: [], ifRevision: revision)
        _ = try client.call(Session.SetQueue.self, queue)
    }

    @Test(arguments: [false, true])
    func `a removal stays one after a newer report, also once that has expired`(
        hasExpired: Bool
    ) throws {
        let client = harness.connect()
        try save("film", hoursAgo: 5)
        _ = try client.call(Playback.Clear.self, .init(item: "film"))
        harness.pass(2 * Self.hour)
        try client.save("film", 1_000, ttl: Self.hour / 1_000)
        harness.pass(hasExpired ? 2 * Self.hour : 1_000)
        let old = Snapshot(
            item: "film",
            player: "mpv",
            status: .paused,
            position: 50,
            at: harness.now - 5 * Self.hour
        )
        let reply = try client.call(Playback.Save.self, .init(snapshot: old))
        #expect(reply.result.reason == .stale)
        var newer = old
        newer.at = harness.now - 60_000
        let saved = try client.call(Playback.Save.self, .init(snapshot: newer))
        #expect(saved.result.outcome == (hasExpired ? .saved : .ignored))
    }

    @Test func `the newest report gives the current item, in any order of arrival`() throws {
        try save("b", hoursAgo: 8)
        try save("a", hoursAgo: 9)
        #expect(try player() == "b")
        try save("d", hoursAgo: 3)
        try save("c", hoursAgo: 4)
        #expect(try player() == "d")
        try save("other", hoursAgo: 9, by: "vlc")
        #expect(try player("vlc") == "other")
        #expect(try player() == "d")
    }

    @Test func `a late report changes neither the queue nor the playing item`() throws {
        let client = harness.connect()
        try client.save("film", 100, .playing)
        _ = try client.call(
            Session.Enqueue.self,
            .init(player: "mpv", items: ["old", "next"], next: nil)
        )
        try save("old", hoursAgo: 10)
        #expect(try player() == "film, playing, then old next")
    }

    @Test func `a late report is compared only with reports of the same player`() throws {
        try save("film", hoursAgo: 9)
        try save("film", hoursAgo: 1, by: "vlc")
        try save("second", hoursAgo: 10)
        #expect(try player() == "film")
        try save("third", hoursAgo: 5)
        #expect(try player() == "third")
    }

    @Test func `a late report does not return a player to an item from before the last end`() throws
    {
        let client = harness.connect()
        try client.save("film", 100)
        var over = Snapshot(item: "film", player: "mpv", status: .finished, position: 999)
        over.duration = 1_000
        _ = try client.call(Playback.Save.self, .init(snapshot: over))
        #expect(try player() == "nothing")
        try save("old", hoursAgo: 2)
        #expect(try player() == "nothing")
        try harness.restart()
        try save("older", hoursAgo: 3)
        #expect(try player() == "nothing")
        harness.pass(Self.hour)
        try save("new", hoursAgo: 0)
        #expect(try player() == "new")
    }

    @Test func `a late report of an end neither advances the queue nor stops the playing item`()
        throws
    {
        let client = harness.connect()
        try save("old", hoursAgo: 10)
        try client.save("film", 100, .playing)
        _ = try client.call(
            Session.Enqueue.self,
            .init(player: "mpv", items: ["next"], next: nil)
        )
        let over = Snapshot(
            item: "old",
            player: "mpv",
            status: .finished,
            position: 999,
            duration: 1_000,
            at: harness.now - 9 * Self.hour
        )
        let result = try client.call(Playback.Save.self, .init(snapshot: over)).result
        #expect(result.outcome == .cleared)
        #expect(try player() == "film, playing, then next")
    }
}
