// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// A real mpv, started by `statectl play`, and a real daemon: both are stopped in every way.
@Suite struct MPVTests {
    let daemon: DaemonProcess
    let talk: String
    let film: String

    init() throws {
        daemon = try .running()
        talk = daemon.directory.file("talk.ogg")
        film = daemon.directory.file("film.mkv")
        try Media.tone(talk, seconds: 90)
        try Media.film(film, seconds: 60)
    }

    /// Starts a player, and waits until it goes on within a second of that place.
    private func resumes(
        _ file: String,
        at place: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> PlayerProcess {
        let stream = try daemon.stream()
        let player = try PlayerProcess.play("--pause", file, for: daemon)
        try stream.waits { $0["snapshot"]?["cause"] == "load" || $0["kind"] == "saved" }
        let position = try player.mpv.position()
        #expect(abs(position - place) < 1, sourceLocation: sourceLocation)
        return player
    }

    private func point(_ item: String) throws -> JSONValue? {
        try daemon.client().playback("Get", ["item": .string(item)])["point"]
    }

    @Test func `an mpv that paused and quit resumes from the paused position`() throws {
        let stream = try daemon.stream()
        let player = try PlayerProcess.play(talk, for: daemon)
        try player.mpv.seek(20)
        try player.mpv.plays(past: 20.5)
        try player.mpv.command("set_property", "pause", true)
        try stream.waits { $0.at("point.status") == "paused" }
        let place = try player.mpv.position()
        #expect(try point(talk)?["position"] == .double(place))
        #expect(try player.quit() == .status(0))
        #expect(try resumes(talk, at: place).quit() == .status(0))
    }

    @Test func `an mpv that quits while playing resumes from its last position`() throws {
        let player = try PlayerProcess.play(film, for: daemon)
        try player.mpv.seek(20)
        try player.mpv.plays(past: 21.3)
        let place = try player.mpv.position()
        #expect(try player.quit() == .status(0))
        // What was last is stored when the command ends.
        let stored = try #require(try point(film))
        #expect(stored["status"] == "paused" && stored["player"] == "mpv")
        _ = try resumes(film, at: place)
    }

    @Test func `a killed mpv resumes from its last position`() throws {
        let player = try PlayerProcess.play(film, for: daemon)
        try player.mpv.seek(30)
        try player.mpv.plays(past: 31.4)
        let place = try player.mpv.position()
        #expect(try player.kill() == .status(128 + SIGKILL))
        #expect(try point(film)?["status"] == "paused")
        _ = try resumes(film, at: place)
    }

    @Test func `a position survives kill -9 of the daemon and then of mpv`() throws {
        let player = try PlayerProcess.play(talk, for: daemon)
        try player.mpv.seek(30)
        try player.mpv.plays(past: 31)
        try daemon.kill()
        try player.mpv.seek(50)
        try player.mpv.plays(past: 50.5)
        try daemon.start()
        let stream = try daemon.stream()
        try stream.waits { $0["kind"] == "saved" && ($0.at("point.position")?.number ?? 0) > 50 }
        try player.mpv.plays(past: 51.2)
        let place = try player.mpv.position()
        try player.kill()
        _ = try resumes(talk, at: place)
    }

    @Test func `if both the daemon and mpv are killed, at most three seconds are lost`() throws {
        let player = try PlayerProcess.play(talk, for: daemon)
        try player.mpv.seek(30)
        try player.mpv.plays(past: 30.5)
        let place = try player.mpv.position()
        try daemon.kill()
        try player.kill()
        #expect(player.said.contains("the newest position of 1 item may not be stored"))
        try daemon.start()
        // What was sent before the daemon was killed: no more than the tick interval is lost.
        let stored = try #require(try point(talk)?["position"]?.number)
        #expect(stored >= place - 3)
    }

    @Test func `a restarted daemon receives the state of a playing mpv`() throws {
        let player = try PlayerProcess.play(talk, for: daemon)
        try player.mpv.seek(40)
        let token = try daemon.stream().token
        try daemon.restart()
        let stream = try daemon.stream(token: token)
        try stream.waits { $0["kind"] == "player" && $0.at("about.surfaces") == 1 }
        try stream.waits { $0["kind"] == "saved" && $0.at("point.status") == "playing" }
        let players = try daemon.client().call("io.stated.Session.ListPlayers")
        #expect(players["players.0.surfaces"] == 1 && players["players.0.playing"] == true)
        try player.quit()
    }

    @Test
    func `an mpv that starts while the daemon is down is reported once the daemon starts`() throws {
        try daemon.stop()
        let player = try PlayerProcess.play(talk, for: daemon)
        #expect(player.said.contains("mpv plays without it"))
        try player.mpv.seek(25)
        try player.mpv.plays(past: 25.3)
        try daemon.start()
        let stream = try daemon.stream()
        try stream.waits { $0["kind"] == "saved" && ($0.at("point.position")?.number ?? 0) > 25 }
        let place = try player.mpv.position()
        try player.quit()
        _ = try resumes(talk, at: place)
    }

    @Test
    func `a daemon that starts right after mpv still makes mpv jump to the stored position`() throws
    {
        try daemon.client().save(talk, 40, ["duration": 90.0])
        try daemon.stop()
        let player = try PlayerProcess.play(talk, for: daemon)
        try player.mpv.plays(past: 0)
        try daemon.start()
        try player.mpv.plays(past: 39.9)
        #expect(try player.mpv.position() < 42)
        try player.quit()
    }

    @Test
    func `a start position given to mpv takes precedence over the stored one, and is stored`()
        throws
    {
        try daemon.client().save(talk, 40, ["duration": 90.0])
        let stream = try daemon.stream()
        let player = try PlayerProcess.play("--start=10", "--pause", talk, for: daemon)
        try stream.waits { $0["kind"] == "saved" }
        #expect(try abs(player.mpv.position() - 10) < 0.5)
        #expect(try point(talk)?["position"]?.number.map { abs($0 - 10) < 0.5 } == true)
        try player.quit()
    }

    @Test func `a file that plays to its end loses its resume point`() throws {
        let stream = try daemon.stream()
        let player = try PlayerProcess.play(talk, for: daemon)
        try player.mpv.seek(88.5)
        #expect(try player.waitForExit() == .status(0))
        try stream.waits { $0["kind"] == "cleared" }
        #expect(try daemon.client().playback("Get", ["item": .string(talk)]) == .notFound(talk))
    }

    @Test func `a broken stream keeps its position, and resumes there once it works`()
        throws
    {
        let file = daemon.directory.file("stream.wav")
        try Media.tone(file, seconds: 10)
        let server = try BrokenServer(file)
        let stream = try daemon.stream()
        let player = try PlayerProcess.play("--cache=no", server.url, for: daemon)
        try player.mpv.plays(past: 2)
        #expect(try player.waitForExit() == .status(0))
        try stream.waits { $0.at("about.kind") == "streamFailed" }
        let stored = try #require(try point(server.url))
        let place = try #require(stored["position"]?.number)
        #expect(place > 2 && place < 8)
        #expect(stored["status"] == "failed")
        server.mend()
        let again = try resumes(server.url, at: place)
        try again.mpv.command("set_property", "pause", false)
        try stream.waits { $0.at("about.state") == "dismissed" }
        try again.quit()
    }

    @Test func `a missing file is reported as unavailable`() throws {
        try daemon.client().save(daemon.directory.file("gone.ogg"), 40)
        let stream = try daemon.stream()
        let player = try PlayerProcess.play(
            "--idle=yes",
            daemon.directory.file("gone.ogg"),
            for: daemon
        )
        try stream.waits { $0.at("about.kind") == "itemUnavailable" }
        #expect(try daemon.client().playback("List")["points"] == [])
        try player.quit()
    }
}
