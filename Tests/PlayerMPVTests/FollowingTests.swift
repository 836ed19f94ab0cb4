import StateModel
import Testing

@testable import PlayerMPV

/// A file from its opening to its end, with a daemon that is there.
@Suite struct FollowingTests {
    @Test func `a file that nothing is known of plays from its beginning`() {
        var stage = Stage(attached: .some(nil))
        #expect(stage.opens("a.ogg") == ["resume /v/a.ogg", "save /v/a.ogg playing 0.0 load"])
        #expect(stage.plays(1.5) == ["tick /v/a.ogg playing 1.5 tick"])
    }

    @Test func `a file goes on where it stopped, once, and then the daemon hears of it`() {
        var stage = Stage(attached: .some(nil))
        #expect(stage.opens("a.ogg", stored: 40) == ["resume /v/a.ogg", "mpv: seek(40.0)"])
        // What it plays until it is there counts for nothing.
        #expect(stage.plays(0.3).isEmpty)
        #expect(stage.jumps(to: "40.0") == ["save /v/a.ogg playing 40.0 load"])
        #expect(stage.plays(41).count == 1)
        #expect(stage.jumps(to: "5.0") == ["save /v/a.ogg playing 5.0 seek"])
        #expect(stage.answers("/v/a.ogg", stored: 40).isEmpty)
    }

    @Test func `the answer may come before the file is loaded, or after`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.says(#"{"event":"start-file"}"#)
        #expect(stage.property("path", #""a.ogg""#) == ["resume /v/a.ogg"])
        #expect(stage.loads().isEmpty)
        #expect(stage.plays(0.1, after: 100).isEmpty)
        #expect(stage.answers("/v/a.ogg", stored: 40) == ["mpv: seek(40.0)"])
    }

    @Test(arguments: ["5", "00:00:05.000", "+0"])
    func `a place on the command line is respected, and meant`(start: String) {
        var stage = Stage(attached: .some(nil))
        let seen = stage.opens("a.ogg", stored: 40, start: start)
        #expect(seen == ["resume /v/a.ogg", "save /v/a.ogg playing 0.0 seek"])
    }

