// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

/// Rule 8: jumps back that nobody explained.
@Suite struct `Jumps back` {
    /// A desk at which an hour of a film has been watched.
    private var watched: PolicyHarness {
        var harness = PolicyHarness()
        harness.stands(3600)
        return harness
    }

    @Test(arguments: [Cause.load, .tick])
    func `a jump back right after loading is quarantined`(cause: Cause) {
        var harness = watched
        #expect(harness.hears(2, cause, .playing) == .quarantine)
        #expect(harness.points["film"]?.position == 3600)
    }

    @Test(arguments: [Cause.pause, .stop, .switch, .background])
    func `a jump back at a pause, stop, switch or move to the background is accepted`(cause: Cause)
    {
        var harness = watched
        #expect(harness.hears(2, cause) == .save)
    }

    @Test func `a seek by the user, or a snapshot without a cause, is accepted`() {
        for cause in [Cause.seek, nil] {
            var harness = watched
            #expect(harness.hears(2, cause) == .save)
        }
    }

    @Test func `only a step back of more than a minute counts as a jump`() {
        var harness = watched
        #expect(harness.hears(3540, .load) == .save)
        harness = watched
        #expect(harness.hears(3539.9, .load) == .quarantine)
        harness = watched
        #expect(harness.hears(9000, .load) == .save)
    }

    @Test func `jumps back are quarantined in the ten seconds after a player's first report`() {
        for (seconds, ruling) in [(10.0, Verdict.Ruling.quarantine), (10.001, .save)] {
            var harness = watched
            // At the start there is nothing to say, but the clock runs.
            #expect(harness.hears(0, .load) == .ignore(.atStart))
            harness.wait(seconds: seconds)
            #expect(harness.hears(10, .tick, .playing) == ruling, "\(seconds)")
        }
    }

    @Test func `attaching again starts another ten seconds in which jumps are quarantined`() {
        var harness = watched
        #expect(harness.hears(3601, .tick, .playing) == .save)
        harness.wait(seconds: 3600)
        harness.jumps.reopened(player: "mpv", item: "film", now: harness.now)
        #expect(harness.hears(2, .tick, .playing) == .quarantine)
    }

    @Test func `a jump back long after loading is accepted`() {
        var harness = watched
        #expect(harness.hears(3601, .load) == .save)
        harness.wait(seconds: 60)
        #expect(harness.hears(2, .tick, .playing) == .save)
    }

    @Test func `a report of an item without a point is not quarantined`() {
        var harness = PolicyHarness()
        #expect(harness.hears(2, .load) == .save)
        harness = watched
        harness.wait(seconds: 86_400)
        #expect(harness.hears(2, .load) == .save)
    }

    @Test func `of the player's own reports, only a seek ends the quarantine`() {
        var harness = watched
        #expect(harness.hears(2, .load) == .quarantine)
        for cause in [Cause.tick, .pause, .stop, .background, .load, .switch] {
            harness.wait(seconds: 5)
            #expect(harness.hears(7, cause) == .remainQuarantined)
        }
        #expect(harness.points["film"]?.position == 3600)
        harness.wait(seconds: 5)
        #expect(harness.hears(30, .seek, .playing) == .save)
        harness.wait(seconds: 5)
        #expect(harness.hears(35, .tick, .playing) == .save)
    }

    @Test func `a snapshot without a cause also ends the quarantine`() {
        var harness = watched
        #expect(harness.hears(2, .load) == .quarantine)
        #expect(harness.hears(3, nil) == .save)
        #expect(harness.hears(4, .tick) == .save)
    }

    @Test func `a return to the expected position ends the quarantine`() {
        var harness = watched
        #expect(harness.hears(2, .load) == .quarantine)
        harness.wait(seconds: 1)
        #expect(harness.hears(3600, .tick, .playing) == .save)
        harness.wait(seconds: 20)
        #expect(harness.hears(5, .tick, .playing) == .save)
    }

    @Test func `a gap that shrinks below a minute does not end the quarantine`() {
        var harness = PolicyHarness()
        harness.stands(200)
        #expect(harness.hears(138, .load, .playing) == .quarantine)
        for second in stride(from: 4.0, through: 56, by: 4) {
            harness.wait(seconds: 4)
            #expect(harness.hears(138 + second, .tick, .playing) == .remainQuarantined, "\(second)")
        }
        #expect(harness.points["film"]?.position == 200)
        harness.wait(seconds: 4)
        #expect(harness.hears(198, .tick, .playing) == .save)
    }

    @Test(arguments: [3541, 3595, 3599.9, 3600, 3700])
    func `a position slightly before the expected one ends the quarantine too`(
        position: Double
    ) {
        var harness = watched
        #expect(harness.hears(0.5, .load, .playing) == .ignore(.atStart))
        #expect(harness.hears(2, .tick, .playing) == .quarantine)
        harness.wait(seconds: 4)
        #expect(harness.hears(position, .tick, .playing) == .save)
        harness.wait(seconds: 5)
        #expect(harness.hears(position + 5, .tick, .playing) == .save)
    }

    @Test func `a late report or a small step back does not end the quarantine`() {
        var harness = PolicyHarness()
        harness.stands(70)
        #expect(harness.hears(9, .tick, .playing) == .quarantine)
        harness.wait(seconds: 1)
        #expect(harness.hears(12.9, .tick, .playing) == .remainQuarantined)
        harness.wait(seconds: 1)
        #expect(harness.hears(11, .pause) == .remainQuarantined)
        harness.wait(seconds: 1)
        #expect(harness.hears(15.1, .tick, .playing) == .save)
    }

