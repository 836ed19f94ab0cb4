// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import PlayerKit
import StateModel
import Testing

@testable import PlayerMPV

/// Positions that a person has chosen, and those that only look so.
@Suite struct IntentTests {
    /// A file that stood at 80 s of 100 is opened.
    private func opening(_ terms: ResumeTerms = ResumeTerms()) -> FollowerHarness {
        var harness = FollowerHarness(files: ["/v/a"], attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", "\"a\"")
        _ = harness.answers("/v/a", stored: 80, terms: terms)
        return harness
    }

    @Test func `a start that is not on the command line yields to the stored position`() {
        var harness = opening()
        #expect(harness.loads(start: "30.5", isGiven: false) == ["mpv: seek(80.0)"])
        harness = opening()
        #expect(harness.loads(start: "30.5") == ["save /v/a playing 0.0 seek"])
    }

    @Test func `without a stored position, a link or mpv's own memory gives the start`() {
        var harness = FollowerHarness(files: ["/v/a"], attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", "\"a\"")
        _ = harness.answers("/v/a", stored: nil)
        #expect(harness.loads(start: "30.5", isGiven: false) == ["save /v/a playing 0.0 load"])
    }

    @Test func `a script's seek during loading yields to the stored position`() {
        var harness = opening()
        #expect(harness.loads() == ["mpv: seek(80.0)"])
        // mpv has joined the two seeks, and the script's was the last.
        #expect(harness.jumps(to: "30.0") == ["mpv: seek(80.0)"])
        #expect(harness.jumps(to: "80.0") == ["save /v/a playing 80.0 load"])
    }

    @Test func `a script that jumps back in the first second wins after three attempts`() {
        var harness = opening()
        _ = harness.loads()
        #expect(harness.jumps(to: "80.0") == ["save /v/a playing 80.0 load"])
        for _ in 0..<3 {
            #expect(harness.jumps(to: "15.0") == ["mpv: seek(80.0)"])
            #expect(harness.jumps(to: "80.0") == ["save /v/a playing 80.0 load"])
        }
        #expect(harness.jumps(to: "15.0") == ["save /v/a playing 15.0 seek"])
    }

    @Test(arguments: [(999, ["mpv: seek(80.0)"]), (1_000, ["save /v/a playing 15.0 seek"])])
    func `a jump counts as the user's from one second after the file has opened`(
        age: Int,
        expected: [String]
    ) {
        var harness = opening()
        _ = harness.loads()
        _ = harness.jumps(to: "80.0")
        harness.now += age
        #expect(harness.jumps(to: "15.0") == expected)
    }

    @Test func `a seek by another program counts as the user's once the file plays`() {
        let line = #"Run command: seek, flags=64, args=[target=\"15\"]"#
        let command = #"{"event":"log-message","text":"\#(line)"}"#
        var harness = opening()
        _ = harness.loads()
        // The first of the two is the bridge's own.
        _ = harness.says(command)
        _ = harness.jumps(to: "80.0")
        _ = harness.says(command)
        #expect(harness.jumps(to: "15.0") == ["save /v/a playing 15.0 seek"])
    }

