// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// Expiry: to the second, without anyone asking, and never served afterwards.
@Suite struct ExpiryTests {
    private let clock: TestClock
    private let daemon: DaemonProcess

    init() throws {
        clock = try TestClock()
        daemon = try .running(DaemonProcess.Setup(clock: clock))
    }

    @Test func `a point expires on time, and each subscriber receives one notification`() throws {
        let client = try daemon.client()
        let streams = try (0..<2).map { _ in try ClientStream(daemon.socket) }
        for stream in streams { _ = try stream.untilReady() }
        try client.save("film", 10, ["ttl": 3_600])
        let point = try client.playback("Get", ["item": "film"])["point"]
        try client.save("stays", 10)
        try clock.advance(by: .seconds(3_540))
        #expect(try client.playback("Get", ["item": "film"])["point.position"] == 10.0)
        try clock.advance(by: .seconds(60))
        for stream in streams {
            let before = try stream.until(kind: "expired")
            #expect(before.filter { $0["kind"] == "saved" }.count == 2)
            #expect(stream.last?["item"] == "film")
            #expect(stream.last?.at("point.position") == 10.0)
            #expect(stream.last?.at("point.revision") == point?["revision"])
        }
        let expired = Client.Answer.error(
            "io.stated.Playback.Expired",
            ["item": "film", "expiredAt": point?["expiresAt"] ?? .null]
        )
        #expect(try client.playback("Get", ["item": "film"]) == expired)
        #expect(try client.playback("Resume", ["item": "film"]) == expired)
        #expect(try client.playback("Clear", ["item": "film"]) == expired)
        #expect(try client.playback("List")["points"]?.elements.map { $0["item"] } == ["stays"])
        #expect(try client.service("GetHealth")["health.points"] == 1)

        let history = try client.playback("History", ["item": "film"])
        #expect(history["entries.0.ending"] == "expired")
        #expect(history["entries.0.endedAt"] == point?["expiresAt"])
        let undone = try client.playback("Undo", ["item": "film"])
        #expect(undone["point.position"] == 10.0)
        #expect(try client.playback("Get", ["item": "film"]) == undone)
    }

    @Test
    func
        `a point that expired while the daemon was off is not served; its expiry is published`()
        throws
    {
        let stream = try daemon.stream()
        try daemon.client().save("film", 10)
        _ = try stream.until(kind: "saved")
        try daemon.stop()
        _ = daemon.manager.heard()
        try clock.advance(by: .seconds(25 * 3_600))
        try daemon.start()
        let client = try daemon.client()
        #expect(
            try client.playback("Get", ["item": "film"]).error == "io.stated.Playback.Expired"
        )
        let again = try daemon.stream(token: stream.token)
        _ = try again.until(kind: "expired")
        #expect(again.last?["item"] == "film")
    }

    @Test func `a new value expires after its own time to live`() throws {
        let client = try daemon.client()
        let stream = try daemon.stream()
        try client.save("long", 10, ["ttl": 60])
        try client.save("long", 20, ["ttl": 3_600])
        try client.save("short", 10, ["ttl": 3_600])
        try client.save("short", 20, ["ttl": 60])
        try client.save("cleared", 10, ["ttl": 60])
        try client.playback("Clear", ["item": "cleared"])
        try clock.advance(by: .seconds(60))
        _ = try stream.until(kind: "expired")
        #expect(stream.last?["item"] == "short")
        #expect(try client.playback("Get", ["item": "long"])["point.position"] == 20.0)
        #expect(try client.playback("Get", ["item": "cleared"]) == .notFound("cleared"))
    }

    @Test func `the time to live is the snapshot's, else the player's, else the default`() throws {
        let configured = try DaemonProcess.running(
            DaemonProcess.Setup(configuration: "ttl: 2h\nplayers:\n  radio:\n    ttl: 30m\n")
        )
        let client = try configured.client()
        try client.save("a", 10)
        try client.save("b", 10, ["player": "radio"])
        try client.save("c", 10, ["player": "radio", "ttl": 60])
        for (item, seconds) in ["a": 7_200, "b": 1_800, "c": 60] {
            let point = try client.playback("Get", ["item": .string(item)])["point"]
            let life = try #require(point?["expiresAt"]?.int) - (try #require(point?["at"]?.int))
            #expect(life == seconds * 1_000, "\(item)")
        }
    }

    @Test func `1,000 points that expire at the same moment are each published once`() throws {
        let client = try daemon.client()
        let stream = try daemon.stream()
        for part in 0..<2 {
            let snapshots = (0..<500).map { JSONValue.snapshot("item \(part) \($0)", 50) }
            try client.playback("SaveMany", ["snapshots": .array(snapshots)])
        }
        try clock.advance(by: .seconds(86_400))
        var expired: Set<String> = []
        while expired.count < 1_000 {
            let change = try stream.next()
            guard change["kind"] == "expired", let item = change["item"]?.text else { continue }
            #expect(expired.insert(item).inserted)
        }
        #expect(try client.playback("List") == .ok(["points": []]))
    }
}
