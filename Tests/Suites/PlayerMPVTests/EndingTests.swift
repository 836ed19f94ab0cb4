// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import PlayerKit
import StateModel
import Testing

@testable import PlayerMPV

/// The end of a file, of a loop and of a stream.
@Suite struct EndingTests {
    @Test func `the end of a local file is accepted, even if its length was only estimated`() {
        var harness = FollowerHarness(files: ["/v/song.mp3"], attached: .some(nil))
        _ = harness.opens("song.mp3", duration: "139.8")
        _ = harness.plays(119.6)
        #expect(harness.ends("eof") == ["save /v/song.mp3 finished 119.6 stop"])
    }

    @Test func `a finished file is stored with the length at which it ended`() {
        var harness = FollowerHarness(files: ["/v/song.mp3"], attached: .some(nil))
        _ = harness.opens("song.mp3", duration: "139.8")
        _ = harness.plays(119.6)
        var calls: [SurfaceCall] = []
        let message = #"{"event":"end-file","reason":"eof"}"#
        if let end = try? MPVMessage(line: Array(message.utf8)) {
            _ = harness.property("stream-pos", "\(Disk.size)")
            for case .call(let call) in harness.follower.event(end, now: harness.now) {
                calls.append(call)
            }
        }
        guard case .save(let snapshot)? = calls.first else {
            Issue.record("nothing was saved")
            return
        }
        #expect(snapshot.duration == 119.6)
    }

    /// mpv's lengths of a file in order, and the one that counts.
    static let lengths: [([Double], Double?)] = [
        // A file without a length: mpv reports what it has read.
        ([1.4, 3.4], 3.4), ([1.4, 3.5], nil), ([1.4, 3.5, 705], nil), ([1.4, 705, 705.4], nil),
        // An estimate, and a file whose last packet is longer than it states.
        ([139.8, 119.6], 119.6), ([139.8, 119.6, 119.9], 119.9), ([7_200, 7_272], 7_272),
        ([7_200, 7_272.1], nil), ([271, 330], nil),
    ]

