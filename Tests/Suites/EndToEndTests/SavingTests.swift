// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// What becomes of a snapshot, as the manual has it, in its order.
@Suite struct SavingTests {
    let daemon: DaemonProcess
    let client: Client

    init() throws {
        daemon = try .running(DaemonProcess.Setup("--device", "desk"))
        client = try daemon.client()
    }

    @Test func `a saved point is returned completely`() throws {
        let saved = try client.save(
            "file:///films/a.mkv",
            61.5,
            ["duration": 5400.0, "title": "A film", "rate": 1.25, "cause": "pause"]
        )
        #expect(saved["result.outcome"] == "saved")
        #expect(saved["result.why"] == nil)

        let point = try client.playback("Get", ["item": "file:///films/a.mkv"])["point"]
        #expect(point?["item"] == "file:///films/a.mkv")
        #expect(point?["player"] == "mpv")
        #expect(point?["status"] == "paused")
        #expect(point?["position"] == 61.5)
        #expect(point?["duration"] == 5400.0)
        #expect(point?["title"] == "A film")
        #expect(point?["device"] == "desk")
        #expect(point?["revision"] == saved["result.revision"])
        let at = try #require(point?["at"]?.int)
        #expect(point?["expiresAt"]?.int == at + 86_400_000)
    }

    @Test(arguments: Self.faults)
    func `an invalid snapshot is refused, and the error names its member`(fault: Fault) throws {
        try client.save("film", 10)
        let answer = try client.attempt("film", 20, fault.members)
        #expect(answer.error == "io.stated.Playback.InvalidSnapshot")
        #expect(answer["field"]?.text == fault.field)
        #expect(answer["why"]?.text?.isEmpty == false)
        #expect(try client.playback("Get", ["item": "film"])["point.position"] == 10.0)
    }

    /// Members that put a fault into a snapshot, and the one that is named.
    struct Fault: Sendable, CustomTestStringConvertible {
        let field: String
        let members: JSONValue
        var testDescription: String { "\(field): \(members)".prefix(80).description }

        init(_ field: String, _ value: JSONValue, with others: JSONValue = [:]) {
            self.field = field
            members = others.with(.object([JSONMember(key: field, value: value)]))
        }
    }

    static let faults = [
        Fault("item", ""),
        Fault("item", .string(String(repeating: "é", count: 512) + "x")),
        Fault("player", ""),
        Fault("player", "a player"),
        Fault("player", "mpv\u{0}"),
        Fault("player", .string(String(repeating: "p", count: 65))),
        Fault("position", -0.5),
        Fault("position", 101.5, with: ["duration": 100.0]),
        Fault("duration", 0),
        Fault("duration", -1.0),
        Fault("title", .string(String(repeating: "t", count: 1_025))),
        Fault("reason", .string(String(repeating: "r", count: 4_097)), with: ["status": "failed"]),
        Fault("ttl", 0),
        Fault("ttl", -1),
        Fault("ttl", 31_622_401),
    ]

    @Test func `a snapshot whose values are exactly at the limits is accepted`() throws {
        let item = String(repeating: "i", count: 1_024)
        let saved = try client.save(
            item,
            100.0,
            [
                "player": .string(String(repeating: "p", count: 64)), "duration": 105.0,
                "title": .string(String(repeating: "t", count: 1_024)), "ttl": 31_622_400,
                "reason": .string(String(repeating: "r", count: 4_096)), "status": "failed",
            ]
        )
        #expect(saved["result.outcome"] == "saved")
        #expect(try client.playback("Get", ["item": .string(item)])["point.position"] == 100.0)
    }

    @Test func `an observation from the far future is stored with the current time`() throws {
        let now = try client.now()
        try client.save("soon", 10, ["at": .int(now + 200_000)])
        try client.save("far", 10, ["at": .int(now + 400_000)])
        for item: JSONValue in ["soon", "far"] {
            let at = try #require(try client.playback("Get", ["item": item])["point.at"]?.int)
            #expect((now..<now + 200_000).contains(at))
        }
        #expect(daemon.log.contains("snapshot is in the future"))
    }

