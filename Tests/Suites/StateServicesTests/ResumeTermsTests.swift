// SPDX-License-Identifier: Apache-2.0
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import StateTesting
internal import Testing

/// The terms on which Resume has a bridge resume an item.
@Suite struct ResumeTermsTests {
    private func resume(
        _ client: Client,
        _ item: String,
        for player: String,
        _ facts: MediaFacts = MediaFacts()
    ) throws -> Playback.Resume.Reply {
        try client.call(
            Playback.Resume.self,
            Playback.Resume.Parameters(item: item, for: player, facts)
        )
    }

    @Test
    func `a player receives its own last position if another player has gone further`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.save("film", 131, player: "smplayer")
        #expect(try resume(client, "film", for: "smplayer").ownPosition == nil)
        try client.save("film", 250, player: "mpv")
        let reply = try resume(client, "film", for: "smplayer")
        #expect(reply.ownPosition == 131)
        #expect(reply.position == 250)
        #expect(try resume(client, "film", for: "mpv").ownPosition == nil)
        #expect(try resume(client, "film", for: "vlc").ownPosition == nil)
    }

    @Test
    func `a replaced file's position stays with the previous contents`()
        throws
    {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.save("/film", 2_000, player: "mpv")
        #expect(try resume(client, "/film", for: "mpv").contents.isEmpty)
        for alias in ["content:1-a", "/copy"] {
            _ = try client.call(Playback.AddAlias.self, .init(item: "/film", alias: alias))
        }
        let point = try #require(try resume(client, "/copy", for: "mpv").point)
        #expect(try resume(client, "/copy", for: "mpv").contents == ["content:1-a"])
        // These are the calls of a bridge that finds another film at the path.
        _ = try client.call(Playback.RemoveAlias.self, .init(alias: "content:1-a"))
        _ = try client.call(Playback.Clear.self, .init(item: "/film"))
        let snapshot = Snapshot(
            item: "content:1-a",
            player: point.player,
            status: .paused,
            position: point.position,
            at: point.at
        )
        let kept = try client.call(Playback.Save.self, .init(snapshot: snapshot))
        #expect(kept.result.outcome == .saved)
        try client.save("/film", 5, player: "mpv")
        #expect(try resume(client, "content:1-a", for: "mpv").point?.position == 2_000)
        #expect(try resume(client, "/film", for: "mpv").contents.isEmpty)
    }

    @Test func `of several positions of a player, its own position is the newest`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        for (player, position) in [("a", 100.0), ("b", 200), ("a", 300), ("b", 400)] {
            try client.save("film", position, player: player)
        }
        #expect(try resume(client, "film", for: "a").ownPosition == 300)
    }

    @Test func `items shorter than resume-minimum and tracks of an album are not resumed`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.save("song", 60)
        #expect(try resume(client, "song", for: "mpv").hold == nil)
        #expect(try resume(client, "song", for: "mpv", MediaFacts(duration: 599)).hold == .short)
        #expect(try resume(client, "song", for: "mpv", MediaFacts(duration: 600)).hold == nil)
        let lengths = [(1_199.0, ResumeHold.album), (1_200, nil), (nil, nil)]
        for (length, hold) in lengths as [(Double?, ResumeHold?)] {
            let track = MediaFacts(isAlbumTrack: true, duration: length)
            #expect(try resume(client, "song", for: "mpv", track).hold == hold)
        }
    }

    @Test func `a recording that has become longer than resume-minimum is resumed`() throws {
        let client = try ServicesHarness().connect()
        let lengths = [(400.0, 500.0, true), (400, 600, false), (600, 400, false)]
        for (index, (stored, now, isHeld)) in lengths.enumerated() {
            let snapshot = Snapshot(
                item: "rec-\(index)",
                player: "mpv",
                status: .paused,
                position: 300,
                duration: stored
            )
            _ = try client.call(Playback.Save.self, .init(snapshot: snapshot))
            let facts = MediaFacts(duration: now)
            let terms = try resume(client, "rec-\(index)", for: "mpv", facts)
            #expect(terms.hold == (isHeld ? .short : nil))
        }
    }

    @Test func `with resume-minimum 0s, a short album track is resumed, too`() throws {
        let harness = try ServicesHarness { $0.policy.resumeMinimumSeconds = 0 }
        let client = harness.connect()
        try client.save("song", 60)
        let facts = MediaFacts(isAlbumTrack: true, duration: 200)
        #expect(try resume(client, "song", for: "mpv", facts).hold == nil)
    }

    @Test func `a player's own setting takes precedence over the general one`() throws {
        let harness = try ServicesHarness { $0.policy.playerResume = ["vlc": .off, "mpv": .ask] }
        let client = harness.connect()
        try client.save("film", 1_000)
        let facts = MediaFacts(duration: 7_200)
        #expect(try resume(client, "film", for: "vlc", facts).hold == .off)
        #expect(try resume(client, "film", for: "mpv", facts).hold == .ask)
        #expect(try resume(client, "film", for: "totem", facts).hold == nil)
    }

    @Test
    func `an item that the user asks for is resumed even if it is short and resuming is off`()
        throws
    {
        let harness = try ServicesHarness { $0.policy.playerResume = ["mpv": .off] }
        let client = harness.connect()
        try client.save("song", 60)
        var parameters = Playback.Resume.Parameters(item: "song", player: "mpv")
        parameters.duration = 200
        #expect(try client.call(Playback.Resume.self, parameters).hold == nil)
    }

    @Test(arguments: [nil, "mpv", "other"])
    func `the terms of a resume apply whatever names the item`(player: String?) throws {
        let harness = try ServicesHarness {
            $0.policy.playerResume = ["other": .off]
        }
        let client = harness.connect()
        try client.save("song", 60, player: player ?? "mpv")
        _ = try client.call(Playback.AddAlias.self, .init(item: "song", alias: "content:1-a"))
        let hold = player == "other" ? ResumeHold.off : .short
        for item in [nil, "song"] {
            var parameters = Playback.Resume.Parameters(item: item, player: player)
            parameters.duration = 200
            #expect(try client.call(Playback.Resume.self, parameters).hold == nil)
            parameters.automatic = true
            let reply = try client.call(Playback.Resume.self, parameters)
            #expect(reply.hold == hold)
            #expect(reply.contents == ["content:1-a"])
        }
    }

    @Test(arguments: [0, -1, -1e300])
    func `a duration that is not above 0 is refused`(duration: Double) throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.save("song", 60)
        for (item, player) in [(nil, nil), ("song", nil), (nil, "mpv")] as [(String?, String?)] {
            var parameters = Playback.Resume.Parameters(item: item, player: player)
            parameters.duration = duration
            let fault = StateError.invalidValue(
                parameter: "duration",
                reason: "must be above 0, or absent"
            )
            #expect(throws: fault) { try client.call(Playback.Resume.self, parameters) }
        }
    }
}
