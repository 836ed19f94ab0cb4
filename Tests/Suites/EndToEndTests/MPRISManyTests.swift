// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// Several players at once, and several names of one item.
@Suite(.timeLimit(.minutes(10))) struct MPRISManyTests {
    let harness: PlayersHarness
    let film: String
    let other: String

    init() throws {
        harness = try PlayersHarness()
        film = try harness.film("film.mkv")
        other = try harness.film("other.mkv", seconds: 50)
    }

    @Test
    func `two players that play at the same time do not overwrite each other's positions`() throws {
        let stream = try harness.stream()
        let one = try harness.mpv("--start=20", film)
        try stream.waits { $0["item"] == .string(film) && $0["kind"] == "saved" }
        let two = try harness.mpv("--start=30", other)
        try stream.waits { $0["item"] == .string(other) && $0["kind"] == "saved" }
        #expect(try harness.point(film)?["player"] == "mpv")
        #expect(try harness.point(other)?["player"] == "mpv.2")
        try one.kill()
        try stream.waits { $0["item"] == .string(film) && $0.at("point.status") == "paused" }
        try stream.waits { $0["item"] == .string(other) && $0.at("point.status") == "playing" }
        #expect(try harness.position(film) ?? 99 < 29)
        try two.quit()
        try stream.waits { $0["item"] == .string(other) && $0.at("point.status") == "paused" }
        #expect(try harness.position(other) ?? 0 > 30)
    }

    @Test func `a renamed or copied file resumes from its stored position`() throws {
        let stream = try harness.stream()
        let first = try harness.mpv("--start=20", film)
        try stream.waits { $0["kind"] == "aliased" }
        try first.quit()
        try stream.waits { $0.at("point.status") == "paused" }
        let place = try #require(try harness.position(film))
        let renamed = harness.file("renamed.mkv")
        #expect(rename(film, renamed) == 0)
        let second = try harness.mpv(renamed)
        try second.mpv.plays(past: place - 1)
        try stream.waits { $0["kind"] == "saved" && $0.at("point.status") == "playing" }
        #expect(try second.mpv.position() < place + 3)
        // It has one resume point, under both names.
        #expect(try harness.point(renamed)?["item"] == .string(film))
        let other = try harness.mpv(other)
        try stream.waits { $0["item"] == .string(self.other) }
        #expect(try harness.point(self.other) != harness.point(film))
        try second.quit()
        try other.quit()
    }

    @Test func `an mpv started by statectl play is followed only once`() throws {
        let stream = try harness.stream()
        let statectl = try DaemonProcess.executable("statectl")
        let one = try harness.mpv(by: [statectl, "play"], ["--start=20", film])
        try stream.waits { $0["kind"] == "saved" && $0["player"] == "mpv" }
        // The bridge has seen it by the time it follows another one.
        let two = try harness.mpv("--start=30", other)
        try stream.waits { $0["item"] == .string(other) && $0["kind"] == "saved" }
        let players = try harness.daemon.client().call("io.stated.Session.ListPlayers")
        #expect(players["players.0.surfaces"] == 1 && players["players.1.surfaces"] == 1)
        #expect(players["players.2"] == nil)
        try one.quit()
        try two.quit()
    }

    @Test func `an mpv that runs stated's script is followed only once`() throws {
        let here = "Tests/Suites/EndToEndTests/MPRISManyTests.swift"
        let script = #filePath.replacing(here, with: "")
        let stream = try harness.stream()
        let one = try harness.mpv("--script=\(script)etc/mpv/stated.lua", "--start=20", film)
        // Both may have begun; the bridge on the bus leaves it to the other one.
        try stream.waits { $0["kind"] == "saved" && $0["item"] == .string(film) }
        let two = try harness.mpv("--start=30", other)
        try stream.waits { $0["item"] == .string(other) && $0["kind"] == "saved" }
        let players = try harness.daemon.client().call("io.stated.Session.ListPlayers")
        let surfaces = players["players"]?.elements.filter { $0["item"] == .string(film) }
            .compactMap { $0["surfaces"]?.int }
        #expect(surfaces?.reduce(0, +) == 1)
        try one.quit()
        try two.quit()
    }

    @Test func `an excluded player is not followed`() throws {
        try harness.closeBridge()
        let stream = try harness.stream()
        try harness.openBridge("--exclude", "mp*")
        let player = try harness.mpv("--start=20", film)
        try player.mpv.plays(past: 20.5)
        try stream.waits { $0.at("about.obstacle") == "excluded" }
        #expect(stream.last?.at("about.obeys") == nil)
        let order = try harness.daemon.client().call(
            "io.stated.Session.Request",
            ["player": "mpv", "action": "pause"]
        )
        #expect(order.error == "io.stated.Session.NotObeyed")
        try harness.closeBridge()
        #expect(try harness.daemon.client().playback("List")["points"] == [])
        try player.quit()
    }

    @Test func `a request to a player that hangs is refused`() throws {
        let stream = try harness.stream()
        let player = try harness.mpv("--start=20", film)
        try stream.waits { $0["kind"] == "saved" }
        player.signal(SIGSTOP)
        let order = try harness.daemon.statectl(
            ["player", "pause", "mpv"],
            environment: ["DBUS_SESSION_BUS_ADDRESS": harness.bus.address]
        )
        #expect(order.exit == .status(75))
        #expect(order.said.contains("mpv did not carry out the request: it does not answer"))
        player.signal(SIGCONT)
        try player.quit()
    }

    @Test
    func `a bridge that stops while the daemon is down reports items that may be unsaved`()
        throws
    {
        let stream = try harness.stream()
        let player = try harness.mpv("--start=20", film)
        try stream.waits { $0["kind"] == "saved" }
        try harness.daemon.stop()
        try player.mpv.seek(40)
        try player.mpv.plays(past: 40.5)
        #expect(try harness.closeBridge() == .status(0))
        #expect(harness.said.contains("the newest position of 1 item may not be stored"))
        try player.quit()
    }

    @Test func `the bridge reports that there is no session bus`() throws {
        try harness.closeBridge()
        harness.bus.end()
        try harness.openBridge()
        #expect(try harness.bridge?.waitForExit() == .status(69))
        #expect(harness.said.contains("stated-mpris: no session bus: "))
    }

    @Test func `a bridge whose bus disappears stores the positions of players, and ends`() throws {
        let stream = try harness.stream()
        let player = try harness.mpv("--start=20", film)
        try stream.waits { $0["kind"] == "saved" }
        harness.bus.end()
        #expect(try harness.bridge?.waitForExit() == .status(69))
        #expect(try harness.point(film)?["status"] == "paused")
        try player.quit()
    }
}
