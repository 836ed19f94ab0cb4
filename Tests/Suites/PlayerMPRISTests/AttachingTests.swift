// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import PlayerMPRIS

/// A daemon, and players, that come and go.
@Suite struct AttachingTests {
    @Test func `Firefox is asked again for its item if it does not answer at first`() {
        var harness = FollowerHarness()
        #expect(harness.keepsSilent().isEmpty)
        _ = harness.says(nil, .file("a.mkv"))
        #expect(harness.passes(500).isEmpty)
        #expect(
            harness.answers(0.5, .playing, .file("a.mkv"), canSeek: true) == ["resume /v/a.mkv"]
        )
    }

    @Test func `a player that never answers is asked five times`() {
        var harness = FollowerHarness()
        var questions = 0
        while harness.asked != nil {
            questions += 1
            _ = harness.keepsSilent()
            _ = harness.passes(60_000)
        }
        #expect(questions == 5)
        #expect(harness.follower.wakeAt == nil)
    }

    @Test func `a track that plays without a daemon is reported once the daemon starts`() {
        var harness = FollowerHarness(isAttached: false)
        #expect(harness.says(.playing, .file("a.mkv"), canSeek: true).isEmpty)
        #expect(harness.passes(10_500, at: 10.5).first == "save /v/a.mkv playing 10.3 load")
        #expect(
            harness.hears(.attached(item: nil, queue: [])) == [
                "save /v/a.mkv playing 10.5 tick", "read /v/a.mkv",
            ]
        )
    }

    @Test func `a daemon that starts soon after the track is still asked for the position`() {
        var harness = FollowerHarness(isAttached: false)
        _ = harness.says(.playing, .file("a.mkv"), canSeek: true)
        _ = harness.passes(3_000, at: 3)
        #expect(harness.hears(.attached(item: nil, queue: [])) == ["resume /v/a.mkv"])
        #expect(harness.answered("/v/a.mkv", 40) == ["go to 40.0 of /1"])
    }

    @Test func `a returning daemon immediately receives the current state`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.hears(.detached)
        _ = harness.seeks(50)
        #expect(harness.passes(500, at: 50.5) == ["save /v/a.mkv playing 50.5 seek"])
        harness.now += 1_000
        #expect(
            harness.hears(.attached(item: nil, queue: [])) == ["save /v/a.mkv playing 51.5 tick"]
        )
        #expect(harness.answered("/v/a.mkv", 20).isEmpty)
    }

    @Test func `a track that began just before the bridge started jumps to its stored position`() {
        var harness = FollowerHarness(isOld: true)
        _ = harness.answers(8, .playing, .file("a.mkv"), canSeek: true)
        #expect(harness.answered("/v/a.mkv", 40) == ["go to 40.0 of /1"])
    }

    @Test func `a track that has played for a while does not jump to its stored position`() {
        var harness = FollowerHarness(isOld: true)
        #expect(
            harness.answers(60, .playing, .file("a.mkv"), canSeek: true) == ["resume /v/a.mkv"]
        )
        #expect(
            harness.answered("/v/a.mkv", 58) == [
                "save /v/a.mkv playing 60.0 load", "read /v/a.mkv",
            ]
        )
    }

    @Test func `a stored later position is kept until the track has played for a while`() {
        var harness = FollowerHarness(isOld: true)
        _ = harness.answers(60, .playing, .file("a.mkv"), canSeek: true)
        #expect(harness.answered("/v/a.mkv", 90) == ["announce /v/a.mkv playing"])
        #expect(harness.passes(9_000, at: 69).isEmpty)
        #expect(harness.passes(4_000, at: 73).first?.hasSuffix("seek") == true)
    }

    @Test func `a track with a protected position is announced once a connection and a status`() {
        var harness = FollowerHarness(isOld: true)
        _ = harness.answers(60, .playing, .file("a.mkv"), canSeek: true)
        #expect(harness.answered("/v/a.mkv", 90) == ["announce /v/a.mkv playing"])
        #expect(harness.says(.paused) == ["announce /v/a.mkv paused"])
        #expect(harness.hears(.detached).isEmpty)
        #expect(harness.says(.playing).isEmpty)
        #expect(harness.hears(.attached(item: nil, queue: [])) == ["announce /v/a.mkv playing"])
        #expect(harness.vanishes() == ["announce /v/a.mkv paused"])
    }

    @Test func `a track paused before the bridge attached resumes from another player's position`()
    {
        var harness = FollowerHarness(isOld: true)
        _ = harness.answers(60, .paused, .file("a.mkv"), canSeek: true)
        #expect(harness.answered("/v/a.mkv", 90) == ["announce /v/a.mkv paused"])
        #expect(harness.passes(60_000, at: 60).isEmpty)
        #expect(harness.says(.playing) == ["resume /v/a.mkv"])
        #expect(harness.answered("/v/a.mkv", 90) == ["go to 90.0 of /1"])
    }

    @Test func `a bridge that stops stores the player's position`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        harness.now += 1_000
        #expect(
            harness.note(harness.follower.leave(now: harness.now)) == [
                "save /v/a.mkv playing 1.3 background"
            ]
        )
    }
}
