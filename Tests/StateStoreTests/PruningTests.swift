import StateModel
import Testing

@testable import StateStore

@Suite struct `Pruning the log` {
    @Test func `exactly the heads and their histories stay`() throws {
        let shelf = try Shelf { $0.historyPerItem = 3 }
        for round in 0..<10 {
            for item in 0..<20 {
                try shelf.save("item-\(item)", Double(round * 100 * (item % 2)))
                if item == 7 { try shelf.quarantine("item-7", 1) }
            }
            shelf.now += 1000
        }
        try shelf.clear("item-3")
        let items = (0..<20).map { "item-\($0)" }
        let picture = try shelf.picture(of: items)
        try shelf.tidy()
        #expect(try shelf.picture(of: items) == picture)
        let history = try items.reduce(0) { try $0 + shelf.history($1).count }
        #expect(try shelf.count("change") == 20 + history)
        #expect(history == 10 * 3)
        try shelf.restart()
        #expect(try shelf.picture(of: items) == picture)
    }

    @Test func `rows displaced in an earlier run are found, too`() throws {
        let shelf = try Shelf()
        for round in 0..<5 {
            for item in 0..<10 { try shelf.save("item-\(item)", Double(round)) }
            shelf.now += 1000
            if round % 2 == 0 { try shelf.store.flushAll(now: shelf.now) }
            try shelf.restart()
        }
        shelf.now += 1000
        try shelf.quarantine("item-0", 1)
        try shelf.save("item-0", 9)
        try shelf.clear("item-1")
        try shelf.save("item-1", 9)
        try shelf.tidy()
        #expect(try shelf.list().count == 10)
        #expect(try shelf.count("change") == 13)
        #expect(try shelf.count("recent") == 10)
        shelf.now += 2 * day
        try shelf.sweep()
        #expect(try shelf.count("due") == 0)
    }

    /// What is written between two slices of upkeep.
    enum Load: CaseIterable { case light, heavy }

    @Test(arguments: Load.allCases)
    func `the log stays bounded while every save leaves history behind`(load: Load) throws {
        let shelf = try Shelf {
            $0.flushRows = 200
            $0.historyPerItem = 2
        }
        var position = 0.0
        var longest = 0
        for step in 0..<(load == .heavy ? 60 : 300) {
            shelf.isBatching = true
            for item in 0..<(load == .heavy ? 100 : 20) {
                position += 100
                try shelf.save("item-\((step * 7 + item) % 100)", position)
            }
            try shelf.commit()
            shelf.isBatching = false
            switch load {
            case .light: try shelf.upkeep(slice: 16)
            case .heavy: _ = try shelf.store.upkeep(now: shelf.now)
            }
            #expect(try !shelf.store.isOverfull)
            longest = max(longest, try shelf.count("change"))
        }
        // Heads and history are 300 rows; 6000 were written. Twice what is kept, what has not
        // been flushed, and the hand's round that has just begun.
        #expect(longest < 3000)
        try shelf.tidy()
        #expect(try shelf.count("change") == 300)
    }

    @Test func `that an alert is dismissed stays in the log as long as history does`() throws {
        let shelf = try Shelf()
        var alert = Alert(
            id: 0,
            kind: .streamFailed,
            state: .raised,
            player: "mpv",
            item: "film",
            title: "Playback failed",
            message: "film stopped",
            retryable: true,
            position: 1,
            raisedAt: shelf.now
        )
        alert = try shelf.store.write(alert, now: shelf.now)
        alert.state = .dismissed
        _ = try shelf.store.write(alert, now: shelf.now)
        try shelf.store.commit()
        try shelf.tidy()
        #expect(try shelf.count("change") == 1)
        #expect(try shelf.store.statistics.compacted == 0)
        shelf.now += 31 * day
        try shelf.tidy()
        #expect(try shelf.count("change") == 0)
        #expect(try shelf.store.statistics.compacted == 2)
    }

    @Test func `the oldest history goes first once there is too much of it`() throws {
        let shelf = try Shelf { $0.historyBytes = 10 * 126 }
        for step in 0..<15 { try shelf.save("old", Double(step * 100)) }
        for step in 0..<8 { try shelf.save("new", Double(step * 100)) }
        try shelf.tidy()
        try shelf.tidy()
        #expect(try shelf.history("new").count == 7)
        #expect((1...4).contains(try shelf.history("old").count))
        #expect(try shelf.history("old").first == "1300.0 replaced")
    }

    @Test func `a row that the tables still name survives until a flush has moved on`() throws {
        let shelf = try Shelf { $0.historyPerItem = 0 }
        try shelf.save("film", 100)
        try shelf.store.flushAll(now: shelf.now)
        try shelf.quarantine("film", 1)
        try shelf.save("film", 101)
        let store = try shelf.store
        store.prune.debt = 10
        try store.upkeep(rows: 10, now: shelf.now)
        let survivor = try Shelf(after: shelf)
        #expect(try survivor.point("film") == "mpv 101.0 paused")
        try survivor.tidy()
        #expect(try survivor.count("change") == 1)
    }

    @Test func `an item long without a point leaves every table, and tokens before it end`()
        throws
    {
        let shelf = try Shelf { $0.historyRetention = 30 * day }
        try shelf.save("gone", 100)
        try shelf.save("kept", 100, ttl: 366 * day)
        try shelf.clear("gone")
        let cleared = try shelf.store.statistics.lastSequence
        try shelf.tidy()
        #expect(try shelf.store.statistics.compacted == 0)
        shelf.now += 30 * day
        try shelf.sweep()
        try shelf.tidy()
        #expect(try shelf.history("gone") == ["100.0 cleared"])
        shelf.now += 1
        try shelf.tidy()
        #expect(try shelf.store.head(named: "gone") == nil)
        #expect(try shelf.store.statistics.compacted == cleared)
        for table in ["head", "name", "change", "recent", "due"] {
            #expect(try shelf.count(table) == 1, "\(table)")
        }
        try shelf.restart()
        #expect(try shelf.store.statistics.compacted == cleared)
        #expect(try shelf.store.head(named: "gone") == nil)
        let again = try shelf.save("gone", 5)
        #expect(again.id == 3)
        #expect(try shelf.list() == ["gone", "kept"])
    }

    @Test func `players' rows go once a newer one says it all`() throws {
        let shelf = try Shelf()
        for step in 0..<10 {
            try shelf.store.write(
                PlayerRecord(name: "mpv", item: "film-\(step)", playing: true, revision: 0),
                now: shelf.now
            )
            try shelf.commit()
        }
        try shelf.tidy()
        #expect(try shelf.count("change") == 1)
        try shelf.restart()
        #expect(try shelf.store.player(named: "mpv")?.item == "film-9")
        #expect(try shelf.store.player(named: "mpv")?.revision == 10)
    }
}
