// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// What one device does shows on the other.
@Suite(.timeLimit(.minutes(10))) struct `Two daemons with a shared folder` {
    private let house: Household
    private let attic: Client
    private let cellar: Client

    init() throws {
        house = try Household()
        attic = try house.attic.client()
        cellar = try house.cellar.client()
    }

    @Test func `a resume point saved on one device reaches the other and its subscribers`() throws {
        let stream = try house.cellar.stream()
        try attic.save("film", 61.5, ["title": "A film", "duration": 5_400.0])
        _ = try stream.until(kind: "saved")
        let received = try #require(stream.last)
        #expect(received["item"] == "film")
        let point = try cellar.playback("Get", ["item": "film"])
        #expect(point["point"] == received["point"])
        #expect(point["point.position"] == 61.5)
        #expect(point["point.title"] == "A film")
        #expect(point["point.duration"] == 5_400.0)
        #expect(point["point.player"] == "mpv")
        #expect(point["point.device"] == "attic")
        let own = try attic.playback("Get", ["item": "film"])
        let (here, there) = (own["point.at"]?.int ?? 0, point["point.at"]?.int ?? 0)
        #expect(abs(here - there) < 5_000, "both saw it at the same time, by their own clocks")
    }

    @Test func `a position saved later on the other device reaches the first`() throws {
        try attic.save("film", 100)
        let there = try ClientStream(house.cellar.socket, ["item": "film"])
        while try there.next().at("point.position")?.number != 100 {}
        let here = try house.attic.stream()
        try cellar.save("film", 200, ["player": "vlc"])
        _ = try here.until(kind: "saved")
        #expect(here.last?.at("point.position") == 200.0)
        #expect(here.last?.at("point.player") == "vlc")
        #expect(here.last?.at("point.device") == "cellar")
        #expect(try attic.sync("ListConflicts")["conflicts"] == [])
        #expect(try cellar.sync("ListConflicts")["conflicts"] == [])
    }

    @Test func `an item cleared on one device is removed on the other and stays removed`() throws {
        try attic.save("film", 100)
        try house.meet()
        #expect(try cellar.position("film") == 100)
        let stream = try house.attic.stream()
        try cellar.playback("Clear", ["item": "film"])
        _ = try stream.until(kind: "cleared")
        #expect(stream.last?["item"] == "film")
        #expect(try attic.playback("Get", ["item": "film"]) == .notFound("film"))
        try house.attic.restart()
        try house.cellar.restart()
        try house.meet()
        for daemon in [house.attic, house.cellar] {
            #expect(try daemon.client().playback("Get", ["item": "film"]) == .notFound("film"))
        }
    }

    @Test func `an undo syncs like any other change`() throws {
        try attic.save("film", 1_000)
        try attic.save("film", 2_000)
        try house.meet()
        #expect(try cellar.position("film") == 2_000)
        try attic.playback("Undo", ["item": "film"])
        try house.meet()
        #expect(try cellar.position("film") == 1_000)
    }

    @Test func `both devices have all events of both, once, in order and with their states`()
        throws
    {
        let streams = [try EventStream(house.attic.socket), try EventStream(house.cellar.socket)]
        for stream in streams { _ = try stream.untilReady() }
        for number in 1...100 {
            try attic.send("io.stated.Events.Append", .event("a\(number)", ["n": .int(number)]))
            try cellar.send("io.stated.Events.Append", .event("c\(number)", ["n": .int(number)]))
        }
        for client in [attic, cellar] {
            for _ in 1...100 { #expect(try client.receive()["duplicate"] == false) }
        }
        for stream in streams {
            let received = try stream.next(200)
            #expect(received.map { $0["sequence"]?.int } == Array(1...200))
            for (letter, label) in [("a", "attic"), ("c", "cellar")] {
                let theirs = received.filter { $0["origin"]?.text == label }
                #expect(theirs.map { $0["id"]?.text } == (1...100).map { "\(letter)\($0)" })
                #expect(theirs.map { $0.at("body.n")?.int } == Array(1...100))
            }
        }
        try house.meet()
        for client in [attic, cellar] {
            let events = try client.allEvents()
            #expect(events.count == 200)
            #expect(events.allSatisfy { $0["state"] == "synced" })
        }
        #expect(try cellar.append("a7", ["n": 7])["duplicate"] == true)
        #expect(try cellar.append("a7", ["n": 8]).error == "io.stated.Events.IdReused")
    }

    @Test func `an alias made on one device leads to the item on the other, until it is removed`()
        throws
    {
        try attic.save("/films/a.mkv", 100)
        try attic.playback("AddAlias", ["item": "/films/a.mkv", "alias": "hash:1"])
        try house.meet()
        #expect(try cellar.position("hash:1") == 100)
        try cellar.save("hash:1", 150)
        try house.meet()
        #expect(try attic.position("/films/a.mkv") == 150)
        try attic.playback("RemoveAlias", ["alias": "hash:1"])
        try house.meet()
        #expect(try cellar.position("/films/a.mkv") == 150)
        #expect(try cellar.playback("ListAliases", ["item": "/films/a.mkv"])["aliases"] == [])
    }

    @Test func `two devices that first use a folder at the same moment agree on its identity`()
        throws
    {
        for _ in 1...5 {
            let house = try Household.asleep()
            try house.attic.launch()
            try house.cellar.launch()
            try house.attic.waitForReady()
            try house.cellar.waitForReady()
            let (attic, cellar) = (try house.attic.client(), try house.cellar.client())
            try attic.save("film", 100)
            try cellar.save("song", 50)
            try house.meet()
            try house.meet()
            #expect(try attic.position("song") == 50)
            #expect(try cellar.position("film") == 100)
        }
    }

    @Test func `a device that joins later receives all points and events`() throws {
        for number in 0..<200 { try attic.save("item \(number)", Double(number) + 10) }
        for number in 1...50 { try attic.append("e\(number)") }
        try attic.playback("Clear", ["item": "item 7"])
        try house.meet()
        let newcomer = try Household.device("laptop", house.folder)
        try newcomer.start()
        let client = try newcomer.client()
        try client.syncNow()
        #expect(try client.service("GetHealth")["health.points"] == 199)
        #expect(try client.position("item 199") == 209)
        #expect(try client.allEvents().map { $0["id"]?.text } == (1...50).map { "e\($0)" })
    }
}
