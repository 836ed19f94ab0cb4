import StateModel
import Testing

@testable import StateStore

@Suite struct `Expiry in the store` {
    /// Where the points are while they wait: in the active generation, or in the tables.
    enum Place: CaseIterable { case memtable, tables, replayed }

    private func move(_ shelf: Shelf, to place: Place) throws {
        switch place {
        case .memtable: break
        case .tables: try shelf.store.flushAll(now: shelf.now)
        case .replayed: try shelf.restart()
        }
    }

    @Test(arguments: Place.allCases)
    func `a point is handed out at its second, once`(place: Place) throws {
        let shelf = try Shelf()
        try shelf.save("film", 100, ttl: hour)
        try move(shelf, to: place)
        #expect(try shelf.store.nextExpiry() == shelf.now + hour)
        shelf.now += hour - 1
        #expect(try shelf.sweep().isEmpty)
        #expect(try shelf.point("film") == "mpv 100.0 paused")
        shelf.now += 1
        #expect(try shelf.point("film") == nil)
        #expect(try shelf.sweep() == ["film"])
        #expect(try shelf.sweep().isEmpty)
        #expect(try shelf.store.nextExpiry() == nil)
        #expect(try shelf.history("film") == ["100.0 expired"])
        #expect(try shelf.store.statistics.standing == 0)
    }

    @Test(arguments: Place.allCases)
    func `what is due comes earliest first, as much as is asked for`(place: Place) throws {
        let shelf = try Shelf()
        for (item, ttl) in [("third", 3), ("first", 1), ("fourth", 4), ("second", 2)] {
            try shelf.save(item, 100, ttl: ttl * hour)
        }
        try move(shelf, to: place)
        shelf.now += day
        #expect(try shelf.sweep(limit: 3) == ["first", "second", "third"])
        #expect(try shelf.sweep(limit: 3) == ["fourth"])
    }

    @Test(arguments: Place.allCases)
    func `a point saved again and again is looked at once in its time to live`(
        place: Place
    ) throws {
        let shelf = try Shelf()
        try shelf.save("film", 0)
        try move(shelf, to: place)
        for step in 1...20 {
            shelf.now += hour
            try shelf.save("film", Double(step))
            try move(shelf, to: place)
        }
        try shelf.store.flushAll(now: shelf.now)
        #expect(try shelf.count("due") <= (place == .memtable ? 1 : 20))
        shelf.now += 4 * hour
        #expect(try shelf.sweep().isEmpty)
        shelf.now += 20 * hour
        #expect(try shelf.sweep() == ["film"])
    }

    @Test(arguments: Place.allCases, Place.allCases)
    func `a shorter time to live after a longer one still ends on time`(
        first: Place,
        second: Place
    ) throws {
        let shelf = try Shelf()
        try shelf.save("film", 1, ttl: 10 * hour)
        try move(shelf, to: first)
        shelf.now += 5 * hour
        try shelf.save("film", 2, ttl: 100 * hour)
        try move(shelf, to: second)
        shelf.now += 5 * hour
        // The old hint comes due: it is looked at, and moved to where the point now ends.
        #expect(try shelf.sweep().isEmpty)
        try move(shelf, to: first)
        try shelf.save("film", 3, ttl: hour)
        try move(shelf, to: second)
        shelf.now += hour
        #expect(try shelf.sweep() == ["film"])
        shelf.now += 100 * hour
        #expect(try shelf.sweep().isEmpty)
    }

    @Test func `a hint that is moved while its flush runs still looks in time`() throws {
        let shelf = try Shelf { $0.flushRows = 4 }
        for item in ["a", "b", "c"] { try shelf.save(item, 1, ttl: hour) }
        try shelf.save("a", 2, ttl: day)
        try shelf.store.upkeep(rows: 1, now: shelf.now)
        shelf.now += hour
        #expect(try shelf.sweep() == ["b", "c"])
        try shelf.upkeep(slice: 1)
        try shelf.save("a", 3, ttl: hour)
        shelf.now += hour
        #expect(try shelf.sweep() == ["a"])
    }

    @Test func `a cleared point never expires, and its hint goes when it comes due`() throws {
        let shelf = try Shelf()
        try shelf.save("film", 100)
        try shelf.store.flushAll(now: shelf.now)
        try shelf.clear("film")
        shelf.now += 2 * day
        #expect(try shelf.sweep().isEmpty)
        #expect(try shelf.count("due") == 0)
        #expect(try shelf.history("film") == ["100.0 cleared"])
    }

    @Test(arguments: Place.allCases, Place.allCases)
    func `a clock that is put back makes nothing late`(first: Place, second: Place) throws {
        let shelf = try Shelf()
        try shelf.save("film", 1, ttl: 5 * hour)
        shelf.now += hour
        try shelf.save("film", 2, ttl: 100 * hour)
        try move(shelf, to: first)
        // The clock is wrong, and the old hint is taken before its time.
        shelf.now += 9 * hour
        #expect(try shelf.sweep().isEmpty)
        try move(shelf, to: second)
        shelf.now -= 9 * hour
        try shelf.save("film", 3, ttl: 8 * hour)
        shelf.now += 8 * hour
        #expect(try shelf.sweep() == ["film"])
    }

    @Test func `a crash before the commit leaves what is due for the next look`() throws {
        let shelf = try Shelf()
        try shelf.save("kept", 1, ttl: hour)
        try shelf.store.flushAll(now: shelf.now)
        try shelf.save("young", 1, ttl: hour)
        shelf.now += hour
        shelf.isBatching = true
        #expect(Set(try shelf.sweep()) == ["kept", "young"])
        try shelf.store.reopen()
        shelf.isBatching = false
        #expect(Set(try shelf.sweep()) == ["kept", "young"])
    }

    @Test func `a save over a point whose time is up keeps it in the history as expired`() throws {
        let shelf = try Shelf()
        try shelf.save("film", 100, ttl: hour)
        let expiry = shelf.now + hour
        shelf.now += 2 * hour
        try shelf.save("film", 110)
        let past = try #require(try shelf.pastValues("film").first)
        #expect(past.entry.ending == .expired)
        #expect(past.entry.endedAt == expiry)
        #expect(try shelf.store.statistics.standing == 1)
    }
}
