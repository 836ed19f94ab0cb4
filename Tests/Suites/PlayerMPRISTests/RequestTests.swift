// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import PlayerKit
import StateModel
import Testing

@testable import PlayerMPRIS

/// The requests of other programs to a player on the bus.
@Suite struct RequestTests {
    private func playing() -> FollowerHarness {
        var harness = FollowerHarness()
        _ = harness.plays()
        return harness
    }

    @Test(
        arguments: [
            (.play, "Play"), (.pause, "Pause"), (.toggle, "Pause"), (.stop, "Stop"),
            (.next, "Next"), (.previous, "Previous"),
        ] as [(RequestedAction, String)]
    )
    func `each action is carried out by its MPRIS method`(action: RequestedAction, button: String) {
        var harness = playing()
        #expect(harness.hears(.request(SurfaceRequest(1, action))) == [button])
    }

    /// A paused player, at 1 s, that has made a seek to 40 s, and may have reported it.
    private func sought(isReported: Bool = false) -> FollowerHarness {
        var harness = playing()
        _ = harness.says(.paused)
        _ = harness.answers(1)
        #expect(
            harness.hears(.request(SurfaceRequest(1, .seek, position: 40))) == ["go to 40.0 of /1"]
        )
        if isReported { #expect(harness.seeks(40).isEmpty) }
        let answer = SurfaceAnswer(1, isPlaying: false, position: 40)
        #expect(
            harness.answers(answer) == ["answer 1: paused 40.0", "save /v/a.mkv paused 40.0 seek"]
        )
        return harness
    }

    @Test func `a jump of a paused player is stored, and the player is asked for its position`() {
        var harness = sought()
        #expect(harness.answers(40) == ["save /v/a.mkv paused 40.0 seek"])
        harness = sought()
        #expect(harness.answers(42.5) == ["save /v/a.mkv paused 42.5 seek"])
    }

    /// Elisa reports the position before the jump until it plays.
    @Test func `a jump of a paused player is stored, even if it reports its former position`() {
        var harness = sought(isReported: true)
        #expect(harness.passes(30_000, at: 1).isEmpty)
        _ = harness.says(.playing)
        #expect(harness.passes(1_900, at: 42).last == "save /v/a.mkv playing 42.0 tick")
        // A player that has ignored the jump shows that when it plays.
        harness = sought()
        #expect(harness.passes(30_000, at: 1).isEmpty)
        _ = harness.says(.playing)
        let seen = harness.passes(5_700, at: 6.7)
        #expect(seen.last?.hasPrefix("save /v/a.mkv playing 5.3") == true)
    }

    @Test(arguments: [false, true])
    func `a former position is not stored immediately after a jump`(isReported: Bool) {
        var harness = playing()
        _ = harness.passes(4_000, at: 5)
        _ = harness.hears(.request(SurfaceRequest(1, .seek, position: 40)))
        if isReported { #expect(harness.seeks(40).isEmpty) }
        let answer = SurfaceAnswer(1, isPlaying: true, position: 40)
        #expect(harness.answers(answer) == ["answer 1: playing 40.0"])
        #expect(harness.passes(400, at: 5).isEmpty)
        #expect(harness.passes(200, at: 40.5) == ["save /v/a.mkv playing 40.4 seek"])
    }

    /// A player that has been playing for five seconds, and reports the position 0 at all times.
    private func silent() -> FollowerHarness {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv"), canSeek: true)
        _ = harness.answered("/v/a.mkv", nil)
        _ = harness.reads("/v/a.mkv", nil)
        _ = harness.answers(0)
        _ = harness.passes(5_000)
        return harness
    }

    @Test func `an estimated position is neither reported nor the start of a relative jump`() {
        var harness = silent()
        #expect(
            harness.hears(.request(SurfaceRequest(1, .seek, offset: 30)))
                == ["answer 1: the player does not report its position"]
        )
        _ = harness.hears(.request(SurfaceRequest(2, .seek, position: 40)))
        #expect(
            harness.answers(SurfaceAnswer(2, isPlaying: true, position: 40))
                == ["answer 2: playing 40.0"]
        )
        #expect(
            harness.hears(.request(SurfaceRequest(3, .seek, offset: 30)))
                == ["answer 3: the player does not report its position"]
        )
    }

    @Test func `a jump that the player does not confirm is not stored`() {
        var harness = silent()
        _ = harness.hears(.request(SurfaceRequest(1, .seek, position: 40)))
        var seen = harness.answers(SurfaceAnswer(1, isPlaying: true, position: 40))
        seen += harness.answers(0)
        seen += harness.passes(60_000)
        seen += harness.says(.paused)
        seen += harness.answers(0)
        seen += harness.vanishes()
        #expect(!seen.contains { $0.hasPrefix("save") || $0.hasPrefix("tick") }, "\(seen)")
    }

    @Test
    func `a confirmed jump is stored even if the player had reported no position before`() {
        var harness = silent()
        _ = harness.hears(.request(SurfaceRequest(1, .seek, position: 40)))
        var seen = harness.answers(SurfaceAnswer(1, isPlaying: true, position: 40))
        seen += harness.passes(10_000, at: 50)
        #expect(seen.contains { $0.hasPrefix("save /v/a.mkv playing 4") }, "\(seen)")
    }

    @Test func `a player's refusal reaches the caller, and nothing is stored`() {
        var harness = playing()
        _ = harness.hears(.request(SurfaceRequest(1, .seek, position: 40)))
        let answer = SurfaceAnswer(1, refusal: "no", isPlaying: true, position: 40)
        let seen = harness.answers(answer)
        #expect(seen == ["answer 1: no"])
        #expect(!harness.follower.isJumping)
    }

    @Test(arguments: ["/1", ""])
    func `a jump in a track that has finished does not affect the next track`(id: String) {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv", track: id), canSeek: true)
        _ = harness.answered("/v/a.mkv", nil)
        _ = harness.reads("/v/a.mkv", nil)
        harness.now += 250
        _ = harness.answers(0.25)
        #expect(harness.hears(.request(SurfaceRequest(1, .seek, position: 40.25))).count == 1)
        _ = harness.says(nil, .file("b.mkv", track: id.isEmpty ? "" : "/2"))
        let seen = harness.answers(SurfaceAnswer(1, isPlaying: true, position: 40.25))
        #expect(seen.contains("answer 1: playing 40.25"))
        #expect(harness.follower.item.name == "/v/b.mkv")
        #expect(!harness.follower.isJumping)
    }

    @Test func `a jump to a very large position is limited to what D-Bus can carry`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv", length: nil), canSeek: true)
        _ = harness.answered("/v/a.mkv", nil, duration: nil)
        _ = harness.reads("/v/a.mkv", nil)
        harness.now += 250
        _ = harness.answers(0.25)
        #expect(
            harness.hears(.request(SurfaceRequest(1, .seek, position: 1e13)))
                == ["go to 1000000000.0 of /1"]
        )
    }

    @Test func `a late reply to a play request does not move the track's position`() {
        var harness = playing()
        _ = harness.hears(.request(SurfaceRequest(1, .play)))
        harness.now += 1_900
        let answer = SurfaceAnswer(1, isPlaying: true, position: 0.25)
        #expect(harness.answers(answer) == ["answer 1: playing 0.25"])
        #expect(!harness.follower.isJumping)
    }

    @Test func `a player without track IDs gets a relative jump`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv", track: ""), canSeek: true)
        _ = harness.answered("/v/a.mkv", nil)
        _ = harness.reads("/v/a.mkv", nil)
        harness.now += 250
        _ = harness.answers(0.25)
        #expect(
            harness.hears(.request(SurfaceRequest(1, .seek, position: 40.25))) == ["seek by 40.0"]
        )
    }

    @Test func `a player that has no next track is not asked for one`() {
        var harness = playing()
        var news = MPRISProperties()
        (news.canGoNext, news.canGoPrevious) = (false, false)
        _ = harness.note(harness.follower.event(.changed(news), now: harness.now))
        #expect(
            harness.hears(.request(SurfaceRequest(1, .next)))
                == ["answer 1: there is no next item"]
        )
        #expect(
            harness.hears(.request(SurfaceRequest(2, .previous)))
                == ["answer 2: there is no previous item"]
        )
    }

    @Test func `a browser window that becomes private accepts no more requests`() {
        var harness = playing()
        _ = harness.says(nil, MPRISMetadata(title: "Firefox is playing media"))
        #expect(!harness.follower.needsDaemon)
        #expect(
            harness.hears(.request(SurfaceRequest(1, .pause)))
                == ["answer 1: no followed item is playing"]
        )
    }

    @Test(
        arguments: [
            ("/v/a b.mkv", "open file:///v/a%20b.mkv"), ("https://e.org/a", "open https://e.org/a"),
        ]
    )
    func `an item is opened by its address, even while no track is`(item: String, opened: String) {
        var harness = FollowerHarness()
        #expect(harness.hears(.request(SurfaceRequest(1, .open, item: item))) == [opened])
        #expect(
            harness.hears(.request(SurfaceRequest(2, .open)))
                == ["answer 2: there is no item to play"]
        )
    }

    @Test func `a stopped player begins to play on request, and refuses everything else`() {
        var harness = playing()
        _ = harness.says(.stopped)
        for (action, step) in [(.play, "Play"), (.toggle, "Play")] as [(RequestedAction, String)] {
            #expect(harness.hears(.request(SurfaceRequest(1, action))) == [step])
        }
        for action in [.pause, .stop, .next, .seek] as [RequestedAction] {
            #expect(
                harness.hears(.request(SurfaceRequest(2, action, position: 40)))
                    == ["answer 2: no followed item is playing"]
            )
        }
    }

    @Test func `a requested action is refused if no track is open`() {
        var harness = FollowerHarness()
        #expect(
            harness.hears(.request(SurfaceRequest(1, .play)))
                == ["answer 1: no followed item is playing"]
        )
    }
}
