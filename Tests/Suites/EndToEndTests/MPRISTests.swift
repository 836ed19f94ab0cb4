// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// A real mpv on a real bus, followed by the bridge and unknown to statectl: all of them are stopped
/// in every way.
@Suite(.timeLimit(.minutes(10))) struct MPRISTests {
    let harness: PlayersHarness
    let daemon: DaemonProcess
    let film: String

    init() throws {
        harness = try PlayersHarness()
        daemon = harness.daemon
        film = try harness.film("film.mkv")
    }

    /// Starts a player, and waits until it goes on within a second of that place.
    private func resumes(
        _ file: String,
        at place: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> PlayerProcess {
        let player = try harness.mpv("--pause", file)
        try player.mpv.plays(past: 1)
        let position = try player.mpv.position()
        #expect(abs(position - place) < 1, sourceLocation: sourceLocation)
        return player
    }

    /// Starts a player, goes to a place in what it plays, and waits until the daemon knows.
    private func plays(_ file: String, from place: Double) throws -> PlayerProcess {
        let stream = try harness.stream()
        let player = try harness.mpv(file)
        try stream.waits { $0.at("point.position")?.number ?? 0 > 1 }
        try player.mpv.seek(place)
        try stream.waits { $0.at("point.position")?.number ?? 0 >= place }
        return player
    }

    @Test func `a player that paused and quit resumes from the paused position`() throws {
        let player = try plays(film, from: 20)
        let stream = try harness.stream()
        try player.mpv.command("set_property", "pause", true)
        try stream.waits { $0.at("point.status") == "paused" }
        let place = try player.mpv.position()
        #expect(try abs(harness.position(film).map { $0 - place } ?? 9) < 0.2)
        try player.quit()
        _ = try resumes(film, at: place)
    }

    @Test func `a player that quits while playing resumes from its last position`() throws {
        let player = try plays(film, from: 20)
        try player.mpv.plays(past: 21.3)
        let place = try player.mpv.position()
        let stream = try harness.stream()
        try player.quit()
        try stream.waits { $0.at("point.status") == "paused" }
        _ = try resumes(film, at: place)
    }

    @Test func `a killed mpv resumes from its last position`() throws {
        let player = try plays(film, from: 30)
        try player.mpv.plays(past: 31.4)
        let place = try player.mpv.position()
        let stream = try harness.stream()
        try player.kill()
        try stream.waits { $0.at("point.status") == "paused" }
        _ = try resumes(film, at: place)
    }

    @Test
    func `the start of the next file does not change the previous file's position`() throws {
        let other = try harness.film("other.mkv")
        let stream = try harness.stream()
        let player = try harness.mpv(film, other)
        try stream.waits { $0.at("point.position")?.number ?? 0 > 1 }
        try player.mpv.seek(25)
        try stream.waits { $0.at("point.position")?.number ?? 0 >= 25 }
        let seen = Sighting(try player.mpv.position())
        try player.mpv.command("playlist-next")
        try stream.waits { $0["item"] == .string(other) && $0.at("point.status") == "playing" }
        #expect(seen.allows(try harness.position(film) ?? 0))
        #expect(try harness.point(film)?["status"] == "paused")
        try player.quit()
    }

    @Test func `a file that plays to its end loses its resume point`() throws {
        let player = try plays(film, from: 57)
        let stream = try harness.stream()
        #expect(try player.waitForExit() == .status(0))
        try stream.waits { $0["kind"] == "cleared" }
        #expect(try daemon.client().playback("Get", ["item": .string(film)]) == .notFound(film))
    }

    @Test func `a start position given to mpv takes precedence over the stored one`() throws {
        try daemon.client().save(film, 40, ["duration": 60.0])
        let stream = try harness.stream()
        let player = try harness.mpv("--start=5", film)
        try stream.waits { $0["kind"] == "saved" }
        #expect(try player.mpv.position() < 30)
        try player.quit()
    }

    @Test func `a position survives kill -9 of the daemon and then of mpv`() throws {
        let player = try plays(film, from: 10)
        try daemon.kill()
        try player.mpv.seek(40)
        try player.mpv.plays(past: 40.8)
        try daemon.start()
        let stream = try harness.stream()
        try stream.waits { $0["kind"] == "saved" && $0.at("point.position")?.number ?? 0 > 40 }
        try player.mpv.plays(past: 41.5)
        let place = try player.mpv.position()
        try player.kill()
        try stream.waits { $0.at("point.status") == "paused" }
        _ = try resumes(film, at: place)
    }

    @Test func `a position survives if both the daemon and mpv are killed`() throws {
        let player = try plays(film, from: 30)
        try player.mpv.plays(past: 31)
        let token = try harness.stream().token
        try daemon.kill()
        let place = try player.mpv.position()
        try player.kill()
        try daemon.start()
        let stream = try daemon.stream(token: token)
        try stream.waits { $0["kind"] == "saved" && $0.at("point.status") == "paused" }
        _ = try resumes(film, at: place)
    }

    @Test func `a restarted daemon receives the state of a playing player`() throws {
        let player = try plays(film, from: 30)
        let token = try harness.stream().token
        try daemon.restart()
        let stream = try daemon.stream(token: token)
        try stream.waits { $0["kind"] == "saved" && $0.at("point.status") == "playing" }
        let players = try daemon.client().call("io.stated.Session.ListPlayers")
        #expect(players["players.0.surfaces"] == 1 && players["players.0.playing"] == true)
        try player.quit()
    }

    @Test
    func `a player that starts while the daemon is down resumes once the daemon starts`() throws {
        try daemon.client().save(film, 40, ["duration": 60.0])
        try daemon.stop()
        let player = try harness.mpv(film)
        try player.mpv.plays(past: 0.2)
        try daemon.start()
        try player.mpv.plays(past: 39.5)
        #expect(try player.mpv.position() < 43)
        try player.quit()
    }

    @Test func `a player that started before the bridge is followed as well`() throws {
        try harness.closeBridge()
        let player = try harness.mpv("--start=20", film)
        try player.mpv.plays(past: 20.1)
        let stream = try harness.stream()
        try harness.openBridge()
        try stream.waits { $0["kind"] == "saved" && $0.at("point.position")?.number ?? 0 > 20 }
        try player.quit()
    }

    @Test func `a bridge that stops stores the player's position`() throws {
        let player = try plays(film, from: 30)
        try player.mpv.plays(past: 31.2)
        let seen = Sighting(try player.mpv.position())
        #expect(try harness.closeBridge() == .status(0))
        #expect(seen.allows(try harness.position(film) ?? 0))
        try player.quit()
    }

    @Test func `the open file names what a player without URLs plays, and each file is its own`()
        throws
    {
        let other = try harness.film("other.mkv")
        let stream = try harness.stream()
        // Totem supports no URLs of files.
        let player = try MockService("player.py", film, "20", "mms", "rtsp", on: harness.bus)
        try stream.waits {
            $0["item"] == .string(film) && $0.at("point.position")?.number ?? 0 > 22
        }
        try player.say(other)
        try stream.waits { $0["item"] == .string(other) && $0.at("point.position") != nil }
        #expect(try harness.position(film) ?? 0 > 22)
        #expect(try harness.position(other) ?? 60 < 20)
        player.end()
    }

    @Test func `the open file of a browser, which supports no URLs, is not followed`() throws {
        let stream = try harness.stream()
        let player = try MockService("player.py", film, "20", on: harness.bus)
        try stream.waits { $0.at("about.obstacle") == "noName" }
        #expect(try harness.point(film) == nil)
        player.end()
    }
}

extension ClientStream {
    /// Waits until a resume point is written or observed with that status; answers where it stands,
    /// in seconds.
    func waits(forPoint status: JSONValue, by player: JSONValue? = nil) throws -> Double {
        while true {
            let change = try next()
            if change.at("point.status") == status, player == nil || change["player"] == player,
                let position = change.at("point.position")?.number
            {
                return position
            }
        }
    }
}
