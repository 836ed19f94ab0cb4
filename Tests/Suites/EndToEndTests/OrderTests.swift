// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// Orders of `statectl player` to a real mpv, over its socket and over a real bus.
@Suite(.timeLimit(.minutes(3))) struct OrderTests {
    /// Runs `statectl player` and returns its end and its output.
    private func order(
        _ words: String...,
        for daemon: DaemonProcess,
        bus: PrivateBus? = nil
    ) throws -> String {
        var environment = try PlayerProcess.environment(daemon.directory, daemon.socket)
        if let bus { environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address }
        let log = daemon.directory.file("order.log")
        let program = try DaemonProgram(
            [try DaemonProcess.executable("statectl"), "player"] + words,
            environment: environment,
            output: log
        )
        let exit = try program.waitForExit()
        let said = String(decoding: (try? DaemonFiles.read(log)) ?? [], as: UTF8.self)
        unlink(log)
        return exit == .status(0) ? said : "\(said)[\(exit)]"
    }

    private func stream(_ daemon: DaemonProcess) throws -> ClientStream {
        let stream = try ClientStream(daemon.socket)
        _ = try stream.untilReady()
        return stream
    }

    @Test func `an mpv that statectl plays obeys, on a socket that goes with it`() throws {
        let daemon = try DaemonProcess.running()
        let talk = daemon.directory.file("talk.ogg")
        try Media.tone(talk, seconds: 90)
        let changes = try stream(daemon)
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
                    "statectl: mpv did not take the order: 20:00 is beyond its end at 1:30\n"
                )
        )
        #expect(
            try order("previous", for: daemon)
                .hasPrefix("statectl: mpv did not take the order: there is no previous item\n")
        )
        #expect(try order("seek", "-30", for: daemon).hasPrefix("mpv: at 0:"))
        try changes.waits { (29...31).contains($0.at("point.position")?.number ?? 0) }
        #expect(
            try order("play", "--json", for: daemon) == #"{"player":"mpv","order":"play"}"# + "\n"
        )
        try changes.waits { $0["snapshot"]?["status"] == "playing" }
        #expect(access(daemon.directory.file("stated/mpv-mpv"), F_OK) == 0)
        player.signal(SIGTERM)
        _ = try player.waitForExit()
        #expect(access(daemon.directory.file("stated/mpv-mpv"), F_OK) != 0)
        #expect(try order("pause", "mpv", for: daemon).contains("mpv does not run"))
    }

    @Test func `a player on the bus obeys`() throws {
        let harness = try PlayersHarness()
        let films = [try harness.film("one.mkv"), try harness.film("two.mkv")]
        let changes = try harness.stream()
        let player = try harness.mpv(films[0], films[1])
        try changes.waits { $0.at("point.position")?.number ?? 0 > 1 }
        #expect(
            try order("pause", for: harness.daemon, bus: harness.bus).hasPrefix("mpv: paused at 0:")
        )
        try changes.waits { $0.at("point.status") == "paused" }
        #expect(
            try order("seek", "30", "mpv", for: harness.daemon, bus: harness.bus)
                == "mpv: at 0:30\n"
        )
        try player.mpv.wait(for: "time-pos") { $0.number ?? 0 > 29 }
        #expect(
            try order("seek", "-20", "mpv", for: harness.daemon, bus: harness.bus)
                .hasPrefix("mpv: at 0:")
        )
        try player.mpv.wait(for: "time-pos") { $0.number ?? 99 < 11 }
        #expect(try order("next", for: harness.daemon, bus: harness.bus) == "mpv: next item\n")
        try player.mpv.wait(for: "path") { $0.text == films[1] }
    }
}