    @Test(arguments: lengths)
    func `a length that grows during playback is unknown`(_ reports: [Double], known: Double?) {
        for isFact in [false, true] {
            var harness = FollowerHarness(files: ["/v/a.mkv"], attached: .some(nil))
            _ = harness.says(#"{"event":"start-file"}"#)
            _ = harness.property("path", #""a.mkv""#)
            _ = harness.answers("/v/a.mkv", stored: nil)
            _ = harness.loads(duration: "\(reports[0])")
            if isFact { _ = harness.answer("duration", "\(reports[0])") }
            for length in reports.dropFirst() { _ = harness.property("duration", "\(length)") }
            #expect(harness.follower.item.duration == known)
        }
    }

    /// mpv's length, how far it has read, if that was the end, and what is done at 704 s.
    @Test(arguments: [
        ("1.4", "1.3", false, "mpv: seek(704.0)"), ("1.4", nil, false, "mpv: seek(704.0)"),
        ("3.5", nil, false, "mpv: seek(2.5)"), ("600.0", "1.3", false, "mpv: seek(599.0)"),
        ("600.0", "599.9", true, "mpv: seek(599.0)"),
        ("600.0", "599.9", false, "mpv: seek(704.0)"),
    ])
    func `a file that does not state its length continues beyond what mpv has read of it`(
        length: String,
        cached: String?,
        isEnd: Bool,
        expected: String
    ) {
        var harness = FollowerHarness(files: ["/v/a.mkv"], attached: .some(nil))
        harness.keys["/v/a.mkv"] = "content:1000000-a"
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""a.mkv""#)
        let terms = ResumeTerms(contents: ["content:1000000-a"])
        _ = harness.answers("/v/a.mkv", stored: 704, duration: nil, terms: terms)
        _ = harness.says(#"{"event":"file-loaded"}"#)
        _ = harness.property("duration", length)
        let end = cached.map { #""cache-end":\#($0),"# } ?? ""
        _ = harness.answer("demuxer-cache-state", #"{\#(end)"eof":\#(isEnd)}"#)
        #expect(harness.loads(duration: length).filter { $0.contains("seek") } == [expected])
    }

    @Test(arguments: [true, false])
    func `a seek to the end of a file while it is loaded does not make its length unknown`(
        isAnnounced: Bool
    ) {
        var harness = FollowerHarness(files: ["/v/a.ogg"], attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""a.ogg""#)
        _ = harness.answers("/v/a.ogg", stored: nil)
        _ = harness.says(#"{"event":"file-loaded"}"#)
        _ = harness.property("duration", "90.0")
        if isAnnounced { _ = harness.says(#"{"event":"seek"}"#) }
        let seeks = isAnnounced ? "" : #","debug-low-level-seeks":1"#
        let state = #"{"cache-end":89.5,"eof":false\#(seeks)}"#
        _ = harness.answer("demuxer-cache-state", state)
        _ = harness.loads(duration: "90.0")
        if !isAnnounced { _ = harness.says(#"{"event":"seek"}"#) }
        _ = harness.says(#"{"event":"playback-restart"}"#)
        _ = harness.plays(89.7)
        #expect(harness.ends("eof", readTo: 0) == ["save /v/a.ogg finished 90.0 stop"])
    }

    @Test func `with keep-open, a file with a wrong length is finished at its end`() {
        var harness = FollowerHarness(files: ["/v/song.mp3"], attached: .some(nil))
        _ = harness.opens("song.mp3", duration: "139.8")
        _ = harness.plays(119.6)
        _ = harness.property("stream-pos", "\(Disk.size)")
        #expect(
            harness.property("eof-reached", "true") == ["save /v/song.mp3 finished 119.6 stop"]
        )
    }

    @Test func `a film of which only some frames are played ends paused`() {
        var harness = FollowerHarness(files: ["/v/a"], attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", "\"a\"")
        _ = harness.answers("/v/a", stored: nil)
        _ = harness.says(#"{"event":"file-loaded"}"#)
        _ = harness.answer("options/frames", "50")
        _ = harness.loads()
        _ = harness.plays(2)
        #expect(harness.ends("eof") == ["save /v/a paused 2.0 stop"])
    }

    @Test func `a stream that ends too early has failed, and a part of a file ends paused`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("https://films.example/a", duration: "139.8")
        _ = harness.plays(60)
        #expect(
            harness.ends("eof")
                == ["save https://films.example/a failed 60.0 stop: it ended too early"]
        )
        harness = FollowerHarness(files: ["/v/a"], attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", "\"a\"")
        _ = harness.answers("/v/a", stored: nil)
        _ = harness.loads(length: "30")
        _ = harness.plays(29.9)
        #expect(harness.ends("eof") == ["save /v/a paused 29.9 stop"])
    }

    @Test func `a disk error within a film does not finish it, with or without keep-open`() {
        for keepsOpen in [false, true] {
            var harness = FollowerHarness(files: ["/v/a.mkv"], attached: .some(nil))
            _ = harness.opens("a.mkv", duration: "600.0")
            _ = harness.plays(203)
            _ = harness.property("stream-pos", "\(Disk.size / 3)")
            #expect(
                (keepsOpen
                    ? harness.property("eof-reached", "true")
                    : harness.ends("eof", readTo: Disk.size / 3)) == [
                        "save /v/a.mkv failed 203.0 stop: it ended too early"
                    ]
            )
            guard keepsOpen else { continue }
            #expect(harness.ends("quit").isEmpty)
        }
    }

    @Test func `a recording that still grows is not finished at its known end`() {
        var harness = FollowerHarness(files: ["/v/a.ts"], attached: .some(nil))
        _ = harness.opens("a.ts", duration: "30.0")
        _ = harness.plays(43)
        harness.disk.grows()
        #expect(
            harness.ends("eof") == [
                "save /v/a.ts failed 38.0 stop: the file is still being written"
            ]
        )
    }

    @Test func `a file longer than mpv estimated is finished at its real end`() {
        var harness = FollowerHarness(files: ["/v/a.aac"], attached: .some(nil))
        _ = harness.opens("a.aac", duration: "271.0")
        _ = harness.plays(330)
        #expect(harness.ends("eof") == ["save /v/a.aac finished 330.0 stop"])
    }

    @Test
    func `at 8× speed, an end is recognised even if the last reported position is before it`() {
        var harness = FollowerHarness(files: ["/v/a"], attached: .some(nil))
        _ = harness.opens("a", duration: "30.0")
        _ = harness.property("speed", "8.0")
        _ = harness.plays(26.8)
        #expect(harness.property("eof-reached", "true") == ["save /v/a finished 30.0 stop"])
    }

    @Test func `a file does not jump out of a loop that the user has set`() {
        var harness = FollowerHarness(files: ["/v/a"], attached: .some(nil))
        #expect(harness.opens("a", stored: 40, loop: "10").last == "save /v/a playing 0.0 seek")
        harness = FollowerHarness(files: ["/v/a"], attached: .some(nil))
        #expect(harness.opens("a", stored: 40).last == "mpv: seek(40.0)")
    }

    @Test func `a file that loops is finished only when mpv leaves it`() {
        var harness = FollowerHarness(files: ["/v/a"], attached: .some(nil))
        _ = harness.opens("a")
        _ = harness.plays(99.9)
        #expect(harness.jumps(to: "0.0") == ["save /v/a playing 0.0 seek"])
        _ = harness.plays(99.9)
        #expect(harness.ends("eof") == ["save /v/a finished 100.0 stop"])
    }

    @Test func `the position in a live stream is not stored`() {
        var harness = FollowerHarness(attached: .some(nil))
        let address = "http://radio.example/live"
        #expect(harness.opens(address, duration: "1.3", partly: "true") == ["resume \(address)"])
        #expect(harness.plays(12.5).isEmpty)
        #expect(harness.property("pause", "true").isEmpty)
        #expect(harness.ends("quit").isEmpty)
    }

    /// mpv reports the size of a channel's playlist, and for a moment the length of its segments.
    @Test(
        arguments: [
            (nil, 4_620_230, "mp3"), ("15.0", nil, "mp3"), ("15.0", 197, "hls"),
            ("15.0", 197, "dash"),
        ] as [(String?, Int?, String)]
    )
    func `only a stream with a length and a size is stored if mpv cannot seek in it`(
        duration: String?,
        size: Int?,
        format: String
    ) {
        for (seekable, partly) in [("false", "false"), ("true", "true")] {
            let address = "http://server.example/a"
            var film = FollowerHarness(attached: .some(nil))
            _ = film.opens(address, seekable: seekable, partly: partly, size: 4_620_230)
            #expect(film.plays(12.5) == ["tick \(address) playing 12.5 tick"])
            #expect(film.ends("quit") == ["save \(address) paused 12.5 stop"])
            var channel = FollowerHarness(attached: .some(nil))
            _ = channel.opens(
                address,
                duration: duration,
                seekable: seekable,
                partly: partly,
                size: size,
                format: format
            )
            #expect(channel.plays(12.5).isEmpty)
            #expect(channel.ends("quit").isEmpty)
        }
    }

    @Test func `a file that ends at once, beyond its end, keeps its stored position`() {
        for keepsOpen in [false, true] {
            var harness = FollowerHarness(files: ["/v/a"], attached: .some(nil))
            _ = harness.says(#"{"event":"start-file"}"#)
            _ = harness.property("path", "\"a\"")
            _ = harness.answers("/v/a", stored: 72, duration: nil)
            _ = harness.says(#"{"event":"file-loaded"}"#, #"{"event":"seek"}"#)
            _ = harness.property("time-pos", "72.0")
            _ = harness.property("duration", "60.0")
            if keepsOpen { #expect(harness.property("eof-reached", "true").isEmpty) }
            #expect(harness.ends("eof").isEmpty)
        }
    }

    @Test func `a file that is played backwards to its beginning has not failed`() {
        var harness = FollowerHarness(files: ["/v/a"], attached: .some(nil))
        _ = harness.opens("a")
        for position in [2, 1.1, 0.1] { _ = harness.plays(position) }
        #expect(harness.ends("eof", readTo: nil) == ["save /v/a paused 0.1 stop"])
    }

    @Test func `during 10 s of playback, the position is stored four times`() {
        var harness = FollowerHarness(files: ["/v/a"], attached: .some(nil))
        _ = harness.opens("a")
        let seen = (1...20).flatMap { harness.plays(Double($0) / 2, after: 500) }
        #expect(seen.count { $0.hasPrefix("save") } == 4)
    }
}
