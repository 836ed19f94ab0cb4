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
}