    @Test func `a person who seeks first is not contradicted`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.says(#"{"event":"start-file"}"#)
        _ = stage.property("path", #""a.ogg""#)
        _ = stage.loads()
        #expect(stage.jumps(to: "70.0") == ["save /v/a.ogg playing 70.0 seek"])
        #expect(stage.answers("/v/a.ogg", stored: 40).isEmpty)
    }

    @Test func `a person who seeks at the same time wins, too`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.opens("a.ogg", stored: 40)
        _ = stage.says(#"{"event":"seek"}"#)
        #expect(stage.jumps(to: "70.0") == ["save /v/a.ogg playing 70.0 seek"])
    }

    @Test func `a file in which one cannot jump is left alone, and told as just loaded`() {
        var stage = Stage(attached: .some(nil))
        let seen = stage.opens("a.ogg", stored: 40, seekable: "false")
        #expect(seen == ["resume /v/a.ogg", "save /v/a.ogg playing 0.0 load"])
    }

    @Test func `a jump that leads elsewhere is told to the person, and not tried again`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.opens("a.ogg", stored: 40)
        #expect(
            stage.jumps(to: "0.0") == [
                "missed /v/a.ogg at 40.0", "save /v/a.ogg playing 0.0 load",
            ]
        )
    }

    @Test func `ticks come once a second`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.opens("a.ogg")
        #expect(stage.plays(1).count == 1)
        #expect(stage.plays(1.5, after: 500).isEmpty)
        #expect(stage.plays(1.99, after: 499).isEmpty)
        #expect(stage.plays(2, after: 1) == ["tick /v/a.ogg playing 2.0 tick"])
        // The clock is set back an hour.
        #expect(stage.plays(3, after: -3_600_000).count == 1)
    }

    @Test func `a pause is told with where it is exactly, and so is going on`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.opens("a.ogg")
        _ = stage.plays(7.9)
        #expect(stage.property("pause", "true").isEmpty)
        #expect(stage.answer("time-pos", "8.25") == ["save /v/a.ogg paused 8.25 pause"])
        #expect(stage.plays(8.25).isEmpty)
        #expect(stage.jumps(to: "20.0") == ["save /v/a.ogg paused 20.0 seek"])
        #expect(stage.property("pause", "false") == ["save /v/a.ogg playing 20.0 tick"])
    }

    @Test(arguments: [("quit", "stop"), ("stop", "switch"), ("something-new", "stop")])
    func `a file that is left is paused`(reason: String, cause: String) {
        var stage = Stage(attached: .some(nil))
        _ = stage.opens("a.ogg")
        _ = stage.plays(50)
        #expect(stage.ends(reason) == ["save /v/a.ogg paused 50.0 \(cause)"])
        #expect(stage.hears(.settled(revision: 5)).isEmpty)
    }

    @Test func `a killed player leaves its file paused where it last was`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.opens("a.ogg")
        _ = stage.plays(50)
        _ = stage.plays(50.4, after: 400)
        #expect(
            stage.follower.gone() == [
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

    @Test func `a file that ends near its end is over`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.opens("a.ogg")
        _ = stage.plays(98.9)
        #expect(stage.ends("eof") == ["save /v/a.ogg finished 100.0 stop"])
        // How far is far enough is the daemon's to judge: the file may be shorter than it says.
        _ = stage.opens("b.ogg")
        _ = stage.plays(50)
        #expect(stage.ends("eof") == ["save /v/b.ogg finished 50.0 stop"])
        _ = stage.opens("c.ogg", duration: nil)
        _ = stage.plays(50)
        #expect(stage.ends("eof") == ["save /v/c.ogg finished 50.0 stop"])
    }

    @Test func `a stream that ends anywhere else is broken`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.opens("http://x/a", stored: nil)
        _ = stage.plays(98.9)
        #expect(stage.ends("eof") == ["save http://x/a finished 100.0 stop"])
        _ = stage.opens("http://x/b")
        _ = stage.plays(50)
        #expect(stage.ends("eof") == ["save http://x/b failed 50.0 stop: it ended too early"])
        // A live stream has no end to fall short of.
        _ = stage.opens("http://x/c", duration: nil)
        _ = stage.plays(50)
        #expect(stage.ends("eof") == ["save http://x/c finished 50.0 stop"])
    }

    @Test func `a file of which only a part was wanted is paused at the end of that`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.says(#"{"event":"start-file"}"#)
        _ = stage.property("path", #""http://x/a""#)
        _ = stage.answers("http://x/a", stored: nil)
        _ = stage.loads(length: "00:00:10.000")
        _ = stage.plays(10)
        #expect(stage.ends("eof") == ["save http://x/a paused 10.0 stop"])
    }

    @Test func `a file that mpv keeps open at its end is over, until somebody seeks`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.opens("a.ogg")
        _ = stage.plays(99.5)
        #expect(stage.property("eof-reached", "true") == ["save /v/a.ogg finished 100.0 stop"])
        #expect(stage.property("pause", "true").isEmpty)
        #expect(stage.plays(100).isEmpty)
        #expect(stage.property("eof-reached", "false").isEmpty)
        #expect(stage.jumps(to: "30.0") == ["save /v/a.ogg paused 30.0 seek"])
        #expect(stage.ends("quit") == ["save /v/a.ogg paused 30.0 stop"])
    }

    @Test func `a file that breaks keeps its position`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.opens("a.ogg")
        _ = stage.plays(50)
        #expect(
            stage.ends("error", error: "audio output initialization failed") == [
                "save /v/a.ogg failed 50.0 stop: audio output initialization failed"
            ]
        )
    }

    @Test func `a file that is left before it was where it should be keeps its stored position`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.opens("a.ogg", stored: 40)
        _ = stage.plays(0.2)
        #expect(stage.ends("quit").isEmpty)
    }

    @Test func `a file that is gone is reported`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.says(#"{"event":"start-file"}"#)
        _ = stage.property("path", #""a.ogg""#)
        #expect(
            stage.ends("error", error: "loading failed") == ["gone /v/a.ogg: loading failed"]
        )
    }

    @Test func `a file that fails before mpv has said its path is known by its entry`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.property(
            "playlist",
            #"[{"filename":"b.ogg","id":6},{"filename":"a.ogg","id":7}]"#
        )
        #expect(stage.says(#"{"event":"start-file","playlist_entry_id":7}"#) == ["resume /v/a.ogg"])
        #expect(
            stage.ends("error", error: "loading failed") == ["gone /v/a.ogg: loading failed"]
        )
    }

    @Test(arguments: ["/disk/unmounted/a.ogg", "http://radio/a.ogg"])
    func `what is out of reach keeps its position`(item: String) {
        var stage = Stage(attached: .some(nil))
        _ = stage.says(#"{"event":"start-file"}"#)
        _ = stage.property("path", "\"\(item)\"")
        #expect(stage.answers(item, stored: 40).isEmpty)
        #expect(
            stage.ends("error", error: "loading failed") == [
                "save \(item) failed 40.0 stop: loading failed"
            ]
        )
    }

    @Test func `what has no name is played without a word`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.says(#"{"event":"start-file"}"#)
        #expect(stage.property("path", #""-""#).isEmpty)
        #expect(stage.loads().isEmpty)
        #expect(stage.plays(10).isEmpty)
        #expect(stage.ends("quit").isEmpty)
    }

    @Test func `a list that makes way for its entries is nothing to tell of`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.says(#"{"event":"start-file"}"#)
        _ = stage.property("path", #""list.m3u""#)
        #expect(stage.ends("redirect").isEmpty)
    }

    @Test func `a line that cannot be read, as with a file name that is not UTF-8, does no harm`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.opens("a.ogg")
        _ = stage.plays(5)
        #expect(stage.ends("stop") == ["save /v/a.ogg paused 5.0 switch"])
        _ = stage.says(#"{"event":"start-file"}"#)
        // The path did not come: what is told now is of nothing, not of the file before.
        #expect(stage.loads().isEmpty)
        #expect(stage.plays(3).isEmpty)
    }

    @Test func `titles say more than the file's name, and no more than is allowed`() throws {
        var stage = Stage(attached: .some(nil))
        _ = stage.property("media-title", #""a.ogg""#)
        _ = stage.opens("a.ogg")
        _ = stage.property("media-title", #""a.ogg""#)
        #expect(stage.follower.track?.snapshot(by: "mpv", .paused, nil)?.title == nil)
        let long = String(repeating: "é", count: 600)
        _ = stage.property("media-title", "\"\(long)\"")
        let title = try #require(stage.follower.track?.snapshot(by: "mpv", .paused, nil)?.title)
        #expect(title.utf8.count == 1_024 && long.hasPrefix(title))
    }
}
