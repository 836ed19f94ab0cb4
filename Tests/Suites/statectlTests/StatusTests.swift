// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateTesting
import Testing
import Varlink

/// `statectl status` with a real daemon.
@Suite struct StatusTests {
    let daemon: DaemonProcess
    let client: Client

    init() throws {
        daemon = try .running()
        client = try daemon.client()
    }

    private var version: String {
        get throws { try client.service("GetHealth")["health.version"]?.text ?? "" }
    }

    @Test func `status shows players, alerts and health`()
        async throws
    {
        #expect(
            try await daemon.said("status") == """
                Nothing is playing.

                stated \(try version) is ok: 0 resume points, 0 subscribers

                """
        )
        let surface = try daemon.surface(of: "mpv")
        let alien: JSONValue = ["status": "playing", "duration": 7_020.0, "title": "Alien"]
        try client.save("/films/alien.mkv", 3_723, alien.with(["at": .int(try client.now())]))
        try client.save("radio", 65, ["player": "car", "status": "failed"])
        _ = try await daemon.said("queue add mpv aliens.mkv")
        let shown = try await daemon.shown("status").split(separator: "\n")
        #expect(shown[0] == "mpv: playing Alien")
        #expect(shown[1].hasPrefix("  [############............]  1:02:03 of 1:57:00 (53 %), "))
        #expect(shown[2] == "  1 surface in the foreground, 1 queued, next aliens.mkv")
        #expect(shown[3] == "car: failed radio")
        #expect(shown[5].contains("  Playback failed (car, "))
        #expect(shown.last == "stated \(try version) is ok: 2 resume points, 0 subscribers")
        let piped = try await daemon.said("status").split(separator: "\n")
        #expect(piped[1].hasPrefix("  1:02:03 of 1:57:00 (53 %), "))
        withExtendedLifetime(surface) {}
    }

    @Test func `colours and bars are used only on terminals that support them`() async throws {
        try client.save("film", 50, ["status": "playing", "duration": 100.0])
        let coloured = try await Terminal(columns: 80).run("status", socket: daemon.socket)
        #expect(coloured.hasPrefix("\u{1B}[1mmpv: playing film\u{1B}[0m\n  [####"))
        let plain = try await daemon.shown("status")
        #expect(!plain.contains("\u{1B}"))
        #expect(plain.contains("["))
        let piped = try await daemon.said("status")
        #expect(!piped.contains("[") && !piped.contains("\u{1B}"))
    }

    @Test func `no line of the status is wider than the terminal`() async throws {
        let long = JSONValue.string(String(repeating: "a long title ", count: 20))
        try client.save("film", 50, ["status": "failed", "reason": long, "title": long])
        _ = try await daemon.said("queue add mpv \(String(repeating: "long", count: 50))")
        for columns in [UInt16(24), 80] {
            let shown = try await daemon.shown("status", columns: columns)
            #expect(shown.split(separator: "\n").allSatisfy { $0.count <= columns })
        }
    }

    @Test func `status --json combines the daemon's replies in one object`() async throws {
        try client.save("film", 50, ["status": "failed"])
        for line in ["status --json", "status --format json"] {
            let said = try await daemon.said(line)
            var reader = JSONReader(Array(said.utf8))
            let status = try reader.value()
            #expect(status.keys == ["health", "players", "points", "alerts", "latest"])
            #expect(status.at("health.status") == "ok")
            #expect(status.at("players.0.item") == "film")
            #expect(
                status.at("points.0") == (try client.playback("Get", ["item": "film"])["point"])
            )
            #expect(status.at("alerts.0.kind") == "streamFailed")
            #expect(status.at("latest.item") == "film")
        }
    }

    @Test func `a point that was saved by hand is shown until it is cleared`() async throws {
        _ = try await daemon.said("save film --position 5:00")
        #expect(try await daemon.said("status").hasPrefix("saved by hand: film, paused\n"))
        _ = try await daemon.said("clear film")
        #expect(try await daemon.said("status").hasPrefix("Nothing is playing.\n\n"))
        #expect(try await daemon.said("status --format waybar").hasPrefix(#"{"text":"","#))
    }

    @Test func `a player without a resume point is shown without a position`() async throws {
        _ = try await daemon.said("queue play mpv /films/alien.mkv --create")
        let status = try await daemon.said("status")
        #expect(status.hasPrefix("mpv: paused alien.mkv\n\n"))
        #expect(try await daemon.said("status --json").contains(#""points":[]"#))
        let waybar = try await daemon.said("status --format waybar")
        #expect(waybar.hasPrefix(#"{"text":"alien.mkv","alt":"paused","#))
        #expect(waybar.hasSuffix(#","class":["paused"]}"# + "\n"))
    }

    @Test
    func `without a daemon, a status bar shows offline and the command succeeds`() async throws {
        let run = try await Program.run("status", "--format", "waybar", socket: "/nonexistent/s")
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        #expect(run.output.hasPrefix(#"{"text":"offline","alt":"offline","tooltip":"no daemon at"#))
        #expect(run.output.hasSuffix(#","class":["offline"]}"# + "\n"))
    }

    @Test(arguments: ["status", "status --json", "status --format waybar", "players", "alerts"])
    func `the commands that show the status store nothing`(line: String) async throws {
        try client.save("film", 50)
        let before = try client.service("GetMetrics")["text"]?.text ?? ""
        _ = try await daemon.said(line)
        let after = try client.service("GetMetrics")["text"]?.text ?? ""
        func commits(_ text: String) -> Substring? {
            text.split(separator: "\n").first { $0.hasPrefix("stated_commits_total") }
        }
        #expect(commits(before) == commits(after))
    }
}
