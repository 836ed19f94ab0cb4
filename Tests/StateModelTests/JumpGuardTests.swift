import StateModel
import Testing

/// Rule 8: jumps back that nobody explained.
@Suite struct `Jumps back` {
    /// A desk at which an hour of a film has been watched.
    private var watched: Desk {
        var desk = Desk()
        desk.stands(3600)
        return desk
    }

    @Test(arguments: [Cause.load, .tick])
    func `right after loading, a jump back is put in quarantine`(cause: Cause) {
        var desk = watched
        #expect(desk.hears(2, cause, .playing) == .quarantine)
        #expect(desk.points["film"]?.position == 3600)
    }

    @Test(arguments: [Cause.pause, .stop, .switch, .background])
    func `other causes are no suspects by themselves`(cause: Cause) {
        var desk = watched
        #expect(desk.hears(2, cause) == .save)
    }

    @Test func `a person who seeks, and a caller without a cause, mean what they say`() {
        for cause in [Cause.seek, nil] {
            var desk = watched
            #expect(desk.hears(2, cause) == .save)
        }
    }

    @Test func `more than a minute back is a jump, a minute is none`() {
        var desk = watched
        #expect(desk.hears(3540, .load) == .save)
        desk = watched
        #expect(desk.hears(3539.9, .load) == .quarantine)
        desk = watched
        #expect(desk.hears(9000, .load) == .save)
    }

    @Test func `it is suspect for ten seconds from the player's first word on`() {
        for (seconds, ruling) in [(10.0, Verdict.Ruling.quarantine), (10.001, .save)] {
            var desk = watched
            // At the start there is nothing to say, but the clock runs.
            #expect(desk.hears(0, .load) == .ignore(.atStart))
            desk.wait(seconds: seconds)
            #expect(desk.hears(10, .tick, .playing) == ruling, "\(seconds)")
        }
    }

    @Test func `attaching anew starts the ten seconds anew`() {
        var desk = watched
        #expect(desk.hears(3601, .tick, .playing) == .save)
        desk.wait(seconds: 3600)
        desk.jumps.reopened(player: "mpv", item: "film", now: desk.now)
        #expect(desk.hears(2, .tick, .playing) == .quarantine)
    }

    @Test func `long after loading, a jump back is believed`() {
        var desk = watched
        #expect(desk.hears(3601, .load) == .save)
        desk.wait(seconds: 60)
        #expect(desk.hears(2, .tick, .playing) == .save)
    }

    @Test func `an item without a point has nothing to lose`() {
        var desk = Desk()
        #expect(desk.hears(2, .load) == .save)
        desk = watched
        desk.wait(seconds: 86_400)
        #expect(desk.hears(2, .load) == .save)
    }

    @Test func `the quarantine goes on, whatever comes of the player but a seek`() {
        var desk = watched
        #expect(desk.hears(2, .load) == .quarantine)
        for cause in [Cause.tick, .pause, .stop, .background, .load, .switch] {
            desk.wait(seconds: 5)
            #expect(desk.hears(7, cause) == .remainQuarantined)
        }
        #expect(desk.points["film"]?.position == 3600)
        desk.wait(seconds: 5)
        #expect(desk.hears(30, .seek, .playing) == .save)
        desk.wait(seconds: 5)
        #expect(desk.hears(35, .tick, .playing) == .save)
    }

    @Test func `a caller without a cause ends it, too`() {
        var desk = watched
        #expect(desk.hears(2, .load) == .quarantine)
        #expect(desk.hears(3, nil) == .save)
        #expect(desk.hears(4, .tick) == .save)
    }

    @Test func `a player that goes back to where it should be ends it`() {
        var desk = watched
        #expect(desk.hears(2, .load) == .quarantine)
        desk.wait(seconds: 1)
        #expect(desk.hears(3600, .tick, .playing) == .save)
        desk.wait(seconds: 20)
        #expect(desk.hears(5, .tick, .playing) == .save)
    }

    @Test func `a gap that shrinks below a minute does not end it`() {
        var desk = Desk()
        desk.stands(200)
        #expect(desk.hears(138, .load, .playing) == .quarantine)
        for second in stride(from: 4.0, through: 56, by: 4) {
            desk.wait(seconds: 4)
            #expect(desk.hears(138 + second, .tick, .playing) == .remainQuarantined, "\(second)")
        }
        #expect(desk.points["film"]?.position == 200)
        desk.wait(seconds: 4)
        #expect(desk.hears(198, .tick, .playing) == .save)
    }

    @Test(arguments: [3541, 3595, 3599.9, 3600, 3700])
    func `a player that goes to where it should be ends it, a little behind that too`(
        position: Double
    ) {
        var desk = watched
        #expect(desk.hears(0.5, .load, .playing) == .ignore(.atStart))
        #expect(desk.hears(2, .tick, .playing) == .quarantine)
        desk.wait(seconds: 4)
        #expect(desk.hears(position, .tick, .playing) == .save)
        desk.wait(seconds: 5)
        #expect(desk.hears(position + 5, .tick, .playing) == .save)
    }

    @Test func `a report that comes late, or goes back a little, is no return`() {
        var desk = Desk()
        desk.stands(70)
        #expect(desk.hears(9, .tick, .playing) == .quarantine)
        desk.wait(seconds: 1)
        #expect(desk.hears(12.9, .tick, .playing) == .remainQuarantined)
        desk.wait(seconds: 1)
        #expect(desk.hears(11, .pause) == .remainQuarantined)
        desk.wait(seconds: 1)
        #expect(desk.hears(15.1, .tick, .playing) == .save)
    }

