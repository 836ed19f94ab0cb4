// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import PlayerMPRIS

/// What begins to play goes on where it stopped, once, and never against the person.
@Suite struct ResumingTests {
    @Test func `a new track resumes from its stored position`() {
        var harness = FollowerHarness()
        #expect(harness.says(.playing, .file("a.mkv"), canSeek: true) == ["resume /v/a.mkv"])
        #expect(harness.answered("/v/a.mkv", 40).isEmpty)
        #expect(harness.passes(250, at: 0.2) == ["go to 40.0 of /1"])
        #expect(harness.seeks(40) == ["save /v/a.mkv playing 40.0 load", "read /v/a.mkv"])
        #expect(harness.passes(1_900, at: 42) == ["save /v/a.mkv playing 42.0 tick"])
    }

    @Test func `a player that sends no signals confirms a jump when it is asked for its position`()
    {
        var harness = FollowerHarness()
        #expect(harness.plays(stored: 40) == ["go to 40.0 of /1"])
        #expect(
            harness.passes(250, at: 40.2) == ["save /v/a.mkv playing 40.2 load", "read /v/a.mkv"]
        )
    }

    @Test func `a jump that VLC signals at the beginning is ignored`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv"), canSeek: true)
        harness.now += 300
        #expect(harness.seeks(0.3).isEmpty)
        #expect(harness.answered("/v/a.mkv", 40).isEmpty)
        #expect(harness.answers(0.3) == ["go to 40.0 of /1"])
        harness.now += 50
        #expect(harness.seeks(0.35).isEmpty)
        #expect(harness.seeks(40) == ["save /v/a.mkv playing 40.0 load", "read /v/a.mkv"])
        harness.now += 300
        #expect(harness.seeks(40.2).isEmpty)
    }

    @Test
    func `a track jumps at most twice, and its stored point is kept until a tenth has played`() {
        var harness = FollowerHarness()
        #expect(harness.plays(stored: 40) == ["go to 40.0 of /1"])
        #expect(harness.passes(1_000, at: 1.25).isEmpty)
        #expect(harness.passes(500, at: 1.75) == ["go to 40.0 of /1"])
        #expect(harness.passes(2_500, at: 4.25).isEmpty)
        #expect(
            harness.passes(1_000, at: 5.25) == [
                "missed /v/a.mkv at 40.0", "announce /v/a.mkv playing",
            ]
        )
        #expect(harness.passes(9_000, at: 14.25).isEmpty)
        #expect(harness.passes(2_000, at: 16.25).first == "save /v/a.mkv playing 16.2 seek")
    }

    @Test func `Totem is asked again if it ignores a jump before its file is open`() {
        var harness = FollowerHarness()
        #expect(harness.plays(stored: 40) == ["go to 40.0 of /1"])
        #expect(harness.passes(1_250, at: 0.5) == ["go to 40.0 of /1"])
        #expect(harness.passes(250, at: 40.2).first == "save /v/a.mkv playing 40.2 load")
    }

    @Test func `a seek by the user before the jump to the stored position wins`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv"), canSeek: true)
        harness.now += 200
        #expect(harness.seeks(70).isEmpty)
        #expect(harness.answered("/v/a.mkv", 40).isEmpty)
        #expect(
            harness.passes(500, at: 70.5) == ["save /v/a.mkv playing 70.5 seek", "read /v/a.mkv"]
        )
    }

    @Test func `a seek by the user during the jump to the stored position wins`() {
        var harness = FollowerHarness()
        #expect(harness.plays(stored: 40) == ["go to 40.0 of /1"])
        #expect(harness.seeks(70).isEmpty)
        #expect(harness.passes(500, at: 70.5).first == "save /v/a.mkv playing 70.5 seek")
    }

    @Test func `a start position given to mpv is respected if it is reported before the file`() {
        var harness = FollowerHarness()
        #expect(harness.seeks(5).isEmpty)
        #expect(
            harness.says(.playing, .file("a.mkv"), canSeek: true) == [
                "resume /v/a.mkv", "save /v/a.mkv playing 5.0 seek", "read /v/a.mkv",
            ]
        )
        #expect(harness.answered("/v/a.mkv", 40).isEmpty)
    }

    @Test func `a player that started at another position does not jump`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv"), canSeek: true)
        #expect(harness.answered("/v/a.mkv", 40).isEmpty)
        #expect(harness.answers(5) == ["announce /v/a.mkv playing"])
        #expect(harness.passes(9_000, at: 14).isEmpty)
        #expect(harness.passes(4_000, at: 18).first?.hasSuffix("seek") == true)
    }

    @Test func `a player that cannot seek plays on without a jump`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv"), canSeek: false)
        #expect(harness.answered("/v/a.mkv", 40).isEmpty)
        #expect(harness.passes(19_900, at: 19.9) == ["announce /v/a.mkv playing"])
        #expect(harness.passes(2_000, at: 21.9).first?.hasSuffix("seek") == true)
    }

    @Test func `a player that reports later that it can seek jumps then`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv", length: -1), canSeek: false)
        _ = harness.answered("/v/a.mkv", 40)
        #expect(harness.passes(500, at: 0.5).isEmpty)
        _ = harness.passes(250)
        #expect(harness.answers(0.7, canSeek: true) == ["go to 40.0 of /1"])
    }

    @Test func `a player that plays but stays at 0 neither jumps nor is reported`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv"), canSeek: true)
        _ = harness.answered("/v/a.mkv", 40)
        #expect(harness.answers(0).isEmpty)
        for _ in 1...60 {
            _ = harness.passes(300)
            if harness.asked != nil { #expect(harness.answers(0).isEmpty) }
        }
        #expect(harness.says(.paused).isEmpty)
        #expect(harness.vanishes().isEmpty)
    }

    @Test func `a track opened in pause jumps to its position, and is then polled rarely`() {
        var harness = FollowerHarness()
        _ = harness.says(.paused, .file("a.mkv"), canSeek: true)
        _ = harness.answered("/v/a.mkv", 40)
        #expect(harness.answers(0) == ["go to 40.0 of /1"])
        #expect(harness.seeks(40) == ["save /v/a.mkv paused 40.0 load", "read /v/a.mkv"])
        #expect(harness.passes(250, at: 40).isEmpty)
        #expect(harness.follower.wakeAt.map { $0 - harness.now > 5_000 } == true)
    }

    @Test func `mpv does not jump before its file is open, even if it reports that it can seek`() {
        var harness = FollowerHarness()
        _ = harness.says(.paused, .file("a.mkv", length: nil), canSeek: true)
        _ = harness.answered("/v/a.mkv", 40)
        #expect(harness.answers(0).isEmpty)
        #expect(harness.passes(500, at: 0).isEmpty)
        #expect(harness.says(nil, .file("a.mkv")) == ["go to 40.0 of /1"])
    }

    @Test func `a file of unknown length counts as open after a while`() {
        var harness = FollowerHarness()
        _ = harness.says(.paused, .file("a.mkv", length: -1), canSeek: true)
        _ = harness.answered("/v/a.mkv", 40)
        #expect(harness.passes(1_900, at: 0).isEmpty)
        #expect(harness.passes(500, at: 0).first == "go to 40.0 of /1")
    }

    @Test func `a paused player that cannot seek does not jump`() {
        var harness = FollowerHarness()
        _ = harness.says(.paused, .file("a.mkv"), canSeek: false)
        _ = harness.answered("/v/a.mkv", 40)
        #expect(harness.passes(11_000, at: 0).isEmpty)
        #expect(harness.follower.wakeAt == nil)
    }

    @Test func `a track without a usable ID gets a relative jump`() {
        var harness = FollowerHarness()
        let metadata = MPRISMetadata(
            trackID: "/org/mpris/MediaPlayer2/TrackList/NoTrack",
            url: "file:///v/a.mkv"
        )
        _ = harness.says(.playing, metadata, canSeek: true)
        _ = harness.answered("/v/a.mkv", 40)
        #expect(harness.answers(0.1) == ["seek by 39.9"])
        #expect(harness.passes(250, at: 40.2).first == "save /v/a.mkv playing 40.2 load")
    }

    @Test func `the previous track's position is not used for the next one`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.seeks(60)
        _ = harness.passes(1_000, at: 61)
        #expect(
            harness.says(nil, .file("b.mkv", track: "/2")) == [
                "save /v/a.mkv paused 61.0 switch", "resume /v/b.mkv",
            ]
        )
        #expect(harness.answered("/v/b.mkv", 40).isEmpty)
        #expect(harness.answers(61.0).isEmpty)
        #expect(harness.passes(250, at: 0.2) == ["go to 40.0 of /2"])
    }

    @Test(arguments: [1, 4, 6, 9])
    func `a position of the previous track beyond the end of the next one is not used for it`(
        _ seconds: Int
    ) {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.seeks(3_000)
        _ = harness.passes(1_000, at: 3_001)
        _ = harness.says(nil, .file("b.mkv", length: 600, track: "/2"))
        #expect(harness.answered("/v/b.mkv", 300).isEmpty)
        for quarter in 1...4 * seconds {
            #expect(harness.passes(250, at: 3_001 + Double(quarter) / 4).isEmpty)
        }
        #expect(harness.passes(250, at: 0.2) == ["go to 300.0 of /2"])
    }

    @Test func `a player paused at a start before the stored position keeps the stored one`() {
        for plays in [false, true] {
            var harness = FollowerHarness()
            _ = harness.says(.paused, .file("a.mkv"), canSeek: true)
            _ = harness.answered("/v/a.mkv", 60, resumes: 50)
            #expect(harness.answers(0) == ["go to 50.0 of /1"])
            #expect(harness.passes(250, at: 50).first == "save /v/a.mkv paused 60.0 load")
            #expect(harness.passes(60_000, at: 50).isEmpty)
            if plays {
                #expect(harness.says(.playing) == ["resume /v/a.mkv"])
                let seen = harness.answered("/v/a.mkv", 60, at: 9)
                #expect(seen == ["save /v/a.mkv playing 50.0 tick"])
            }
            #expect(harness.vanishes() == ["save /v/a.mkv paused \(plays ? 50.0 : 60.0) stop"])
        }
    }

    @Test(arguments: [2_000, 3_000])
    func `a track announced under the previous file's URL is not moved at first`(time: Int) {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.seeks(60)
        _ = harness.passes(1_000, at: 61)
        #expect(
            harness.says(nil, .file("a.mkv", length: 3_000, track: "/2")) == [
                "save /v/a.mkv paused 61.0 switch", "resume /v/a.mkv",
            ]
        )
        _ = harness.answered("/v/a.mkv", 61)
        let seen = harness.passes(time, at: Double(time) / 1_000)
        // The length of a file may be a wrong estimate.
        guard time < 3_000 else {
            #expect(seen == ["go to 61.0 of /2"])
            return
        }
        #expect(seen.isEmpty)
        #expect(
            harness.says(nil, .file("b.mkv", length: 3_000, track: "/2")) == ["resume /v/b.mkv"]
        )
    }

    @Test func `a stopped track that starts again resumes from its position`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.seeks(60)
        _ = harness.passes(1_000, at: 61)
        #expect(harness.says(.stopped) == ["save /v/a.mkv paused 61.0 stop"])
        #expect(harness.follower.wakeAt == nil && !harness.follower.needsDaemon)
        #expect(harness.says(.playing) == ["resume /v/a.mkv"])
        _ = harness.answered("/v/a.mkv", 61)
        #expect(harness.answers(0.1) == ["go to 61.0 of /1"])
    }
}
