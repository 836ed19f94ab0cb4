// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// Ticks: published at once, stored soon, and at once where somebody might go away.
@Suite struct TickTests {
    /// A daemon that stores ticks after that time.
    private func started(_ interval: String) throws -> DaemonProcess {
        try .running(DaemonProcess.Setup("--tick-interval", interval))
    }

    /// The position that stands for an item; nil: nothing does.
    private func position(_ item: String, _ daemon: DaemonProcess) throws -> JSONValue? {
        try daemon.client().playback("Get", ["item": .string(item)])["point.position"]
    }

    @Test func `a tick is published at once as observed, and as saved once it is stored`() throws {
        let daemon = try started("100ms")
        let client = try daemon.client()
        let stream = try daemon.stream()
        try client.tick("film", 10)
        let received = try stream.next()
        #expect(received["kind"] == "observed")
        #expect(received["item"] == "film" && received["player"] == "mpv")
        #expect(received.at("snapshot.position") == 10.0)
        #expect(received.at("snapshot.status") == "playing")
        #expect(
            try stream.next(2).map { $0["kind"]?.text }.sorted { $0 ?? "" < $1 ?? "" }
                == ["player", "saved"]
        )
        #expect(try position("film", daemon) == 10.0)
    }

    @Test func `only the last of several ticks is stored`() throws {
        let daemon = try started("100ms")
        let client = try daemon.client()
        let stream = try daemon.stream()
        for second in 1...5 { try client.tick("film", Double(second) + 10) }
        let changes = try stream.next(7)
        #expect(changes.prefix(5).allSatisfy { $0["kind"] == "observed" })
        let saved = changes.filter { $0["kind"] == "saved" }
        #expect(saved.map { $0.at("point.position") } == [15.0])
    }

    @Test func `a Save does not discard a waiting tick of the same item`() throws {
        let daemon = try started("1h")
        let client = try daemon.client()
        try client.tick("film", 1_000)
        try client.save("film", 2_000)
        let history = try client.playback("History", ["item": "film"])
        #expect(history["entries.0.point.position"] == 1_000.0)
        #expect(try position("film", daemon) == 2_000.0)
    }

    @Test(arguments: [
        ["status": "paused", "cause": "pause"] as JSONValue, ["cause": "stop"],
        ["cause": "background"], ["cause": "switch"], ["status": "failed", "reason": "reset"],
    ])
    func `a pause, a stop and a move to the background are stored at once`(
        end: JSONValue
    ) throws {
        let daemon = try started("1h")
        let client = try daemon.client()
        let stream = try daemon.stream()
        try client.tick("film", 10)
        try client.tick("film", 20, end)
        var change = try stream.next()
        while change["kind"] != "saved" || change.at("point.position") != 20.0 {
            change = try stream.next()
        }
        try daemon.kill()
        try daemon.start()
        #expect(try position("film", daemon) == 20.0)
    }

    @Test func `the last tick of a disconnected player is stored`() throws {
        let daemon = try started("1h")
        let stream = try daemon.stream()
        do {
            let client = try daemon.client()
            try client.tick("film", 10)
            #expect(try stream.next()["kind"] == "observed")
        }
        let kinds = try stream.next(2).compactMap { $0["kind"]?.text }
        #expect(Set(kinds) == ["saved", "player"])
        try daemon.kill()
        try daemon.start()
        #expect(try position("film", daemon) == 10.0)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `pending ticks are stored before the daemon exits`(signal: Int32) throws {
        let daemon = try started("1h")
        let client = try daemon.client()
        let stream = try daemon.stream()
        try client.tick("film", 10)
        #expect(try stream.next()["kind"] == "observed")
        daemon.signal(signal)
        #expect(try daemon.waitForExit() == .status(0))
        #expect(Set(try stream.next(2).compactMap { $0["kind"]?.text }) == ["saved", "player"])
        _ = daemon.manager.heard()
        try daemon.start()
        #expect(try position("film", daemon) == 10.0)
    }

    @Test func `a tick at the start or the end is published but not stored`() throws {
        let daemon = try started("100ms")
        let client = try daemon.client()
        let stream = try daemon.stream()
        try client.tick("early", 0.5)
        try client.tick("late", 99.5, ["duration": 100.0])
        try client.tick("mark", 50)
        let changes = try stream.until(kind: "saved")
        #expect(changes.filter { $0["kind"] == "observed" }.count == 3)
        #expect(try client.playback("Get", ["item": "early"]) == .notFound("early"))
        #expect(try client.playback("Get", ["item": "late"]) == .notFound("late"))
    }

    @Test func `an invalid tick is ignored, and affects no other tick`() throws {
        let daemon = try started("100ms")
        let client = try daemon.client()
        let stream = try daemon.stream()
        try client.tick("", 10)
        try client.tick("film", -10)
        try client.send("io.stated.Playback.Save", ["snapshot": 5], oneway: true)
        try client.send("io.stated.Playback.Save", oneway: true)
        try client.save("mark", 10)
        #expect(try stream.until(item: "mark").allSatisfy { $0["kind"] == "player" })
    }

    @Test func `ClearAll also clears items known only from ticks`() throws {
        let daemon = try started("1h")
        let client = try daemon.client()
        try client.tick("film", 10)
        #expect(try client.playback("ClearAll")["cleared"] == 1)
        #expect(try client.playback("Get", ["item": "film"]) == .notFound("film"))
    }

    @Test
    func `the token sent with a tick is still valid after a crash that loses the tick`() throws {
        let daemon = try started("1h")
        let client = try daemon.client()
        let stream = try daemon.stream()
        try client.save("film", 10)
        _ = try stream.next(2)
        try client.tick("film", 20)
        #expect(try stream.until(kind: "observed").isEmpty)
        try daemon.kill()
        try daemon.start()
        #expect(try position("film", daemon) == 10.0)
        let again = try daemon.stream(token: stream.token)
        #expect(try again.untilReady().allSatisfy { $0["kind"] == "player" })
    }
}
