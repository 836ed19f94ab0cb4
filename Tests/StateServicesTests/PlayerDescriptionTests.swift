internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import StateTesting
internal import Testing

/// What bridges know of players, and forgetting them.
@Suite struct PlayerDescriptionTests {
    private func players(_ world: World) throws -> [Player] {
        try world.connect().call(Session.ListPlayers.self, NoMembers()).players
    }

    @Test func `a player that is not followed is listed with the reason`() throws {
        let world = try World()
        let parameters = Session.DescribePlayer.Parameters(
            player: "chromium",
            label: "Chromium",
            obstacle: .noName
        )
        _ = try world.connect().call(Session.DescribePlayer.self, parameters)
        #expect(try players(world).map(\.obstacle) == [.noName])
        #expect(try players(world).map(\.label) == ["Chromium"])
        _ = try world.connect().call(Session.DescribePlayer.self, .init(player: "chromium"))
        #expect(try players(world).isEmpty)
    }

    @Test func `a player is forgotten with its item and its queue, and its points stay`() throws {
        let world = try World()
        let client = world.connect()
        try client.save("film", 100)
        _ = try client.call(Session.ForgetPlayer.self, .init(player: "mpv"))
        #expect(try players(world).isEmpty)
        try world.restart()
        #expect(try players(world).isEmpty)
        #expect(try world.connect().get("film").position == 100)
        try world.connect().save("film", 200)
        #expect(try players(world).map(\.item) == ["film"])
    }

    @Test func `a player that runs is not forgotten, and neither is one that nobody knows`() throws
    {
        let world = try World()
        let client = world.connect()
        _ = try client.call(Session.Attach.self, .init(player: "mpv"))
        #expect(throws: StateError.self) {
            try client.call(Session.ForgetPlayer.self, .init(player: "mpv"))
        }
        #expect(throws: StateError.self) {
            try client.call(Session.ForgetPlayer.self, .init(player: "vlc"))
        }
    }

    @Test func `a player gone for a month is forgotten, unless it has something left`() throws {
        let world = try World()
        let client = world.connect()
        _ = try client.save("film", 100, player: "gone")
        _ = try client.save("book", 100, player: "reader", ttl: 90 * 86_400)
        _ = try client.save("song", 100, player: "queued")
        let queue = Session.SetQueue.Parameters(player: "queued", items: ["next"])
        _ = try client.call(Session.SetQueue.self, queue)
        _ = try client.call(Session.Attach.self, .init(player: "open"))
        _ = try client.save("stream", 100, player: "open")
        let listener = world.connect()
        listener.subscribe(player: "gone")
        for (days, isForgotten) in [(29, false), (2, true)] {
            world.wake(after: days * 86_400_000)
            _ = try world.connect().save("news", 100, player: "new")
            _ = try listener.replies()
            _ = try world.connect().call(Session.Attach.self, .init(player: "new"))
            let rest = ["new", "open", "queued", "reader"]
            #expect(try players(world).map(\.player) == (isForgotten ? [] : ["gone"]) + rest)
            #expect(try listener.replies().isEmpty == !isForgotten)
        }
        try world.restart()
        #expect(try players(world).map(\.player) == ["new", "open", "queued", "reader"])
    }

    @Test func `of many players that are gone some are forgotten each hour, then all`() throws {
        let world = try World()
        for number in 100..<300 {
            _ = try world.connect().save("film", 100 + Double(number), player: "p\(number)")
        }
        world.wake(after: 31 * 86_400_000)
        var counts: [Int] = []
        for _ in 0..<5 {
            _ = try world.connect().call(Session.Attach.self, .init(player: "new"))
            _ = try world.connect().call(Session.Attach.self, .init(player: "new"))
            counts.append(try players(world).count - 1)
            world.wake(after: 3_600_000)
        }
        #expect(counts == [136, 72, 8, 0, 0])
    }
}
