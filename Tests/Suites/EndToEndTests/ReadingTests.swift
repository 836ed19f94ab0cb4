// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// Get, Resume, List and History.
@Suite struct ReadingTests {
    let daemon: DaemonProcess
    let client: Client

    init() throws {
        daemon = try .running()
        client = try daemon.client()
    }

    @Test func `an item that was never saved is not found`() throws {
        #expect(try client.playback("Get", ["item": "film"]) == .notFound("film"))
        #expect(try client.playback("Resume", ["item": "film"]) == .notFound("film"))
        #expect(try client.playback("History", ["item": "film"]) == .notFound("film"))
        #expect(try client.playback("Resume") == .error("io.stated.Playback.NotFound"))
        #expect(
            try client.playback("Resume", ["player": "vlc"])
                == .error("io.stated.Playback.NotFound", ["player": "vlc"])
        )
        #expect(try client.playback("List") == .ok(["points": []]))
    }

    @Test func `List returns the points observed within a period`() throws {
        let now = try client.now()
        for age in 1...5 { try client.save("\(age)", 10, ["at": .int(now - age * 60_000)]) }
        let (since, until) = (JSONValue.int(now - 240_000), JSONValue.int(now - 60_000))
        func items(_ parameters: JSONValue) throws -> [String] {
            let page = try client.playback("List", parameters)
            return page["points"]?.elements.compactMap { $0["item"]?.text } ?? []
        }
        #expect(try items(["since": since]) == ["1", "2", "3", "4"])
        #expect(try items(["until": until]) == ["2", "3", "4", "5"])
        #expect(try items(["since": since, "until": until]) == ["2", "3", "4"])
        #expect(try items(["since": until, "until": since]) == [])
        let page = try client.playback("List", ["since": since, "limit": 2])
        let cursor = try #require(page["cursor"])
        #expect(try items(["since": since, "cursor": cursor]) == ["3", "4"])
    }

    @Test(arguments: ["Get", "Resume", "Clear", "History", "Undo"])
    func `a call with an item's name that is empty or too long is refused`(method: String) throws {
        let long = JSONValue.string(String(repeating: "i", count: 1_025))
        for item in ["", long] {
            let answer = try client.playback(method, ["item": item])
            #expect(answer.error == "io.stated.Service.InvalidValue")
            #expect(answer["parameter"] == "item")
        }
    }

    @Test(arguments: ["Resume", "List", "ClearAll", "Subscribe"])
    func `a call with an invalid name of a player is refused`(method: String) throws {
        for player: JSONValue in ["", "a b", .string(String(repeating: "p", count: 65))] {
            try client.send(
                "io.stated.Playback." + method,
                ["player": player],
                more: method == "Subscribe"
            )
            let answer = try client.receive()
            #expect(answer.error == "io.stated.Service.InvalidValue")
            #expect(answer["parameter"] == "player")
        }
    }

    @Test func `Resume returns the given item, the player's item or the item played last`() throws {
        let now = try client.now()
        // Not mpv, which was asked for the time just now.
        try client.save("a", 100, ["player": "tv", "at": .int(now - 3_000)])
        try client.save("b", 200, ["player": "vlc", "at": .int(now - 2_000)])
        try client.save("c", 300, ["player": "vlc", "at": .int(now - 1_000)])
        try client.save("b", 0, ["player": "vlc", "cause": "load"])
        #expect(try client.playback("Resume", ["item": "a"])["position"] == 100.0)
        #expect(try client.playback("Resume", ["player": "tv"])["item"] == "a")
        #expect(try client.playback("Resume", ["player": "vlc"])["item"] == "b")
        #expect(try client.playback("Resume", [:])["item"] == "c")
    }

    @Test func `Resume starts an item without a resume point at the beginning`() throws {
        try client.save("film", 0, ["cause": "load"])
        #expect(
            try client.playback("Resume", ["player": "mpv"])
                == .ok(["item": "film", "position": 0.0, "autoplay": false])
        )
    }

    @Test func `Resume rewinds by the time since the last play, but not before the start`() throws {
        let now = try client.now()
        let ages: [(age: Int, rewind: Double)] = [(30, 0), (600, 3), (7_200, 10)]
        for (age, rewind) in ages {
            let item = "seen \(age) s ago"
            try client.save(item, 100, ["at": .int(now - age * 1_000)])
            let answer = try client.playback("Resume", ["item": .string(item)])
            #expect(answer["position"] == .double(100 - rewind), "\(age)")
            #expect(answer["point.position"] == 100.0)
            #expect(answer["autoplay"] == false)
        }
        try client.save("short", 4.0, ["at": .int(now - 7_200_000)])
        #expect(try client.playback("Resume", ["item": "short"])["position"] == 0.0)
    }

    @Test func `List returns pages by a cursor, most recent first`() throws {
        let now = try client.now()
        for number in 0..<25 {
            let at = now - 1_000_000 + (number * 7 % 25) * 1_000
            try client.save("item \(number)", 50, ["at": .int(at)])
        }
        var times: [Int] = []
        var sizes: [Int] = []
        var cursor: JSONValue = .null
        repeat {
            let page = try client.playback("List", ["limit": 10, "cursor": cursor])
            let points = page["points"]?.elements ?? []
            times += points.compactMap { $0["at"]?.int }
            sizes.append(points.count)
            cursor = page["cursor"] ?? .null
        } while cursor != .null
        #expect(sizes == [10, 10, 5])
        #expect(times == (0..<25).map { now - 1_000_000 + $0 * 1_000 }.reversed())
    }

    @Test func `an item that changes between pages is listed at most once`() throws {
        let now = try client.now()
        for number in 0..<6 {
            try client.save("item \(number)", 50, ["at": .int(now - 10_000 + number * 1_000)])
        }
        let first = try client.playback("List", ["limit": 3])
        #expect(first["points"]?.elements.compactMap { $0["item"]?.text }.last == "item 3")
        try client.save("item 5", 60)
        try client.save("item 1", 60)
        let rest = try client.playback("List", ["limit": 3, "cursor": first["cursor"] ?? .null])
        #expect(rest["points"]?.elements.compactMap { $0["item"]?.text } == ["item 2", "item 0"])
        #expect(rest["cursor"] == nil)
    }

    @Test func `List returns the points of one player on request`() throws {
        try client.save("a", 50, ["player": "mpv"])
        try client.save("b", 50, ["player": "vlc"])
        try client.save("b", 60, ["player": "mpv"])
        try client.save("c", 50, ["player": "vlc"])
        let points = try client.playback("List", ["player": "vlc"])["points"]?.elements
        #expect(points?.map { $0["item"] } == ["c"])
        let others = try client.playback("List", ["player": "mpv"])["points"]?.elements
        #expect(Set(others?.compactMap { $0["item"]?.text } ?? []) == ["a", "b"])
        #expect(try client.playback("List", ["player": "nobody"]) == .ok(["points": []]))
    }

    @Test(arguments: ["List", "History"])
    func `the limit of List and History is 1 to 1000`(method: String) throws {
        try client.save("film", 50)
        for limit in [0, -1, 1_001, Int.max] {
            let answer = try client.playback(method, ["item": "film", "limit": .int(limit)])
            #expect(answer.error == "io.stated.Service.InvalidValue")
            #expect(answer["parameter"] == "limit")
            #expect(answer["why"]?.text?.contains("1000") == true)
        }
        #expect(try client.playback(method, ["item": "film", "limit": 1_000]).error == nil)
        #expect(try client.playback(method, ["item": "film", "limit": 1]).error == nil)
    }

    @Test func `101 points are listed as a full page of 100 and a second page of one`() throws {
        let snapshots = (0..<101).map { JSONValue.snapshot("item \($0)", 50) }
        try client.playback("SaveMany", ["snapshots": .array(snapshots)])
        let page = try client.playback("List")
        #expect(page["points"]?.elements.count == 100)
        let rest = try client.playback("List", ["cursor": page["cursor"] ?? .null])
        #expect(rest["points"]?.elements.count == 1)
        #expect(rest["cursor"] == nil)
    }

    @Test(arguments: ["", "x", "1.2.3", "é.1", ".", "1."])
    func `an invalid cursor is refused`(cursor: String) throws {
        let answer = try client.playback("List", ["cursor": .string(cursor)])
        #expect(answer.error == "io.stated.Service.InvalidValue")
        #expect(answer["parameter"] == "cursor")
    }

    @Test func `History returns the replaced values, newest first`() throws {
        try client.save("film", 1_000)
        try client.save("film", 2_000)
        try client.save("film", 3_000, ["player": "vlc"])
        try client.save("film", 3_001, ["player": "vlc"])
        let entries = try client.playback("History", ["item": "film"])["entries"]?.elements
        #expect(entries?.map { $0.at("point.position") } == [2_000.0, 1_000.0])
        #expect(entries?.map { $0["ending"] } == ["replaced", "replaced"])
        let revisions = entries?.compactMap { $0["revision"]?.int } ?? []
        #expect(revisions == revisions.sorted(by: >))
        let one = try client.playback("History", ["item": "film", "limit": 1])
        #expect(one["entries"]?.elements.count == 1)
    }
}