    @Test func `a minute of playback from the new position ends the quarantine`() {
        var harness = watched
        #expect(harness.hears(2, .tick, .playing) == .quarantine)
        for second in stride(from: 2, to: 60, by: 2) {
            harness.wait(seconds: 2)
            let ruling = harness.hears(2 + Double(second), .tick, .playing)
            #expect(ruling == .remainQuarantined, "\(second)")
        }
        harness.wait(seconds: 2)
        #expect(harness.hears(62, .tick, .playing) == .save)
        harness.wait(seconds: 2)
        #expect(harness.hears(64, .tick, .playing) == .save)
    }

    @Test func `an unchanged position does not count as playback`() {
        var harness = watched
        #expect(harness.hears(2, .load) == .quarantine)
        harness.wait(seconds: 600)
        #expect(harness.hears(2, .pause) == .remainQuarantined)
        #expect(harness.hears(4, .tick, .playing) == .remainQuarantined)
        harness.wait(seconds: 58)
        #expect(harness.hears(62, .tick, .playing) == .save)
    }

    @Test func `skipping ahead does not count as playback from the new position`() {
        var harness = watched
        #expect(harness.hears(2, .load) == .quarantine)
        harness.wait(seconds: 2)
        #expect(harness.hears(900, .tick, .playing) == .remainQuarantined)
    }

    @Test func `a minute of playback at half speed also ends the quarantine`() {
        var harness = watched
        #expect(harness.hears(2, .load, .playing, rate: 0.5) == .quarantine)
        harness.wait(seconds: 58)
        #expect(harness.hears(31, .tick, .playing, rate: 0.5) == .remainQuarantined)
        harness.wait(seconds: 2)
        #expect(harness.hears(32, .tick, .playing, rate: 0.5) == .save)
    }

    @Test func `each player's jumps are judged separately`() {
        var harness = watched
        #expect(harness.hears(2, .load) == .quarantine)
        // It may go on from where the point stands, and the quarantine stays.
        #expect(harness.hears(3601, .tick, .playing, by: "vlc") == .save)
        harness.wait(seconds: 20)
        #expect(harness.hears(22, .tick, .playing) == .remainQuarantined)
        // It may itself be a suspect, which says nothing for the first one.
        #expect(harness.hears(4, .load, by: "web") == .quarantine)
        harness.wait(seconds: 2)
        #expect(harness.hears(24, .tick, .playing) == .remainQuarantined)
        #expect(harness.hears(6, .tick, .playing, by: "web") == .remainQuarantined)
        #expect(harness.points["film"]?.position == 3601)
    }

    @Test func `a seek by another player also ends the quarantine`() {
        var harness = watched
        #expect(harness.hears(2, .load) == .quarantine)
        #expect(harness.hears(500, .seek, by: "vlc") == .save)
        harness.wait(seconds: 11)
        #expect(harness.hears(13, .tick, .playing) == .save)
    }

    @Test func `item names are compared byte by byte`() {
        var harness = watched
        harness.stands(3600, item: "caf\u{e9}")
        harness.stands(3600, item: "cafe\u{301}")
        #expect(harness.hears(2, .load, item: "caf\u{e9}") == .quarantine)
        #expect(harness.hears(2, .load, item: "cafe\u{301}") == .quarantine)
        #expect(harness.hears(2, .load) == .quarantine)
    }

    @Test func `finishing and clearing end the quarantine`() {
        var harness = watched
        #expect(harness.hears(2, .load) == .quarantine)
        harness.wait(seconds: 20)
        #expect(harness.hears(3590, .stop, .finished, duration: 3600) == .clear)
        harness.stands(3600)
        #expect(harness.hears(2, .tick) == .save)
        harness = watched
        #expect(harness.hears(2, .load) == .quarantine)
        harness.jumps.end("film")
        harness.wait(seconds: 20)
        #expect(harness.hears(2, .tick) == .save)
    }

    @Test func `a stale or expired snapshot neither starts nor ends a quarantine`() {
        var harness = watched
        #expect(harness.hears(2, .load, at: harness.now - 7_200_000) == .ignore(.stale))
        #expect(harness.hears(2, .load, at: harness.now - 90_000_000) == .archive)
        #expect(harness.hears(2, .load) == .quarantine)
        #expect(harness.hears(2, .seek, at: harness.now - 7_200_000) == .ignore(.stale))
        #expect(harness.hears(3, .tick) == .remainQuarantined)
    }

    @Test func `the time window and the size of a jump are configurable`() {
        var harness = watched
        harness.settings.jumpLimitSeconds = 600
        harness.settings.jumpWindowMilliseconds = 1000
        #expect(harness.hears(3000, .load) == .save)
        harness.stands(3600)
        #expect(harness.hears(2999, .load) == .quarantine)
        harness = watched
        harness.settings.jumpWindowMilliseconds = 1000
        #expect(harness.hears(0, .load) == .ignore(.atStart))
        harness.wait(seconds: 2)
        #expect(harness.hears(3, .tick) == .save)
    }

    @Test func `a player that was dropped to save memory is judged as a new player`() {
        var harness = watched
        harness.jumps = JumpGuard(capacity: 8)
        #expect(harness.hears(3600, .tick) == .ignore(.unchanged))
        for song in 0..<100 {
            harness.wait(seconds: 60)
            _ = harness.hears(10, .tick, item: "song-\(song)")
            harness.jumps.reopened(player: "vlc", item: "song-\(song)", now: harness.now)
        }
        #expect(harness.hears(2, .tick) == .quarantine)
    }
}
