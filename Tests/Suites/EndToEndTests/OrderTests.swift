// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// Requests of `statectl player` to a real mpv, by both bridges.
@Suite(.timeLimit(.minutes(10))) struct OrderTests {
    /// Runs `statectl player` and returns its end and its output.
    private func order(_ words: String..., for daemon: DaemonProcess) throws -> String {
        let run = try daemon.statectl(["player"] + words)
        return run.exit == .status(0) ? run.said : "\(run.said)[\(run.exit)]"
    }

    @Test func `an mpv started by statectl obeys requests until it ends`() throws {
        let daemon = try DaemonProcess.running()
        let talk = daemon.directory.file("talk.ogg")
        try Media.tone(talk, seconds: 90)
        let changes = try daemon.stream()
        let player = try DaemonProgram(
            [try DaemonProcess.executable("statectl"), "play"] + PlayerProcess.options
                + ["--start=5", talk],
            environment: try PlayerProcess.environment(daemon.directory, daemon.socket),
            output: daemon.directory.file("player.log")
        )
        try changes.waits { $0["snapshot"]?["status"] == "playing" }
        #expect(try order("pause", for: daemon).hasPrefix("mpv: paused at 0:0"))
        try changes.waits { $0.at("point.status") == "paused" }
        #expect(try order("seek", "1:00", "mpv", for: daemon) == "mpv: at 1:00\n")
        try changes.waits { $0.at("point.position")?.number ?? 0 > 59 }
        #expect(
            try order("seek", "20:00", for: daemon)
                .hasPrefix(
                    "statectl: mpv did not carry out the request: "
                        + "20:00 is beyond the end of the item at 1:30\n"
                )
        )
        #expect(
            try order("previous", for: daemon)
                .hasPrefix(
                    "statectl: mpv did not carry out the request: there is no such item in its playlist\n"
                )
        )
        #expect(try order("seek", "-30", for: daemon).hasPrefix("mpv: at 0:"))
        try changes.waits { (29...31).contains($0.at("point.position")?.number ?? 0) }
        let reply = try order("play", "--json", for: daemon)
        let start = #"{"player":"mpv","order":"play","playing":true,"position":"#
        #expect(reply.hasPrefix(start), "\(reply)")
        try changes.waits { $0["snapshot"]?["status"] == "playing" }
        player.signal(SIGTERM)
        _ = try player.waitForExit()
        #expect(try order("pause", "mpv", for: daemon).contains("is not running"))
    }

    @Test func `a player on the session bus obeys requests`() throws {
        let harness = try PlayersHarness()
        let films = [try harness.film("one.mkv"), try harness.film("two.mkv")]
        let changes = try harness.stream()
        let player = try harness.mpv(films[0], films[1])
        try changes.waits { $0.at("point.position")?.number ?? 0 > 1 }
        #expect(
            try order("pause", for: harness.daemon).hasPrefix("mpv: paused at 0:")
        )
        try changes.waits { $0.at("point.status") == "paused" }
        #expect(
            try order("seek", "30", "mpv", for: harness.daemon)
                == "mpv: at 0:30\n"
        )
        try player.mpv.wait(for: "time-pos") { $0.number ?? 0 > 29 }
        // A paused player announces no jump.
        try changes.waits { $0.at("point.position")?.number ?? 0 > 29 }
        #expect(
            try order("seek", "-20", "mpv", for: harness.daemon)
                .hasPrefix("mpv: at 0:")
        )
        try player.mpv.wait(for: "time-pos") { $0.number ?? 99 < 11 }
        #expect(try order("next", for: harness.daemon) == "mpv: next item\n")
        try player.mpv.wait(for: "path") { $0.text == films[1] }
    }
}