    @Test func `an observation that has already expired is kept only in the history`() throws {
        let now = try client.now()
        let old = try client.save("film", 10, ["at": .int(now - 86_500_000)])
        #expect(old["result.outcome"] == "ignored")
        #expect(old["result.why"] == "expired")
        let get = try client.playback("Get", ["item": "film"])
        #expect(
            get.error == "io.stated.Playback.Expired" || get.error == "io.stated.Playback.NotFound"
        )
        let entries = try client.playback("History", ["item": "film"])["entries"]?.elements
        #expect(entries?.count == 1)
        #expect(entries?.first?["ending"] == "expired")
        #expect(entries?.first?.at("point.position") == 10.0)
    }

    @Test func `an observation older than the stored one is stale`() throws {
        let now = try client.now()
        try client.save("film", 100, ["at": .int(now - 10_000)])
        let stale = try client.save("film", 50, ["at": .int(now - 20_000)])
        #expect(stale["result.outcome"] == "ignored")
        #expect(stale["result.why"] == "stale")
        #expect(try client.save("film", 40)["result.outcome"] == "saved")
    }

    @Test func `an item finished near a known end is cleared`() throws {
        try client.save("film", 1_000, ["duration": 5_400.0])
        let done = try client.save("film", 5_380, ["status": "finished"])
        #expect(done["result.outcome"] == "cleared")
        #expect(try client.playback("Get", ["item": "film"]) == .notFound("film"))
        let history = try client.playback("History", ["item": "film"])
        #expect(history["entries.0.ending"] == "cleared")
        #expect(history["entries.0.finished"] == true)
        #expect(history["entries.0.point.position"] == 1_000.0)
    }

    @Test(arguments: [
        ["duration": 5_400.0] as JSONValue,  // in the middle: a stream that broke off
        [:],  // no end is known
        ["duration": 1_050.0],  // more than 30 s from the end
    ])
    func `an item finished far from its end counts as paused`(end: JSONValue) throws {
        let done = try client.save("film", 1_000, end.with(["status": "finished"]))
        #expect(done["result.outcome"] == "saved")
        #expect(try client.playback("Get", ["item": "film"])["point.status"] == "paused")
    }

    @Test func `the last tenth of a short item counts as its end`() throws {
        #expect(
            try client.save("a", 80, ["status": "finished", "duration": 100.0])["result.outcome"]
                == "saved"
        )
        #expect(
            try client.save("b", 91, ["status": "finished", "duration": 100.0])["result.outcome"]
                == "cleared"
        )
    }

    @Test
    func `a position at the start is saved only by a seek, or without a cause if not 0`() throws {
        try client.save("film", 100)
        for cause: JSONValue in ["load", "tick", "pause", "stop", "switch", "background"] {
            let answer = try client.save("film", 0.5, ["cause": cause])
            #expect(answer["result.why"] == "atStart", "\(cause)")
        }
        #expect(try client.save("film", 0)["result.why"] == "atStart")
        #expect(try client.playback("Get", ["item": "film"])["point.position"] == 100.0)
        #expect(try client.save("film", 0.5)["result.outcome"] == "saved")
        #expect(try client.save("film", 0, ["cause": "seek"])["result.outcome"] == "saved")
    }

    @Test func `a position in the last second is not stored`() throws {
        let end = try client.save("film", 99.5, ["duration": 100.0])
        #expect(end["result.why"] == "atEnd")
        #expect(try client.save("film", 98.5, ["duration": 100.0])["result.outcome"] == "saved")
    }

    @Test func `a jump back right after loading is quarantined until a seek`() throws {
        try client.save("film", 3_000)
        let jump = try client.save("film", 5, ["cause": "load", "player": "other"])
        #expect(jump["result.outcome"] == "quarantined")
        #expect(jump["result.why"] == "jump")
        let tick = try client.save("film", 6, ["cause": "tick", "player": "other"])
        #expect(tick["result.outcome"] == "quarantined")
        #expect(try client.playback("Get", ["item": "film"])["point.position"] == 3_000.0)
        let history = try client.playback("History", ["item": "film"])["entries"]?.elements
        #expect(history?.count == 1)
        #expect(history?.first?["ending"] == "quarantined")

        let seek = try client.save("film", 7, ["cause": "seek", "player": "other"])
        #expect(seek["result.outcome"] == "saved")
        #expect(
            try client.save("film", 8, ["cause": "tick", "player": "other"])["result.outcome"]
                == "saved"
        )
    }

    @Test
    func `an unchanged snapshot changes nothing, but opening an item renews its time to live`()
        throws
    {
        try client.save("film", 100, ["ttl": 3_600])
        let before = try client.playback("Get", ["item": "film"])
        let same = try client.save("film", 100)
        #expect(same["result.outcome"] == "ignored")
        #expect(same["result.why"] == "unchanged")
        #expect(try client.playback("Get", ["item": "film"]) == before)

        #expect(try client.save("film", 100, ["cause": "load"])["result.why"] == "unchanged")
        let after = try client.playback("Get", ["item": "film"])
        let (old, new) = (before["point.expiresAt"]?.int, after["point.expiresAt"]?.int)
        #expect(try #require(new) > #require(old))
    }

    @Test func `SaveMany stores all its snapshots under one revision`() throws {
        let answer = try client.playback(
            "SaveMany",
            ["snapshots": [.snapshot("a", 1.5), .snapshot("b", 2.5), .snapshot("a", 3.5)]]
        )
        let results = try #require(answer["results"]?.elements)
        #expect(results.map { $0["outcome"] } == ["saved", "saved", "saved"])
        #expect(results.first?["revision"] == results.last?["revision"])
        #expect(try client.playback("Get", ["item": "a"])["point.position"] == 3.5)
        #expect(try client.playback("SaveMany", ["snapshots": []])["results"] == [])
    }

    @Test func `SaveMany with one invalid snapshot stores none`() throws {
        let stream = try daemon.stream()
        let answer = try client.playback(
            "SaveMany",
            ["snapshots": [.snapshot("a", 1.5), .snapshot("b", 2.5, ["ttl": 0])]]
        )
        #expect(answer.error == "io.stated.Playback.InvalidSnapshot")
        #expect(answer["field"] == "snapshots[1].ttl")
        #expect(try client.playback("Get", ["item": "a"]) == .notFound("a"))
        try client.save("mark", 1.5)
        #expect(try stream.until(item: "mark").isEmpty)
    }

    @Test func `names are stored and compared byte by byte`() throws {
        let composed = "caf\u{E9}"
        let decomposed = "cafe\u{301}"
        try client.save(composed, 1.5)
        try client.save(decomposed, 2.5)
        try client.save("a\u{0}b", 3.5)
        try client.save(" a ", 4.5)
        #expect(try client.playback("Get", ["item": .string(composed)])["point.position"] == 1.5)
        #expect(try client.playback("Get", ["item": .string(decomposed)])["point.position"] == 2.5)
        #expect(try client.playback("Get", ["item": "a\u{0}b"])["point.position"] == 3.5)
        #expect(try client.playback("Get", ["item": "a"]) == .notFound("a"))
        #expect(try client.playback("Get", ["item": "a\u{0}"]) == .notFound("a\u{0}"))
        let stored = try client.playback("List")["points"]?.elements.compactMap { $0["item"]?.text }
        #expect(Set(stored?.map { Array($0.utf8) } ?? []).count == 4)
    }
}