    @Test func `a seek counts as the user's even if mpv reports its command afterwards`() {
        let line = #"Run command: seek, flags=64, args=[target=\"15\"]"#
        var harness = opening()
        _ = harness.loads()
        // The first of the two is the bridge's own.
        _ = harness.says(#"{"event":"log-message","text":"\#(line)"}"#)
        _ = harness.jumps(to: "80.0")
        _ = harness.says(#"{"event":"seek"}"#)
        _ = harness.says(#"{"event":"log-message","text":"\#(line)"}"#)
        _ = harness.says(#"{"event":"playback-restart"}"#)
        #expect(harness.answer("time-pos", "15.0") == ["save /v/a playing 15.0 seek"])
    }

    @Test func `a key press counts at once in a file that played before the bridge attached`() {
        let line = #"Run command: seek, flags=73, args=[target=\"5\"]"#
        var harness = FollowerHarness(files: ["/v/a"], attached: .some(nil))
        _ = harness.property("path", "\"a\"")
        _ = harness.answer("seekable", "true")
        _ = harness.answer("time-pos", "0.4")
        _ = harness.says(#"{"event":"log-message","text":"\#(line)"}"#)
        _ = harness.says(#"{"event":"seek"}"#, #"{"event":"playback-restart"}"#)
        #expect(harness.answer("time-pos", "5.4") == ["save /v/a playing 5.4 seek"])
        #expect(harness.answers("/v/a", stored: 80).isEmpty)
    }

    @Test(arguments: ["eof", "error", "redirect"])
    func `the bridge stops watching commands if a file does not load`(reason: String) {
        var harness = opening()
        let line = #"{"event":"end-file","reason":"\#(reason)"}"#
        let message = try? MPVMessage(line: Array(line.utf8))
        let actions = message.map { harness.follower.event($0, now: harness.now) }
        #expect(actions?.contains(.command(.watchInput(false))) == true)
    }

    @Test func `a file that could not jump does not overwrite a later stored position`() {
        var harness = opening()
        #expect(harness.loads(seekable: "false") == ["announce /v/a playing"])
        #expect(harness.plays(9.9).isEmpty)
        #expect(harness.plays(10).first == "save /v/a playing 10.0 seek")
        harness = opening()
        _ = harness.loads()
        #expect(harness.jumps(to: "0.0") == ["missed /v/a at 80.0", "announce /v/a playing"])
        #expect(harness.plays(9.9).isEmpty)
        #expect(harness.plays(10).first == "save /v/a playing 10.0 seek")
    }

    @Test func `the playlist becomes the queue even if its current item is not resumed`() {
        var harness = opening(ResumeTerms(hold: .short))
        _ = harness.lists(["a", "b"], current: 0)
        _ = harness.loads()
        #expect(harness.hears(.settled(revision: 1)) == ["queue [\"/v/b\"] if 0"])
    }

    @Test
    func `a start from the beginning is respected and does not overwrite the stored position`() {
        for isOption in [true, false] {
            var harness = opening()
            let seen =
                isOption
                ? harness.loads(resumes: false) : harness.loads(start: "none", isGiven: true)
            #expect(seen == ["announce /v/a playing"])
            #expect(harness.plays(9.9, after: 9_900).isEmpty)
            #expect(harness.property("pause", "true") == ["announce /v/a paused"])
            #expect(harness.ends("quit").isEmpty)
        }
    }

    @Test
    func `the stored position of a short item is kept until a tenth of the item has played`() {
        var harness = opening(ResumeTerms(hold: .short))
        #expect(harness.loads() == ["announce /v/a playing"])
        #expect(harness.plays(9.9).isEmpty)
        #expect(harness.plays(10).first == "save /v/a playing 10.0 seek")
    }

    @Test func `a seek in a short item is stored immediately`() {
        var harness = opening(ResumeTerms(hold: .short))
        _ = harness.loads()
        _ = harness.presses()
        #expect(harness.jumps(to: "5.0") == ["save /v/a playing 5.0 seek"])
    }

    @Test func `with resume-playback-check-mtime, a changed file does not resume`() {
        for (written, seen) in [(0, ["mpv: seek(80.0)"]), (1, ["announce /v/a playing"])] {
            var harness = FollowerHarness(files: ["/v/a"], attached: .some(nil))
            harness.disk.isWritten(at: Timestamp(written))
            _ = harness.says(#"{"event":"start-file"}"#)
            _ = harness.property("path", "\"a\"")
            _ = harness.answers("/v/a", stored: 80)
            _ = harness.says(#"{"event":"file-loaded"}"#)
            _ = harness.answer("options/resume-playback-check-mtime", "true")
            #expect(harness.loads() == seen)
        }
    }

    @Test func `mpv opens a file at its stored position if the daemon knows it for certain`() {
        let cases: [(String, ResumeHold?, Double?)] = [
            ("content:1-a", nil, 80), ("content:2-b", nil, nil), ("content:1-a", .short, nil),
        ]
        for (key, hold, place) in cases {
            var harness = FollowerHarness(files: ["/v/a"], attached: .some(nil))
            harness.keys["/v/a"] = key
            _ = harness.says(#"{"event":"start-file"}"#)
            _ = harness.property("path", "\"a\"")
            let terms = ResumeTerms(hold: hold, contents: ["content:1-a"])
            #expect(harness.released.isEmpty)
            let isKnown = terms.contents.contains(key)
            let asked = harness.answers("/v/a", stored: 80, terms: terms)
            #expect(asked == (isKnown ? [] : ["resume \(key)"]))
            if !isKnown { #expect(harness.answers(key, stored: nil).isEmpty) }
            #expect(harness.released == [place])
        }
    }

    @Test(arguments: [(100, 99), (nil, nil)] as [(Double?, Double?)])
    func `mpv opens no file at a stored position beyond the end`(length: Double?, place: Double?) {
        var harness = FollowerHarness(files: ["/v/a"], attached: .some(nil))
        harness.keys["/v/a"] = "content:1-a"
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", "\"a\"")
        let terms = ResumeTerms(contents: ["content:1-a"])
        _ = harness.answers("/v/a", stored: 120, duration: length, terms: terms)
        #expect(harness.released == [place])
        let action = place == nil ? "mpv: seek(99.0)" : "save /v/a playing 99.0 load"
        #expect(harness.loads(at: place ?? 0).first == action)
    }
}

/// A file that is opened paused, and resumes before its stored position.
@Suite struct PausedOpeningTests {
    /// A file stored at 60 s that mpv opens paused at 50 s, and the report of it.
    private func opened() -> (FollowerHarness, [String]) {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.property("pause", "true")
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""a""#)
        _ = harness.answers("/v/a", stored: 60, resumes: 50)
        #expect(harness.loads() == ["mpv: seek(50.0)"])
        let seen = harness.jumps(to: "49.5")
        return (harness, seen)
    }

    @Test func `a file that is opened and closed without playback keeps its stored position`() {
        var (harness, seen) = opened()
        #expect(seen == ["save /v/a paused 60.0 load"])
        #expect(harness.hears(.detached).isEmpty)
        #expect(harness.hears(.attached(item: nil, queue: [])) == ["save /v/a paused 60.0 tick"])
        #expect(harness.ends("quit") == ["save /v/a paused 60.0 stop"])
    }

    @Test func `a file that mpv itself opens at the position keeps its stored position, too`() {
        var harness = FollowerHarness(files: ["/v/a"], attached: .some(nil))
        harness.keys["/v/a"] = "content:1-a"
        _ = harness.property("pause", "true")
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""a""#)
        let terms = ResumeTerms(contents: ["content:1-a"])
        _ = harness.answers("/v/a", stored: 60, resumes: 50, terms: terms)
        #expect(harness.released == [50])
        // mpv reports the seek to its start.
        var seen = harness.says(#"{"event":"seek"}"#)
        seen += harness.loads(at: 50)
        seen += harness.says(#"{"event":"playback-restart"}"#)
        seen += harness.answer("time-pos", "50.0")
        #expect(seen == ["save /v/a paused 60.0 load"])
        #expect(harness.ends("quit") == ["save /v/a paused 60.0 stop"])
    }

    @Test func `once the file plays, its own position is stored`() {
        var (harness, _) = opened()
        harness.now += 500
        #expect(harness.property("pause", "false") == ["save /v/a playing 49.5 tick"])
        _ = harness.plays(49.9, after: 400)
        #expect(harness.ends("quit") == ["save /v/a paused 49.9 stop"])
    }

    @Test func `after a long pause, the file plays on from its own position`() {
        var (harness, _) = opened()
        harness.now += 5_000
        #expect(harness.property("pause", "false") == ["resume /v/a"])
        #expect(harness.answers("/v/a", stored: 60, at: 9) == ["save /v/a playing 49.5 tick"])
        _ = harness.property("pause", "true")
        #expect(harness.answer("time-pos", "49.6") == ["save /v/a paused 49.6 pause"])
    }

    @Test func `a file that is paused while it is moved to its position asks after the pause`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("a", stored: 60)
        _ = harness.says(#"{"event":"seek"}"#)
        _ = harness.property("pause", "true")
        _ = harness.says(#"{"event":"playback-restart"}"#)
        #expect(harness.answer("time-pos", "60.0") == ["save /v/a paused 60.0 load"])
        harness.now += 12_000
        #expect(harness.property("pause", "false") == ["resume /v/a"])
        #expect(harness.answers("/v/a", stored: 80, at: 9) == ["mpv: seek(80.0)"])
    }

    @Test func `a seek during the pause is stored`() {
        var (harness, _) = opened()
        harness.now += 5_000
        #expect(harness.jumps(to: "20.0") == ["save /v/a paused 20.0 seek"])
        #expect(harness.ends("quit") == ["save /v/a paused 20.0 stop"])
    }
}

/// What a player does that stood paused for a while.
@Suite struct ReopeningTests {
    /// A player that stands paused at 60 s, and goes on after that time in milliseconds.
    private func going(
        after time: Int,
        knownAt known: Timestamp? = nil
    ) -> (FollowerHarness, [String]) {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""a""#)
        _ = harness.answers("/v/a", stored: known.map { _ in 50 }, at: known ?? 0)
        _ = harness.loads(duration: "400.0")
        if known != nil { _ = harness.jumps(to: "50.0") }
        _ = harness.plays(60)
        _ = harness.property("pause", "true")
        _ = harness.answer("time-pos", "60.0")
        harness.now += time
        let seen = harness.property("pause", "false")
        return (harness, seen)
    }

    @Test func `a file resumes from the later position of another player`() {
        var (harness, seen) = going(after: 14_000)
        #expect(seen == ["resume /v/a"])
        // What it plays until the answer overwrites nothing.
        #expect(harness.plays(60.5, after: 500).isEmpty)
        #expect(harness.answers("/v/a", stored: 320, at: 2) == ["mpv: seek(320.0)"])
        #expect(harness.jumps(to: "320.0") == ["save /v/a playing 320.0 seek"])
    }

    @Test(arguments: [nil, 20, 60, 62] as [Double?])
    func `a file keeps its position if no other player is further along`(stored: Double?) {
        var (harness, _) = going(after: 14_000)
        let seen = harness.answers("/v/a", stored: stored, at: 2)
        #expect(seen == ["save /v/a playing 60.0 tick"])
    }

    @Test(
        arguments: [(1, ["save /v/a playing 60.0 tick"]), (2, ["mpv: seek(320.0)"])]
            as [(Timestamp, [String])]
    )
    func `a stored position that is not newer than the known one causes no jump`(
        at: Timestamp,
        expected: [String]
    ) {
        var (harness, _) = going(after: 14_000, knownAt: 1)
        #expect(harness.answers("/v/a", stored: 320, at: at) == expected)
    }

    @Test func `mpv does not jump beyond the end of its file`() {
        var (harness, _) = going(after: 14_000)
        #expect(
            harness.answers("/v/a", stored: 500, at: 2) == [
                "missed /v/a at 500.0", "announce /v/a playing",
            ]
        )
        #expect(harness.plays(61, after: 1_000).isEmpty)
    }

    @Test func `a jump that misses the stored position does not overwrite it`() {
        var (harness, _) = going(after: 14_000)
        _ = harness.answers("/v/a", stored: 320, at: 2)
        #expect(harness.jumps(to: "60.0") == ["missed /v/a at 320.0", "announce /v/a playing"])
        #expect(harness.plays(70).isEmpty)
        // A person who seeks has chosen.
        #expect(harness.jumps(to: "90.0") == ["save /v/a playing 90.0 seek"])
    }

    @Test func `a seek by the user during the jump to the stored position wins`() {
        var (harness, _) = going(after: 14_000)
        _ = harness.answers("/v/a", stored: 320, at: 2)
        _ = harness.says(#"{"event":"seek"}"#)
        #expect(harness.jumps(to: "90.0") == ["save /v/a playing 90.0 seek"])
    }

    @Test func `the bridge does not wait for a daemon that does not answer`() {
        var (harness, _) = going(after: 14_000)
        #expect(harness.plays(61, after: 1_000).isEmpty)
        #expect(harness.plays(61.1, after: 1).last == "save /v/a playing 61.1 tick")
    }

    @Test func `the bridge does not ask the daemon after a short pause`() {
        #expect(going(after: 1_000).1 == ["save /v/a playing 60.0 tick"])
        #expect(going(after: 1_001).1 == ["resume /v/a"])
    }

    @Test func `a seek by the user before the daemon's answer is respected`() {
        var (harness, _) = going(after: 14_000)
        #expect(harness.jumps(to: "90.0") == ["save /v/a playing 90.0 seek"])
        #expect(harness.answers("/v/a", stored: 320).isEmpty)
    }

    @Test func `the bridge asks the daemon about a file that mpv opened paused`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.property("pause", "true")
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""a""#)
        _ = harness.answers("/v/a", stored: 50, at: 1)
        _ = harness.loads(duration: "400.0")
        _ = harness.jumps(to: "50.0")
        harness.now += 14_000
        #expect(harness.property("pause", "false") == ["resume /v/a"])
        #expect(harness.answers("/v/a", stored: 320, at: 2) == ["mpv: seek(320.0)"])
    }

    @Test
    func `with resuming off, the stored position is kept until a tenth has played`() {
        var (harness, _) = going(after: 14_000)
        let terms = ResumeTerms(hold: .off)
        let seen = harness.answers("/v/a", stored: 320, at: 2, terms: terms)
        #expect(seen == ["missed /v/a at 320.0", "announce /v/a playing"])
        #expect(harness.plays(99, after: 1_000).isEmpty)
        #expect(harness.plays(101, after: 2_000) == ["save /v/a playing 101.0 seek"])
    }
}
