// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// A real VLC, which has habits of its own on the bus.
@Suite(.timeLimit(.minutes(10))) struct VLCTests {
    let harness: PlayersHarness
    let film: String
    let remote: PlayerRemote

    init() throws {
        harness = try PlayersHarness()
        film = try harness.film("film.mkv")
        remote = PlayerRemote("vlc", in: harness)
    }

    /// Starts VLC, waits until the daemon knows that it plays, and goes to a place.
    private func plays(_ files: String..., from place: Double) throws -> DaemonProgram {
        let stream = try harness.stream()
        let vlc = try harness.vlc(files)
        try stream.waits { $0.at("point.position")?.number ?? 0 > 1 }
        try remote.seek(place)
        try stream.waits { $0.at("point.position")?.number ?? 0 >= place }
        return vlc
    }

    private func end(_ vlc: DaemonProgram) throws {
        vlc.signal(SIGKILL)
        _ = try vlc.waitForExit()
    }

    /// Starts VLC, and waits until it goes on within a second of that place.
    private func resumes(
        at place: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let stream = try harness.stream()
        let vlc = try harness.vlc([film])
        let reported = try stream.waits(forPoint: "playing")
        #expect(
            abs(reported - place) < 1,
            "\(reported), not \(place)",
            sourceLocation: sourceLocation
        )
        // It is there, too.
        let position = try remote.position()
        #expect(abs(position - reported) < 3, "\(position)", sourceLocation: sourceLocation)
        try end(vlc)
    }

    @Test func `a VLC that paused and quit resumes from the paused position`() throws {
        let vlc = try plays(film, from: 20)
        let stream = try harness.stream()
        try remote.press("Pause")
        let reported = try stream.waits(forPoint: "paused")
        #expect(try abs(remote.position() - reported) < 0.5)
        try end(vlc)
        try resumes(at: reported)
    }

    @Test func `a VLC plays what another program chooses, and then what that interrupted`() throws {
        let clip = try harness.film("clip.mkv", seconds: 8)
        let vlc = try plays(film, from: 20)
        let stream = try harness.stream()
        let player = try harness.daemon.client()
        let call: JSONValue = ["player": "vlc", "item": .string(clip)]
        let reply = try player.call("io.stated.Session.PlayNow", call)
        #expect(reply["queue"] == .array([.string(film)]))
        try stream.waits { $0.at("point.item")?.text == clip }
        // The clip ends, and the film continues where it was.
        try stream.waits {
            $0.at("point.item")?.text == film && $0.at("point.status") == "playing"
                && $0.at("point.position")?.number ?? 0 > 19
        }
        try end(vlc)
    }

    @Test func `a VLC that has no file yet plays what another program chooses`() throws {
        let stream = try harness.stream()
        let vlc = try harness.vlc([])
        try stream.waits {
            guard case .array(let actions)? = $0.at("about.obeys") else { return false }
            return $0["player"] == "vlc" && actions.contains("open")
        }
        let call: JSONValue = ["player": "vlc", "item": .string(film)]
        #expect(try harness.daemon.client().call("io.stated.Session.PlayNow", call).error == nil)
        try stream.waits {
            $0.at("point.item")?.text == film && $0.at("point.status") == "playing"
        }
        try end(vlc)
    }

    @Test func `a VLC opens the copy of a file from another device`() throws {
        let other = try harness.film("other.mkv")
        let vlc = try plays(film, from: 20)
        let stream = try harness.stream()
        let client = try harness.daemon.client()
        let snapshot: JSONValue = [
            "item": "/tv/other.mkv", "player": "tv", "status": "paused", "position": 30.0,
            "duration": 60.0,
        ]
        _ = try client.playback("Save", ["snapshot": snapshot])
        let alias: JSONValue = ["item": "/tv/other.mkv", "alias": .string(other)]
        _ = try client.playback("AddAlias", alias)
        let call: JSONValue = ["player": "vlc", "item": "/tv/other.mkv"]
        #expect(try client.call("io.stated.Session.PlayNow", call).error == nil)
        try stream.waits {
            $0.at("point.item") == "/tv/other.mkv" && $0.at("point.status") == "playing"
                && $0.at("point.position")?.number ?? 0 > 29
        }
        try end(vlc)
    }

    @Test func `a killed VLC resumes from its last position`() throws {
        let vlc = try plays(film, from: 30)
        let stream = try harness.stream()
        let seen = Sighting(try remote.position())
        try end(vlc)
        let reported = try stream.waits(forPoint: "paused")
        #expect(seen.allows(reported), "\(reported), not \(seen.place)")
        try resumes(at: reported)
    }

    @Test func `a file that is stopped and started again resumes from its position`() throws {
        let vlc = try plays(film, from: 30)
        let stream = try harness.stream()
        let seen = Sighting(try remote.position())
        try remote.press("Stop")
        let reported = try stream.waits(forPoint: "paused")
        #expect(seen.allows(reported), "\(reported), not \(seen.place)")
        try remote.press("Play")
        let again = try stream.waits(forPoint: "playing")
        #expect(abs(again - reported) < 1, "\(again), not \(reported)")
        try end(vlc)
    }

    @Test
    func `the start of the next file does not change the previous file's position`() throws {
        let other = try harness.film("other.mkv", seconds: 50)
        let vlc = try plays(film, other, from: 25)
        let stream = try harness.stream()
        let seen = Sighting(try remote.position())
        try remote.press("Next")
        let reported = try stream.waits(forPoint: "paused")
        #expect(seen.allows(reported), "\(reported), not \(seen.place)")
        try stream.waits { $0["item"] == .string(other) && $0.at("point.status") == "playing" }
        #expect(try harness.position(film) == reported)
        try end(vlc)
    }

    @Test func `a file that ends loses its resume point, and the next one starts`() throws {
        let other = try harness.film("other.mkv", seconds: 50)
        let stream = try harness.stream()
        let vlc = try plays(film, other, from: 56)
        try stream.waits { $0["kind"] == "cleared" }
        try stream.waits { $0["item"] == .string(other) }
        let found = try harness.daemon.client().playback("Get", ["item": .string(film)])
        #expect(found == .notFound(film))
        try end(vlc)
    }

    @Test func `an item paused in mpv resumes in VLC, and vice versa`() throws {
        let stream = try harness.stream()
        let mpv = try harness.mpv("--start=20", film)
        _ = try stream.waits(forPoint: "playing")
        try mpv.mpv.command("set_property", "pause", true)
        _ = try stream.waits(forPoint: "paused")
        let place = try mpv.mpv.position()
        try mpv.quit()
        let vlc = try harness.vlc([film])
        let there = try stream.waits(forPoint: "playing", by: "vlc")
        #expect(abs(there - place) < 1, "\(there), not \(place)")
        try remote.press("Pause")
        let later = try stream.waits(forPoint: "paused", by: "vlc")
        try end(vlc)
        let again = try harness.mpv("--pause", film)
        // Where it stands to the millisecond, it stays VLC's, and only its expiry is new.
        try stream.waits { $0["item"] == .string(film) && $0["kind"] == "saved" }
        #expect(try abs(again.mpv.position() - later) < 1)
        try again.quit()
    }
}
