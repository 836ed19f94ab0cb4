// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// io.stated.Session over a real socket: surfaces, queues and alerts.
@Suite struct SessionTests {
    let daemon: DaemonProcess
    let client: Client

    init() throws {
        daemon = try .running(DaemonProcess.Setup("--tick-interval", "1h"))
        client = try daemon.client()
    }

    private func session(_ method: String, _ parameters: JSONValue? = nil) throws -> Client.Answer {
        try client.call("io.stated.Session." + method, parameters)
    }

    private func attached(_ player: String) throws -> Client {
        let surface = try daemon.client()
        let answer = try surface.call("io.stated.Session.Attach", ["player": .string(player)])
        #expect(answer.error == nil)
        return surface
    }

    private func player(_ name: String) throws -> JSONValue? {
        try session("ListPlayers")["players"]?.elements.first { $0["player"] == .string(name) }
    }

    @Test func `a surface receives its player's position`() throws {
        #expect(
            try session("Attach", ["player": "mpv"])
                == .ok(["queue": [], "autoplay": false, "expired": false])
        )
        try client.save("film", 100)
        _ = try session("SetQueue", ["player": "mpv", "items": ["b", "c"]])
        let second = try daemon.client()
        let answer = try second.call("io.stated.Session.Attach", ["player": "mpv"])
        #expect(answer["item"] == "film")
        #expect(answer["position"] == 100.0)
        #expect(answer["queue"] == ["b", "c"])
        #expect(try player("mpv")?["surfaces"] == 2)
        #expect(try player("mpv")?["phase"] == "foreground")
    }

    @Test func `a playing item is paused when its last surface disconnects`() throws {
        let stream = try daemon.stream()
        do {
            let surface = try attached("mpv")
            try surface.save("film", 100, ["status": "playing"])
            try surface.tick("film", 200)
        }
        var position: JSONValue?
        while position != 200.0 {
            let change = try stream.next()
            if change.at("point.status") == "paused" { position = change.at("point.position") }
        }
        let point = try client.playback("Get", ["item": "film"])["point"]
        #expect(point?["status"] == "paused" && point?["position"] == 200.0)
        #expect(try player("mpv")?["playing"] == false)
        #expect(try player("mpv")?["surfaces"] == 0)
    }

    @Test func `a surface that moves to the background stores waiting ticks`() throws {
        #expect(
            try session("SetPhase", ["phase": "background"])
                == .error("io.stated.Session.NotAttached")
        )
        let surface = try attached("mpv")
        try surface.tick("film", 50)
        let back = try surface.call("io.stated.Session.SetPhase", ["phase": "background"])
        #expect(back == .ok())
        #expect(try client.playback("Get", ["item": "film"])["point.position"] == 50.0)
        #expect(try player("mpv")?["phase"] == "background")
        try daemon.kill()
        try daemon.start()
        let again = try daemon.client()
        #expect(try again.playback("Get", ["item": "film"])["point.position"] == 50.0)
    }

    @Test func `a queue is changed only if its revision is the expected one`() throws {
        let set = try session("SetQueue", ["player": "mpv", "items": ["a", "b"]])
        let revision = try #require(set["revision"]?.int)
        let added = try session("Enqueue", ["player": "mpv", "items": ["first"], "next": true])
        #expect(added["queue"] == ["first", "a", "b"])
        let late = try session(
            "SetQueue",
            ["player": "mpv", "items": [], "ifRevision": .int(revision)]
        )
        #expect(late.error == "io.stated.Session.QueueChanged")
        #expect(late["revision"] == added["revision"])
        #expect(try session("Skip", ["player": "mpv"])["item"] == "first")
        let now = try session("PlayNow", ["player": "mpv", "item": "b"])
        #expect(now["queue"] == ["a"])
        #expect(try player("mpv")?["item"] == "b")
        try client.save("b", 99, ["status": "finished", "duration": 100.0])
        #expect(try player("mpv")?["item"] == "a")
        #expect(try player("mpv")?["queue"] == [])
        #expect(
            try client.playback("Resume", ["player": "mpv"])
                == .ok(["item": "a", "position": 0.0, "autoplay": false])
        )
        try daemon.kill()
        try daemon.start()
        let again = try daemon.client()
        #expect(try again.call("io.stated.Session.ListPlayers")["players.0.item"] == "a")
    }

    @Test func `a media stream that fails raises an alert for all clients until it plays`() throws {
        let stream = try daemon.stream()
        try client.save("film", 100, ["status": "failed", "reason": "reset", "title": "A film"])
        _ = try stream.until(kind: "alert")
        let alert = try #require(stream.last?["about"])
        #expect(alert["kind"] == "streamFailed" && alert["state"] == "raised")
        #expect(alert["position"] == 100.0 && alert["retryable"] == true)
        let id = try #require(alert["id"])
        #expect(try session("ListAlerts")["alerts"]?.elements.map { $0["id"] } == [id])
        #expect(try session("RetryAlert", ["id": id]) == .ok())
        _ = try stream.until(kind: "alert")
        #expect(stream.last?.at("about.state") == "retrying")
        try client.save("film", 101, ["status": "playing"])
        _ = try stream.until(kind: "alert")
        #expect(stream.last?.at("about.state") == "dismissed")
        #expect(try session("ListAlerts") == .ok(["alerts": []]))
        for method in ["DismissAlert", "RetryAlert"] {
            let answer = try session(method, ["id": id])
            #expect(answer == .error("io.stated.Session.AlertNotFound", ["id": id]))
        }
    }

    @Test
    func `an unavailable item is cleared, and an alert about a quarantined jump has no retry`()
        throws
    {
        try client.save("film", 3_000)
        let gone = try session("ReportUnavailable", ["player": "mpv", "item": "film"])
        #expect(gone["alert"]?.int != nil)
        #expect(try client.playback("Get", ["item": "film"]) == .notFound("film"))
        try client.save("other", 3_000)
        try client.save("other", 5, ["cause": "load", "player": "vlc"])
        let alerts = try session("ListAlerts")["alerts"]?.elements ?? []
        let jump = try #require(alerts.first { $0["kind"] == "jumpQuarantined" }?["id"])
        #expect(
            try session("RetryAlert", ["id": jump])
                == .error("io.stated.Session.NotRetryable", ["id": jump])
        )
        #expect(try session("DismissAlert", ["id": jump]) == .ok())
    }

    @Test func `a queue that exceeds the limits is refused`() throws {
        let many = JSONValue.array((0...10_000).map { .string("\($0)") })
        let tooMany = try session("SetQueue", ["player": "mpv", "items": many])
        #expect(tooMany.error == "io.stated.Service.QuotaExceeded")
        #expect(tooMany["value"] == 10_000)
        let long = JSONValue.string(String(repeating: "x", count: 1_025))
        let tooLong = try session("SetQueue", ["player": "mpv", "items": [long]])
        #expect(tooLong.error == "io.stated.Service.InvalidValue")
        #expect(try player("mpv") == nil)
    }

    @Test func `replies with long queues and alerts stay below 1 MiB`() throws {
        let long = String(repeating: "\u{1}", count: 1_000)
        let items = JSONValue.array((0..<125).map { .string(long + "\($0)") })
        for number in 0..<12 {
            let name = JSONValue.string("player-\(number)")
            #expect(try session("SetQueue", ["player": name, "items": items]).error == nil)
        }
        let reason = JSONValue.string(String(repeating: "\u{2}", count: 4_000))
        for number in 0..<60 {
            try client.save(
                long + "\(number)",
                100,
                ["status": "failed", "reason": reason, "title": .string(long)]
            )
        }
        // The client refuses messages of more than 1 MiB by itself.
        let players = try session("ListPlayers")["players"]?.elements ?? []
        #expect(!players.isEmpty)
        let alerts = try session("ListAlerts")["alerts"]?.elements ?? []
        #expect(!alerts.isEmpty)
        let standing = try ClientStream(daemon.socket).untilReady()
        #expect(standing.filter { $0["kind"] == "player" }.count == 13)
        #expect(standing.filter { $0["kind"] == "alert" }.count == 60)
    }
}
