// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// What the configuration says reaches what it is about.
@Suite struct ConfiguredTests {
    static let text = """
        device: 'the desk'
        start-margin: 20s
        end-margin: 30s
        finish-margin: 2s
        jump-limit: 10s
        jump-window: 1h
        history-per-item: 2
        ttl: 1h
        players:
          radio:
            ttl: 10m
        rewind:
          1m: 1s
          1h: 20s
        """

    @Test func `saving, retention and resuming follow the configuration`() throws {
        let daemon = try DaemonProcess.running(DaemonProcess.Setup(configuration: Self.text))
        let client = try daemon.client()
        #expect(try client.save("a", 19, ["cause": "pause"])["result.why"] == "atStart")
        #expect(try client.save("a", 75, ["duration": 100.0])["result.why"] == "atEnd")
        let broken = ["status": "finished", "duration": 1_000.0] as JSONValue
        #expect(try client.save("a", 960, broken)["result.outcome"] == "saved")
        #expect(try client.save("a", 999, broken)["result.outcome"] == "cleared")

        try client.save("b", 100)
        #expect(try client.playback("Resume", ["item": "b"])["position"] == 99.0)
        #expect(try client.playback("Get", ["item": "b"])["point.device"] == "the desk")
        let jump = try client.save("b", 89, ["cause": "load", "player": "other"])
        #expect(jump["result.outcome"] == "quarantined")
        let at = try #require(try client.playback("Get", ["item": "b"])["point.at"]?.int)
        try client.save("c", 100, ["at": .int(at - 600_000)])
        #expect(try client.playback("Resume", ["item": "c"])["position"] == 80.0)

        for position in 1...5 { try client.save("d", Double(position) * 500) }
        let history = try client.playback("History", ["item": "d"])["entries"]?.elements
        #expect(history?.count == 2)
    }

    @Test func `arguments override the environment, which overrides the file`() throws {
        let daemon = try DaemonProcess.running(
            DaemonProcess.Setup(
                "--autoplay",
                "true",
                environment: ["STATED_TTL": "2h", "STATED_AUTOPLAY": "false"],
                configuration: "ttl: 1h\ndevice: desk\n"
            )
        )
        let client = try daemon.client()
        try client.save("film", 10, ["status": "playing"])
        let point = try client.playback("Get", ["item": "film"])["point"]
        let life = try #require(point?["expiresAt"]?.int) - (try #require(point?["at"]?.int))
        #expect(life == 7_200_000)
        #expect(point?["device"] == "desk")
        try daemon.restart()
        let again = try daemon.client()
        #expect(try again.playback("Resume", ["item": "film"])["autoplay"] == true)
    }
}
