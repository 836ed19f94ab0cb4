import StateModel
import Testing

@testable import StateStore

@Suite struct `History in the store` {
    @Test func `going on leaves nothing behind, a jump does`() throws {
        let shelf = try Shelf()
        for step in 0..<5 { try shelf.save("film", Double(step * 10)) }
        #expect(try shelf.history("film").isEmpty)
        try shelf.save("film", 3000)
        #expect(try shelf.history("film") == ["40.0 replaced"])
        try shelf.save("film", 3001, by: "vlc")
        try shelf.save("film", 3002, by: "vlc", device: 2)
        #expect(
            try shelf.history("film")
                == ["3001.0 replaced", "3000.0 replaced", "40.0 replaced"]
        )
    }

    @Test func `ten minutes of going on make a place, again and again`() throws {
        let shelf = try Shelf()
        for step in 0...100 {
            try shelf.save("film", Double(step * 30), status: .playing)
            shelf.now += 30_000
        }
        // The 21st snapshot has gone on for 10 min when the next displaces it.
        #expect(
            try shelf.history("film") == [
                "2490.0 replaced", "1860.0 replaced", "1230.0 replaced", "600.0 replaced",
            ]
        )
    }

    @Test func `a device is told by its number, so a restart makes no places`() throws {
        let shelf = try Shelf()
        try shelf.save("film", 10)
        try shelf.restart()
        try shelf.save("film", 11)
        try shelf.store.flushAll(now: shelf.now)
        try shelf.restart()
        try shelf.save("film", 12)
        #expect(try shelf.history("film").isEmpty)
    }

    @Test func `endings and times are told`() throws {
        let shelf = try Shelf()
        try shelf.save("film", 10)
        shelf.now += minute
        try shelf.save("film", 1000)
        let replaced = shelf.now
        shelf.now += minute
        try shelf.clear("film")
        let cleared = shelf.now
        shelf.now += minute
        try shelf.save("film", 5, ttl: hour)
        shelf.now += hour
        let expired = shelf.now
        // Written down late, it ended when its time was up all the same.
        shelf.now += minute
        try shelf.sweep()
        shelf.now += minute
        try shelf.undo("film")
        let entries = try shelf.pastValues("film").map(\.entry)
        #expect(entries.map(\.point.position) == [5, 1000, 10])
        #expect(entries.map(\.ending) == [.expired, .cleared, .replaced])
        #expect(entries.map(\.endedAt) == [expired, cleared, replaced])
        #expect(entries.map(\.revision) == [4, 2, 1])
        #expect(entries.allSatisfy { $0.point.device == "laptop" && $0.point.item == "film" })
        #expect(try shelf.point("film") == "mpv 5.0 paused")
    }

    @Test func `undo can itself be undone`() throws {
        let shelf = try Shelf()
        try shelf.save("film", 100)
        try shelf.save("film", 1000)
        #expect(try shelf.undo("film") == 100)
        #expect(try shelf.undo("film") == 1000)
        #expect(try shelf.point("film") == "mpv 1000.0 paused")
    }

    @Test func `a restart that pauses a point leaves no place behind`() throws {
        let shelf = try Shelf()
        try shelf.save("film", 100, status: .playing)
        try shelf.interrupt("film")
        #expect(try shelf.history("film").isEmpty)
        #expect(try shelf.store.head(named: "film")?.record.interrupted == true)
        try shelf.save("film", 101)
        #expect(try shelf.store.head(named: "film")?.record.interrupted == false)
        #expect(try shelf.history("film").isEmpty)
    }

    @Test(arguments: [false, true])
    func `what was put aside comes where it came, between the values`(flushing: Bool) throws {
        let shelf = try Shelf()
        func flush() throws { if flushing { try shelf.store.flushAll(now: shelf.now) } }
        try shelf.save("film", 100)
        try flush()
        try shelf.quarantine("film", 1)
        try flush()
        try shelf.quarantine("film", 2)
        try shelf.save("film", 101)
        try flush()
        try shelf.archive("film", 3)
        try shelf.clear("film")
        try flush()
        try shelf.archive("film", 4)
        try shelf.archive("film", 5)
        try shelf.save("film", 500)
        try flush()
        try shelf.quarantine("film", 6)
        let expected = [
            "6.0 quarantined", "5.0 expired", "4.0 expired", "3.0 expired", "101.0 cleared",
            "2.0 quarantined", "1.0 quarantined", "100.0 replaced",
        ]
        #expect(try shelf.history("film") == expected)
        try shelf.restart()
        #expect(try shelf.history("film") == expected)
        try shelf.tidy()
        #expect(try shelf.history("film") == expected)
        #expect(try shelf.point("film") == "mpv 500.0 paused")
    }

    @Test(arguments: [false, true])
    func `snapshots that came too late are kept newest first, even without a point`(
        flushing: Bool
    ) throws {
        let shelf = try Shelf()
        for position in 1...3 {
            shelf.now += minute
            try shelf.archive("film", Double(position))
            if flushing { try shelf.tidy() }
        }
        let expected = ["3.0 expired", "2.0 expired", "1.0 expired"]
        #expect(try shelf.history("film") == expected)
        #expect(try shelf.store.statistics.standing == 0)
        #expect(try shelf.list().isEmpty)
        let endings = try shelf.pastValues("film").map(\.entry.endedAt)
        shelf.now += minute
        try shelf.save("film", 100)
        if flushing { try shelf.tidy() }
        #expect(try shelf.history("film") == expected)
        #expect(try shelf.pastValues("film").map(\.entry.endedAt) == endings)
        #expect(try shelf.store.statistics.standing == 1)
    }

    @Test func `only the newest are kept, so many of an item`() throws {
        let shelf = try Shelf { $0.historyPerItem = 5 }
        for step in 0..<20 { try shelf.save("film", Double(step * 1000)) }
        let expected = [18, 17, 16, 15, 14].map { "\($0 * 1000).0 replaced" }
        #expect(try shelf.history("film") == expected)
        #expect(try shelf.history("film", limit: 2) == Array(expected.prefix(2)))
        try shelf.tidy()
        #expect(try shelf.history("film") == expected)
        #expect(try shelf.count("change") == 6)
    }

    @Test func `values are kept for so long after they ended`() throws {
        let shelf = try Shelf { $0.historyRetention = 30 * day }
        try shelf.save("film", 1, ttl: 366 * day)
        shelf.now += 10 * day
        try shelf.save("film", 1000, ttl: 366 * day)
        shelf.now += 30 * day
        #expect(try shelf.history("film") == ["1.0 replaced"])
        shelf.now += 1
        #expect(try shelf.history("film").isEmpty)
        try shelf.tidy()
        #expect(try shelf.count("change") == 1)
    }

    @Test func `an old jump put aside does not hide a value that stood until now`() throws {
        let shelf = try Shelf { $0.historyRetention = 30 * day }
        try shelf.save("film", 100, ttl: 366 * day)
        try shelf.quarantine("film", 1)
        shelf.now += 40 * day
        try shelf.clear("film")
        #expect(try shelf.history("film") == ["100.0 cleared"])
        try shelf.tidy()
        #expect(try shelf.history("film") == ["100.0 cleared"])
        #expect(try shelf.undo("film") == 100)
    }
}
