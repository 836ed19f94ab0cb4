// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import Testing
internal import Varlink

/// The rewind that grows where a user seeks back after each resumption.
@Suite struct `A learned rewind` {
    private let harness: ServicesHarness

    init() throws {
        harness = try ServicesHarness { $0.policy.rewindLearning = true }
    }

    private func resume(_ client: Client, _ player: String? = "mpv") throws -> Playback.Resume.Reply
    {
        try client.call(Playback.Resume.self, .init(item: "film", player: player))
    }

    /// Resumes the film in a new surface, seeks back after two seconds, and closes the surface ten
    /// seconds later; returns the position at which the surface resumed.
    @discardableResult
    private func play(
        player: String = "mpv",
        back: Double? = 10,
        attaches: Bool = false
    ) throws -> Double {
        let client = harness.connect()
        let attached = try client.attach(player).position
        let start = try attaches ? attached ?? 0 : resume(client, player).position
        try client.save("film", start, .playing, cause: .load, player: player)
        harness.pass(2_000)
        var place = start + 2
        if let back {
            place = start - back
            try client.save("film", place, .playing, cause: .seek, player: player)
        }
        harness.pass(10_000)
        try client.save("film", place + 10, .playing, cause: .tick, player: player)
        try client.save("film", 500, cause: .seek, player: player)
        harness.services.closed(client.id)
        harness.services.endTurn()
        return start
    }

    @Test func `after three seeks back, the next resumption goes back as far`() throws {
        try harness.connect().save("film", 500)
        for _ in 1...3 { #expect(try play() == 500) }
        let client = harness.connect()
        let reply = try resume(client)
        #expect(reply.position == 490 && reply.learned == 10 && reply.point?.position == 500)
        #expect(try client.call(Playback.Get.self, .init(item: "film")).point.position == 500)
        // Without a name, the rewind is that of the player that observed the point.
        #expect(try resume(client, nil).position == 490)
        #expect(try client.attach("mpv.2").position == nil)
        #expect(try client.attach("mpv").position == 490)
    }

    @Test func `a player that resumes by Attach teaches, too`() throws {
        try harness.connect().save("film", 500)
        for _ in 1...3 { #expect(try play(attaches: true) == 500) }
        #expect(try play(back: nil, attaches: true) == 490)
    }

    @Test
    func `a learned rewind applies to other instances of the player, but not to another player`()
        throws
    {
        try harness.connect().save("film", 500)
        for _ in 1...3 { try play() }
        let client = harness.connect()
        #expect(try resume(client, "vlc").position == 500)
        #expect(try resume(client, "vlc").learned == nil)
        #expect(try resume(client, "mpv.2").position == 490)
    }

    @Test func `seeks that a rewind has learned from survive a restart`() throws {
        try harness.connect().save("film", 500)
        for _ in 1...2 { try play() }
        try harness.restart()
        try play()
        try harness.restart()
        #expect(try resume(harness.connect()).position == 490)
    }

    @Test func `a surface that joins a playing player begins where the player is`() throws {
        try harness.connect().save("film", 500)
        for _ in 1...3 { try play() }
        let first = harness.connect()
        try first.attach()
        try first.save("film", 490, .playing, cause: .load)
        harness.pass(2_000)
        let second = harness.connect()
        #expect(try second.attach().position == 490)
        #expect(try resume(second).position == 490)
        try first.save("film", 485, .playing, cause: .seek)
        harness.pass(2_000)
        first.harness.services.closed(first.id)
        harness.services.closed(second.id)
        harness.services.endTurn()
        #expect(try resume(harness.connect()).position == 475)
    }

    @Test func `if the setting is off, nothing is noted, and nothing applies`() throws {
        try harness.connect().save("film", 500)
        for _ in 1...2 { try play() }
        harness.services.apply(ServiceSettings())
        for _ in 1...3 { #expect(try play() == 500) }
        #expect(try resume(harness.connect()).learned == nil)
        harness.services.apply(harness.settings)
        #expect(try play() == 500)
        #expect(try play() == 490)
    }

    @Test func `ForgetPlayer with rewind forgets the lessons of a kind, and nothing else`() throws {
        try harness.connect().save("film", 500)
        for player in ["mpv", "vlc"] { for _ in 1...3 { try play(player: player) } }
        let client = harness.connect()
        try client.attach()
        _ = try client.call(
            Session.ForgetPlayer.self,
            .init(player: "mpv.2", rewind: true)
        )
        #expect(try resume(client).position == 500)
        #expect(try resume(client, "vlc").position == 490)
        #expect(try client.players().map(\.player) == ["mpv", "vlc"])
        #expect(throws: StateError.notFound(item: nil, player: "mpv")) {
            try client.call(Session.ForgetPlayer.self, .init(player: "mpv", rewind: true))
        }
    }
}
