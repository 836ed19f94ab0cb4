// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// Clear, ClearAll and Undo.
@Suite struct ChangingTests {
    let daemon: DaemonProcess
    let client: Client

    init() throws {
        daemon = try .running()
        client = try daemon.client()
    }

    @Test func `a cleared item has no resume point, but stays in the history`() throws {
        let saved = try client.save("film", 1_000)
        let cleared = try client.playback("Clear", ["item": "film"])
        let revision = try #require(cleared["revision"]?.int)
        #expect(revision > (try #require(saved["result.revision"]?.int)))
        #expect(try client.playback("Get", ["item": "film"]) == .notFound("film"))
        #expect(try client.playback("Clear", ["item": "film"]) == .notFound("film"))
        #expect(try client.playback("List") == .ok(["points": []]))
        let history = try client.playback("History", ["item": "film"])
        #expect(history["entries.0.ending"] == "cleared")
    }

    @Test func `ClearAll removes the points of all players, or of the given player`() throws {
        try client.save("a", 100, ["player": "mpv"])
        try client.save("b", 100, ["player": "vlc"])
        try client.save("c", 100, ["player": "vlc"])
        let some = try client.playback("ClearAll", ["player": "vlc"])
        #expect(some["cleared"] == 2)
        #expect(try client.playback("List")["points"]?.elements.map { $0["item"] } == ["a"])
        #expect(try client.playback("ClearAll")["cleared"] == 1)
        let none = try client.playback("ClearAll")
        #expect(none["cleared"] == 0)
        #expect(none.error == nil)
        #expect(try client.service("GetHealth")["health.points"] == 0)
    }

    @Test func `ClearAll clears more points than fit in one slice of the event loop`() throws {
        for part in 0..<5 {
            let snapshots = (0..<480).map { JSONValue.snapshot("\(part)/\($0)", 50) }
            try client.playback("SaveMany", ["snapshots": .array(snapshots)])
        }
        let other = try daemon.client()
        try client.send("io.stated.Playback.ClearAll")
        #expect(try other.save("meanwhile", 10)["result.outcome"] == "saved")
        let cleared = try #require(try client.receive()["cleared"]?.int)
        #expect((2_400...2_401).contains(cleared))
        let left = try client.playback("List")["points"]?.elements.count
        #expect(left == 2_401 - cleared)
    }

    @Test func `Undo restores a cleared point`() throws {
        try client.save("film", 1_000, ["title": "A film", "duration": 5_400.0])
        try client.playback("Clear", ["item": "film"])
        let undone = try client.playback("Undo", ["item": "film"])
        #expect(undone["point.position"] == 1_000.0)
        #expect(undone["point.title"] == "A film")
        #expect(try client.playback("Get", ["item": "film"]) == undone)
    }

    @Test func `Undo with a revision restores that revision's value`() throws {
        let first = try client.save("film", 1_000)
        try client.save("film", 2_000)
        try client.save("film", 3_000)
        let undone = try client.playback(
            "Undo",
            ["item": "film", "revision": first["result.revision"] ?? .null]
        )
        #expect(undone["point.position"] == 1_000.0)
        let latest = try client.playback("Undo", ["item": "film"])
        #expect(latest["point.position"] == 3_000.0)
    }

    @Test func `Undo of an item without history fails`() throws {
        #expect(try client.playback("Undo", ["item": "film"]) == .notFound("film"))
        try client.save("film", 1_000)
        #expect(try client.playback("Undo", ["item": "film"]) == .notFound("film"))
        let wrong = try client.playback("Undo", ["item": "film", "revision": 999_999])
        #expect(wrong == .notFound("film"))
    }

    @Test func `Undo restores a quarantined value only if its revision is given`() throws {
        try client.save("film", 3_000)
        try client.save("film", 5, ["cause": "load", "player": "other"])
        #expect(try client.playback("Undo", ["item": "film"]) == .notFound("film"))
        let entry = try client.playback("History", ["item": "film"])["entries.0"]
        let undone = try client.playback(
            "Undo",
            ["item": "film", "revision": entry?["revision"] ?? .null]
        )
        #expect(undone["point.position"] == 5.0)
    }

    @Test func `a point that Undo restores gets a full time to live`() throws {
        let now = try client.now()
        try client.save("film", 1_000, ["at": .int(now - 80_000_000)])
        try client.playback("Clear", ["item": "film"])
        let undone = try client.playback("Undo", ["item": "film"])
        #expect(try #require(undone["point.expiresAt"]?.int) >= now + 86_400_000)
    }
}
