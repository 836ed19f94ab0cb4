// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import PlayerKit
import StateModel
import Testing

@testable import PlayerMPV

/// A file from its opening to its end, with a daemon that is there.
@Suite struct FollowingTests {
    @Test func `an unknown file plays from its beginning`() {
        var harness = FollowerHarness(attached: .some(nil))
        #expect(harness.opens("a.ogg") == ["resume /v/a.ogg", "save /v/a.ogg playing 0.0 load"])
        #expect(harness.plays(1.5) == ["tick /v/a.ogg playing 1.5 tick"])
    }

    @Test func `a file jumps to its stored position once, and is then reported`() {
        var harness = FollowerHarness(attached: .some(nil))
        #expect(harness.opens("a.ogg", stored: 40) == ["resume /v/a.ogg", "mpv: seek(40.0)"])
        // What it plays until it is there counts for nothing.
        #expect(harness.plays(0.3).isEmpty)
        #expect(harness.jumps(to: "40.0") == ["save /v/a.ogg playing 40.0 load"])
        #expect(harness.plays(41).count == 1)
        #expect(harness.jumps(to: "5.0") == ["save /v/a.ogg playing 5.0 seek"])
        #expect(harness.answers("/v/a.ogg", stored: 40).isEmpty)
    }

    @Test func `the daemon's answer may arrive before or after the file is loaded`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        #expect(harness.property("path", #""a.ogg""#) == ["resume /v/a.ogg"])
        #expect(harness.loads().isEmpty)
        #expect(harness.plays(0.1, after: 100).isEmpty)
        #expect(harness.answers("/v/a.ogg", stored: 40) == ["mpv: seek(40.0)"])
    }

    @Test(arguments: ["5", "00:00:05.000", "+0"])
    func `a start position on the command line wins over the stored one`(start: String) {
        var harness = FollowerHarness(attached: .some(nil))
        let seen = harness.opens("a.ogg", stored: 40, start: start)
        #expect(seen == ["resume /v/a.ogg", "save /v/a.ogg playing 0.0 seek"])
    }

    @Test func `a seek by the user before the answer is respected`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""a.ogg""#)
        _ = harness.loads()
        _ = harness.presses()
        #expect(harness.jumps(to: "70.0") == ["save /v/a.ogg playing 70.0 seek"])
        #expect(harness.answers("/v/a.ogg", stored: 40).isEmpty)
    }

    @Test func `a seek by the user during the jump to the stored position wins`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("a.ogg", stored: 40)
        _ = harness.presses()
        _ = harness.says(#"{"event":"seek"}"#)
        #expect(harness.jumps(to: "70.0") == ["save /v/a.ogg playing 70.0 seek"])
    }

    @Test func `a file that cannot seek does not jump, and its stored position is kept at first`() {
        var harness = FollowerHarness(attached: .some(nil))
        let seen = harness.opens("a.ogg", stored: 40, seekable: "false")
        #expect(seen == ["resume /v/a.ogg", "announce /v/a.ogg playing"])
    }

    @Test func `a jump that misses its target is shown to the user and not repeated`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("a.ogg", stored: 40)
        #expect(
            harness.jumps(to: "0.0") == ["missed /v/a.ogg at 40.0", "announce /v/a.ogg playing"]
        )
    }

    @Test func `ticks are sent once a second`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("a.ogg")
        #expect(harness.plays(1).count == 1)
        #expect(harness.plays(1.5, after: 500).isEmpty)
        #expect(harness.plays(1.99, after: 499).isEmpty)
        #expect(harness.plays(2, after: 1) == ["tick /v/a.ogg playing 2.0 tick"])
        // The clock is set back an hour.
        #expect(harness.plays(3, after: -3_600_000).count == 1)
    }

    @Test func `a pause and a resume are stored with their exact positions`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("a.ogg")
        _ = harness.plays(7.9)
        #expect(harness.property("pause", "true").isEmpty)
        #expect(harness.answer("time-pos", "8.25") == ["save /v/a.ogg paused 8.25 pause"])
        #expect(harness.plays(8.25).isEmpty)
        #expect(harness.jumps(to: "20.0") == ["save /v/a.ogg paused 20.0 seek"])
        #expect(harness.property("pause", "false") == ["save /v/a.ogg playing 20.0 tick"])
    }

    @Test(arguments: [("quit", "stop"), ("stop", "switch"), ("something-new", "stop")])
    func `a file is stored as paused when the player leaves it`(reason: String, cause: String) {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("a.ogg")
        _ = harness.plays(50)
        #expect(harness.ends(reason) == ["save /v/a.ogg paused 50.0 \(cause)"])
        #expect(harness.hears(.settled(revision: 5)).isEmpty)
    }

    @Test func `a killed player leaves its file paused at its last position`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("a.ogg")
        _ = harness.plays(50)
        _ = harness.plays(50.4, after: 400)
        #expect(
            harness.follower.gone() == [
                .call(
                    .save(
                        Snapshot(
                            item: "/v/a.ogg",
                            player: "mpv",
                            status: .paused,
                            position: 50.4,
                            duration: 100,
                            cause: .stop
                        )
                    )
                )
            ]
        )
    }

    @Test func `a file that ends counts as finished, even before its known length`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("a.ogg")
        _ = harness.plays(98.9)
        #expect(harness.ends("eof") == ["save /v/a.ogg finished 100.0 stop"])
        // How far is far enough is the daemon's to judge: the file may be shorter than it says.
        _ = harness.opens("b.ogg")
        _ = harness.plays(50)
        #expect(harness.ends("eof") == ["save /v/b.ogg finished 50.0 stop"])
        _ = harness.opens("c.ogg", duration: nil)
        _ = harness.plays(50)
        #expect(harness.ends("eof") == ["save /v/c.ogg finished 50.0 stop"])
    }

    @Test func `a stream that stops before its end is stored as failed`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("http://x/a", stored: nil)
        _ = harness.plays(98.9)
        #expect(harness.ends("eof") == ["save http://x/a finished 100.0 stop"])
        _ = harness.opens("http://x/b")
        _ = harness.plays(50)
        #expect(harness.ends("eof") == ["save http://x/b failed 50.0 stop: it ended too early"])
        // A live stream has no end to fall short of.
        _ = harness.opens("http://x/c", duration: nil)
        _ = harness.plays(50)
        #expect(harness.ends("eof") == ["save http://x/c finished 50.0 stop"])
    }

    @Test func `if mpv is told to play a part of a file, the file is paused at the part's end`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""http://x/a""#)
        _ = harness.answers("http://x/a", stored: nil)
        _ = harness.loads(length: "00:00:10.000")
        _ = harness.plays(10)
        #expect(harness.ends("eof") == ["save http://x/a paused 10.0 stop"])
    }

    @Test func `a file kept open at its end counts as finished until a seek`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("a.ogg")
        _ = harness.plays(99.5)
        #expect(harness.property("eof-reached", "true") == ["save /v/a.ogg finished 100.0 stop"])
        #expect(harness.property("pause", "true").isEmpty)
        #expect(harness.plays(100).isEmpty)
        #expect(harness.property("eof-reached", "false").isEmpty)
        #expect(harness.jumps(to: "30.0") == ["save /v/a.ogg paused 30.0 seek"])
        #expect(harness.ends("quit") == ["save /v/a.ogg paused 30.0 stop"])
    }

    @Test func `a playback error keeps the position`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("a.ogg")
        _ = harness.plays(50)
        #expect(
            harness.ends("error", error: "audio output initialization failed") == [
                "save /v/a.ogg failed 50.0 stop: audio output initialization failed"
            ]
        )
    }

    /// The stored position, in seconds, and the report of a failure at --start=40.
    @Test(
        arguments: [
            (30.0, ["save /v/a.ogg failed 30.0 stop: no audio"]), (nil, []),
        ] as [(Double?, [String])]
    )
    func `a failure at a position that was not played keeps the stored one`(
        stored: Double?,
        report: [String]
    ) {
        for ending in ["error", "eof"] where ending == "error" || stored != nil {
            var harness = FollowerHarness(attached: .some(nil))
            _ = harness.says(#"{"event":"start-file"}"#)
            _ = harness.property("path", #""a.ogg""#)
            _ = harness.answers("/v/a.ogg", stored: stored)
            _ = harness.says(#"{"event":"seek"}"#)
            _ = harness.loads(start: "40")
            _ = harness.property("time-pos", "40.0")
            let end = harness.ends(ending, error: "no audio", readTo: 0)
            let isCut = ending == "eof"
            #expect(
                end
                    == report.map {
                        isCut ? $0.replacing("no audio", with: "it ended too early") : $0
                    }
            )
        }
    }

    @Test func `a failure right after the report of --start keeps the stored position`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""a.ogg""#)
        _ = harness.answers("/v/a.ogg", stored: 30)
        _ = harness.says(#"{"event":"seek"}"#)
        _ = harness.loads(start: "40")
        let landing =
            harness.says(#"{"event":"playback-restart"}"#)
            + harness.answer("time-pos", "40.0")
        #expect(landing == ["save /v/a.ogg playing 40.0 seek"])
        #expect(
            harness.ends("error", error: "no audio")
                == ["save /v/a.ogg failed 30.0 stop: no audio"]
        )
    }

    @Test func `a failure after the user's seek keeps the position of that seek`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("http://x/a", stored: 20)
        _ = harness.jumps(to: "20.0")
        harness.now += 2_000
        #expect(harness.jumps(to: "60.0") == ["save http://x/a playing 60.0 seek"])
        _ = harness.says(#"{"event":"seek"}"#)
        #expect(
            harness.ends("error", error: "no data")
                == ["save http://x/a failed 60.0 stop: no data"]
        )
    }

    @Test func `a seek that fails keeps the position that was played`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("http://x/a", stored: 20)
        _ = harness.jumps(to: "20.0")
        _ = harness.plays(50)
        _ = harness.says(#"{"event":"seek"}"#)
        _ = harness.property("time-pos", "90.0")
        #expect(
            harness.ends("error", error: "reset") == ["save http://x/a failed 50.0 stop: reset"]
        )
    }

    @Test
    func `a file closed before it reaches the stored position does not overwrite it`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("a.ogg", stored: 40)
        _ = harness.plays(0.2)
        #expect(harness.ends("quit").isEmpty)
    }

    @Test func `a missing file is reported as unavailable`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""a.ogg""#)
        #expect(harness.ends("error", error: "loading failed") == [])
        #expect(harness.answers("/v/a.ogg", stored: nil) == ["gone /v/a.ogg: no such file"])
    }

    @Test(arguments: [true, false])
    func `a file that fails before the daemon answers is reported afterwards`(isFirst: Bool) {
        var harness = FollowerHarness(attached: .some(nil))
        if !isFirst {
            _ = harness.hears(.detached)
            #expect(harness.says(#"{"event":"start-file"}"#) == [])
            #expect(harness.property("path", #""a.ogg""#) == [])
        } else {
            _ = harness.says(#"{"event":"start-file"}"#)
            #expect(harness.property("path", #""a.ogg""#) == ["resume /v/a.ogg"])
        }
        #expect(harness.ends("error", error: "loading failed") == [])
        // mpv opens the next file meanwhile.
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""b.ogg""#)
        if !isFirst {
            let asked = harness.hears(.attached(item: nil, queue: []))
            #expect(asked.contains("resume /v/a.ogg"))
        }
        #expect(
            harness.answers("/v/a.ogg", stored: 40, at: 1_001) == [
                "save /v/a.ogg failed 40.0 stop: loading failed"
            ]
        )
        #expect(harness.answers("/v/a.ogg", stored: 40, at: 1_001) == [])
        _ = harness.answers("/v/b.ogg", stored: 30)
        #expect(harness.loads() == ["mpv: seek(30.0)"])
    }

    @Test(arguments: [1_000, 1_001] as [Timestamp])
    func `a missing file counts as deleted if its directory has changed since the last play`(
        at: Timestamp
    ) {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""a.ogg""#)
        _ = harness.answers("/v/a.ogg", stored: 40, at: at)
        #expect(
            harness.ends("error", error: "loading failed") == [
                at == 1_000
                    ? "gone /v/a.ogg: no such file"
                    : "save /v/a.ogg failed 40.0 stop: loading failed"
            ]
        )
    }

    @Test func `a file that fails before mpv reports its path is named after its playlist entry`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.property(
            "playlist",
            #"[{"filename":"b.ogg","id":6},{"filename":"a.ogg","id":7}]"#
        )
        #expect(
            harness.says(#"{"event":"start-file","playlist_entry_id":7}"#) == ["resume /v/a.ogg"]
        )
        #expect(harness.ends("error", error: "loading failed") == [])
        #expect(harness.answers("/v/a.ogg", stored: nil) == ["gone /v/a.ogg: no such file"])
    }

    @Test func `a file that fails before mpv sends its path is reported once mpv has sent it`() {
        var harness = FollowerHarness(attached: .some(nil))
        #expect(harness.says(#"{"event":"start-file","playlist_entry_id":7}"#) == [])
        #expect(harness.ends("error", error: "loading failed") == [])
        let list = #"[{"filename":"b.ogg","id":6},{"filename":"a.ogg","id":7}]"#
        #expect(harness.property("playlist", "[]") == [])
        #expect(harness.property("playlist", list) == ["resume /v/a.ogg"])
        #expect(harness.property("playlist", list) == [])
        #expect(harness.answers("/v/a.ogg", stored: nil) == ["gone /v/a.ogg: no such file"])
    }

    @Test(arguments: ["/disk/unmounted/a.ogg", "http://radio/a.ogg"])
    func `a file that cannot be reached keeps its position`(item: String) {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", "\"\(item)\"")
        #expect(harness.answers(item, stored: 40).isEmpty)
        #expect(
            harness.ends("error", error: "loading failed") == [
                "save \(item) failed 40.0 stop: loading failed"
            ]
        )
    }

    @Test
    func `a stream that cannot be loaded is stored as failed; a file on a missing disk is not`() {
        for (item, report) in [
            ("http://radio/a.ogg", ["save http://radio/a.ogg failed 0.0 stop: loading failed"]),
            ("/disk/unmounted/a.ogg", []),
        ] {
            var harness = FollowerHarness(attached: .some(nil))
            _ = harness.says(#"{"event":"start-file"}"#)
            _ = harness.property("path", "\"\(item)\"")
            #expect(harness.ends("error", error: "loading failed") == [])
            #expect(harness.answers(item, stored: nil) == report)
        }
    }

    @Test func `an item without a usable name plays but is not reported`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        #expect(harness.property("path", #""-""#).isEmpty)
        #expect(harness.loads().isEmpty)
        #expect(harness.plays(10).isEmpty)
        #expect(harness.ends("quit").isEmpty)
    }

    @Test func `a playlist file that mpv replaces by its entries is not reported`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""list.m3u""#)
        #expect(harness.ends("redirect").isEmpty)
    }

    @Test func `a file whose path mpv does not send is not reported to the daemon`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("a.ogg")
        _ = harness.plays(5)
        #expect(harness.ends("stop") == ["save /v/a.ogg paused 5.0 switch"])
        _ = harness.says(#"{"event":"start-file"}"#)
        // The path did not come: a report now concerns no file, not the one before.
        #expect(harness.loads().isEmpty)
        #expect(harness.plays(3).isEmpty)
    }

    @Test func `a title other than the file's name is reported, and shortened to the limit`() throws
    {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.property("media-title", #""a.ogg""#)
        _ = harness.opens("a.ogg")
        _ = harness.property("media-title", #""a.ogg""#)
        #expect(harness.shownTitle == nil)
        let long = String(repeating: "é", count: 600)
        _ = harness.property("media-title", "\"\(long)\"")
        let title = try #require(harness.shownTitle)
        #expect(title.utf8.count == 1_024 && long.hasPrefix(title))
    }

    @Test func `positions are counted from the start of a file, whatever its first timestamp`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""/v/rec.ts""#)
        _ = harness.answers("/v/rec.ts", stored: 40)
        #expect(harness.loads(clock: 5_000) == ["mpv: seek(5040.0)"])
        #expect(harness.jumps(to: "5040.0") == ["save /v/rec.ts playing 40.0 load"])
        #expect(harness.plays(5_045).last == "tick /v/rec.ts playing 45.0 tick")
        #expect(harness.ends("quit") == ["save /v/rec.ts paused 45.0 stop"])
    }
}
