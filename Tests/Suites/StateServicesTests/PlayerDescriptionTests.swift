// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import StateTesting
internal import Testing

/// What bridges know of players, and forgetting them.
@Suite struct PlayerDescriptionTests {
    private func players(_ harness: ServicesHarness) throws -> [Player] {
        try harness.connect().call(Session.ListPlayers.self, .init()).players
    }

    @Test func `a player that is not followed is listed with the reason`() throws {
        let harness = try ServicesHarness()
        let parameters = Session.DescribePlayer.Parameters(
            player: "chromium",
            label: "Chromium",
            obstacle: .noName
        )
        _ = try harness.connect().call(Session.DescribePlayer.self, parameters)
        #expect(try players(harness).map(\.obstacle) == [.noName])
        #expect(try players(harness).map(\.label) == ["Chromium"])
        _ = try harness.connect().call(Session.DescribePlayer.self, .init(player: "chromium"))
        #expect(try players(harness).isEmpty)
    }

    @Test func `a player that is forgotten loses its item and queue, but not its points`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.save("film", 100)
        _ = try client.call(Session.ForgetPlayer.self, .init(player: "mpv"))
        #expect(try players(harness).isEmpty)
        try harness.restart()
        #expect(try players(harness).isEmpty)
        #expect(try harness.connect().get("film").position == 100)
        try harness.connect().save("film", 200)
        #expect(try players(harness).map(\.item) == ["film"])
    }

    @Test func `a forgotten player is unknown, and makes room for others`() throws {
        let harness = try ServicesHarness { $0.players = 3 }
        let client = harness.connect()
        for round in 0..<3 {
            let names = (0..<3).map { "player-\(round)-\($0)" }
            for name in names { try client.save("film", 100, player: name) }
            #expect(throws: StateError.quotaExceeded(limit: "players-per-uid", value: 3)) {
                try client.save("film", 100, player: "other")
            }
            for name in names {
                _ = try client.call(Session.ForgetPlayer.self, .init(player: name))
                let skipped = try client.call(Session.Skip.self, .init(player: name))
                #expect(skipped.revision == 0)
            }
            #expect(try players(harness).isEmpty)
        }
        try harness.restart()
        let later = harness.connect()
        try later.save("film", 100, player: "player-0-0")
        let queued = Session.SetQueue.Parameters(player: "player-0-1", items: ["a"], ifRevision: 0)
        _ = try later.call(Session.SetQueue.self, queued)
        #expect(try players(harness).map(\.player) == ["player-0-0", "player-0-1"])
    }

    @Test func `a running player cannot be forgotten, and an unknown player is an error`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        _ = try client.call(Session.Attach.self, .init(player: "mpv"))
        #expect(throws: StateError.self) {
            try client.call(Session.ForgetPlayer.self, .init(player: "mpv"))
        }
        #expect(throws: StateError.self) {
            try client.call(Session.ForgetPlayer.self, .init(player: "vlc"))
        }
    }

    @Test func `a player unseen for a month is forgotten unless it runs, or has a queue or points`()
        throws
    {
        let harness = try ServicesHarness()
        let client = harness.connect()
        _ = try client.save("film", 100, player: "gone")
        _ = try client.save("book", 100, player: "reader", ttl: 90 * 86_400)
        _ = try client.save("song", 100, player: "queued")
        let queue = Session.SetQueue.Parameters(player: "queued", items: ["next"])
        _ = try client.call(Session.SetQueue.self, queue)
        _ = try client.call(Session.Attach.self, .init(player: "open"))
        _ = try client.save("stream", 100, player: "open")
        let listener = harness.connect()
        listener.subscribe(player: "gone")
        for (days, isForgotten) in [(29, false), (2, true)] {
            harness.wake(after: days * 86_400_000)
            _ = try harness.connect().save("news", 100, player: "new")
            _ = try listener.replies()
            _ = try harness.connect().call(Session.Attach.self, .init(player: "new"))
            let rest = ["new", "open", "queued", "reader"]
            #expect(try players(harness).map(\.player) == (isForgotten ? [] : ["gone"]) + rest)
            #expect(try listener.replies().isEmpty == !isForgotten)
        }
        try harness.restart()
        #expect(try players(harness).map(\.player) == ["new", "open", "queued", "reader"])
    }

    @Test func `old players are forgotten in slices, each hour`() throws {
        let harness = try ServicesHarness()
        for number in 100..<300 {
            _ = try harness.connect().save("film", 100 + Double(number), player: "p\(number)")
        }
        harness.wake(after: 31 * 86_400_000)
        var counts: [Int] = []
        for _ in 0..<5 {
            _ = try harness.connect().call(Session.Attach.self, .init(player: "new"))
            _ = try harness.connect().call(Session.Attach.self, .init(player: "new"))
            counts.append(try players(harness).count - 1)
            harness.wake(after: 3_600_000)
        }
        #expect(counts == [136, 72, 8, 0, 0])
    }
}