    @Test func `a player that goes on from there for a minute is believed`() {
        var desk = watched
        #expect(desk.hears(2, .tick, .playing) == .quarantine)
        for second in stride(from: 2, to: 60, by: 2) {
            desk.wait(seconds: 2)
            let ruling = desk.hears(2 + Double(second), .tick, .playing)
            #expect(ruling == .remainQuarantined, "\(second)")
        }
        desk.wait(seconds: 2)
        #expect(desk.hears(62, .tick, .playing) == .save)
        desk.wait(seconds: 2)
        #expect(desk.hears(64, .tick, .playing) == .save)
    }

    @Test func `standing still is not going on`() {
        var desk = watched
        #expect(desk.hears(2, .load) == .quarantine)
        desk.wait(seconds: 600)
        #expect(desk.hears(2, .pause) == .remainQuarantined)
        #expect(desk.hears(4, .tick, .playing) == .remainQuarantined)
        desk.wait(seconds: 58)
        #expect(desk.hears(62, .tick, .playing) == .save)
    }

    @Test func `skipping ahead is not going on`() {
        var desk = watched
        #expect(desk.hears(2, .load) == .quarantine)
        desk.wait(seconds: 2)
        #expect(desk.hears(900, .tick, .playing) == .remainQuarantined)
    }

    @Test func `a slow player goes on in its own time`() {
        var desk = watched
        #expect(desk.hears(2, .load, .playing, rate: 0.5) == .quarantine)
        desk.wait(seconds: 58)
        #expect(desk.hears(31, .tick, .playing, rate: 0.5) == .remainQuarantined)
        desk.wait(seconds: 2)
        #expect(desk.hears(32, .tick, .playing, rate: 0.5) == .save)
    }

    @Test func `another player is judged for itself`() {
        var desk = watched
        #expect(desk.hears(2, .load) == .quarantine)
        // It may go on from where the point stands, and the quarantine stays.
        #expect(desk.hears(3601, .tick, .playing, by: "vlc") == .save)
        desk.wait(seconds: 20)
        #expect(desk.hears(22, .tick, .playing) == .remainQuarantined)
        // It may itself be a suspect, which says nothing for the first one.
        #expect(desk.hears(4, .load, by: "web") == .quarantine)
        desk.wait(seconds: 2)
        #expect(desk.hears(24, .tick, .playing) == .remainQuarantined)
        #expect(desk.hears(6, .tick, .playing, by: "web") == .remainQuarantined)
        #expect(desk.points["film"]?.position == 3601)
    }

    @Test func `another player's seek explains the item`() {
        var desk = watched
        #expect(desk.hears(2, .load) == .quarantine)
        #expect(desk.hears(500, .seek, by: "vlc") == .save)
        desk.wait(seconds: 11)
        #expect(desk.hears(13, .tick, .playing) == .save)
    }

    @Test func `items are told apart, byte by byte`() {
        var desk = watched
        desk.stands(3600, item: "caf\u{e9}")
        desk.stands(3600, item: "cafe\u{301}")
        #expect(desk.hears(2, .load, item: "caf\u{e9}") == .quarantine)
        #expect(desk.hears(2, .load, item: "cafe\u{301}") == .quarantine)
        #expect(desk.hears(2, .load) == .quarantine)
    }

    @Test func `finishing and clearing end the quarantine`() {
        var desk = watched
        #expect(desk.hears(2, .load) == .quarantine)
        desk.wait(seconds: 20)
        #expect(desk.hears(3590, .stop, .finished, duration: 3600) == .clear)
        desk.stands(3600)
        #expect(desk.hears(2, .tick) == .save)
        desk = watched
        #expect(desk.hears(2, .load) == .quarantine)
        desk.jumps.settle("film")
        desk.wait(seconds: 20)
        #expect(desk.hears(2, .tick) == .save)
    }

    @Test func `a stale or expired snapshot neither starts nor ends a quarantine`() {
        var desk = watched
        #expect(desk.hears(2, .load, at: desk.now - 7_200_000) == .ignore(.stale))
        #expect(desk.hears(2, .load, at: desk.now - 90_000_000) == .archive)
        #expect(desk.hears(2, .load) == .quarantine)
        #expect(desk.hears(2, .seek, at: desk.now - 7_200_000) == .ignore(.stale))
        #expect(desk.hears(3, .tick) == .remainQuarantined)
    }

    @Test func `window and limit are what a person set`() {
        var desk = watched
        desk.settings.jumpLimit = 600
        desk.settings.jumpWindow = 1000
        #expect(desk.hears(3000, .load) == .save)
        desk.stands(3600)
        #expect(desk.hears(2999, .load) == .quarantine)
        desk = watched
        desk.settings.jumpWindow = 1000
        #expect(desk.hears(0, .load) == .ignore(.atStart))
        desk.wait(seconds: 2)
        #expect(desk.hears(3, .tick) == .save)
    }

    @Test func `memory is bounded, and forgetting errs on the side of quarantine`() {
        var desk = watched
        desk.jumps = JumpGuard(capacity: 8)
        #expect(desk.hears(3600, .tick) == .ignore(.unchanged))
        for song in 0..<100 {
            desk.wait(seconds: 60)
            _ = desk.hears(10, .tick, item: "song-\(song)")
            desk.jumps.reopened(player: "vlc", item: "song-\(song)", now: desk.now)
        }
        #expect(desk.hears(2, .tick) == .quarantine)
    }
}
