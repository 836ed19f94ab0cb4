import StateModel
import Testing

@testable import PlayerMPV

/// The end of a file, of a loop and of a stream.
@Suite struct EndingTests {
    @Test func `the end of a file of this machine is believed, however its length was guessed`() {
        var stage = Stage(files: ["/v/song.mp3"], attached: .some(nil))
        _ = stage.opens("song.mp3", duration: "139.8")
        _ = stage.plays(119.6)
        #expect(stage.ends("eof") == ["save /v/song.mp3 finished 119.6 stop"])
    }

    @Test func `what is believed goes to the daemon with the length that it turned out to have`() {
        var stage = Stage(files: ["/v/song.mp3"], attached: .some(nil))
        _ = stage.opens("song.mp3", duration: "139.8")
        _ = stage.plays(119.6)
        var calls: [SurfaceCall] = []
        let message = #"{"event":"end-file","reason":"eof"}"#
        if let end = try? MPVMessage(line: Array(message.utf8)) {
            for case .call(let call) in stage.follower.event(end, now: stage.now) {
                calls.append(call)
            }
        }
        guard case .save(let snapshot)? = calls.first else {
            Issue.record("nothing was saved")
            return
        }
        #expect(snapshot.duration == 119.6)
    }

    @Test func `with keep-open the end of a file of a wrong length is believed, too`() {
        var stage = Stage(files: ["/v/song.mp3"], attached: .some(nil))
        _ = stage.opens("song.mp3", duration: "139.8")
        _ = stage.plays(119.6)
        #expect(
            stage.property("eof-reached", "true") == ["save /v/song.mp3 finished 119.6 stop"]
        )
    }

    @Test func `a stream that ends early has failed, and a file that is cut is paused`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.opens("https://films.example/a", duration: "139.8")
        _ = stage.plays(60)
        #expect(
            stage.ends("eof")
                == ["save https://films.example/a failed 60.0 stop: it ended too early"]
        )
        stage = Stage(files: ["/v/a"], attached: .some(nil))
        _ = stage.says(#"{"event":"start-file"}"#)
        _ = stage.property("path", "\"a\"")
        _ = stage.answers("/v/a", stored: nil)
        _ = stage.loads(length: "30")
        _ = stage.plays(29.9)
        #expect(stage.ends("eof") == ["save /v/a paused 29.9 stop"])
    }

    @Test func `at eight times the speed mpv's last word comes seconds before the end`() {
        var stage = Stage(files: ["/v/a"], attached: .some(nil))
        _ = stage.opens("a", duration: "30.0")
        _ = stage.property("speed", "8.0")
        _ = stage.plays(26.8)
        #expect(stage.property("eof-reached", "true") == ["save /v/a finished 30.0 stop"])
    }

    @Test func `a loop that a person has set is not left`() {
        var stage = Stage(files: ["/v/a"], attached: .some(nil))
        #expect(stage.opens("a", stored: 40, loop: "10").last == "save /v/a playing 0.0 seek")
        stage = Stage(files: ["/v/a"], attached: .some(nil))
        #expect(stage.opens("a", stored: 40).last == "mpv: seek(40.0)")
    }

    @Test func `a file that is played over and over is not finished each time`() {
        var stage = Stage(files: ["/v/a"], attached: .some(nil))
        _ = stage.opens("a")
        _ = stage.plays(99.9)
        #expect(stage.jumps(to: "0.0") == ["save /v/a playing 0.0 seek"])
        _ = stage.plays(99.9)
        #expect(stage.ends("eof") == ["save /v/a finished 100.0 stop"])
    }

    @Test func `of a live stream nothing is stored`() {
        var stage = Stage(attached: .some(nil))
        let address = "http://radio.example/live"
        #expect(stage.opens(address, duration: "1.3", partly: "true") == ["resume \(address)"])
        #expect(stage.plays(12.5).isEmpty)
        #expect(stage.property("pause", "true").isEmpty)
        #expect(stage.ends("quit").isEmpty)
    }

    @Test func `mpv's own memory of a place gives way to newer progress`() {
        var stage = Stage(files: ["/v/a"], attached: .some(nil))
        _ = stage.says(#"{"event":"start-file"}"#)
        _ = stage.property("path", "\"a\"")
        _ = stage.answers("/v/a", stored: 80, terms: ResumeTerms(ownPosition: 31.2))
        #expect(stage.loads(start: "30.500000") == ["mpv: seek(80.0)"])
        stage = Stage(files: ["/v/a"], attached: .some(nil))
        _ = stage.says(#"{"event":"start-file"}"#)
        _ = stage.property("path", "\"a\"")
        _ = stage.answers("/v/a", stored: 80, terms: ResumeTerms(ownPosition: 31.2))
        #expect(stage.loads(start: "50") == ["save /v/a playing 0.0 seek"])
    }

    @Test func `what is held back begins at its beginning, and that is meant`() {
        var stage = Stage(files: ["/v/a"], attached: .some(nil))
        _ = stage.says(#"{"event":"start-file"}"#)
        _ = stage.property("path", "\"a\"")
        _ = stage.answers("/v/a", stored: 80, terms: ResumeTerms(hold: .short))
        #expect(stage.loads() == ["save /v/a playing 0.0 seek"])
    }

    @Test func `while it plays no stored place is older than two seconds`() {
        var stage = Stage(files: ["/v/a"], attached: .some(nil))
        _ = stage.opens("a")
        let seen = (1...20).flatMap { stage.plays(Double($0) / 2, after: 500) }
        #expect(seen.count { $0.hasPrefix("save") } == 4)
    }
}
