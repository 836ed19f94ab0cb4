// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `Expiry in the store` {
    /// Where the points are while they wait: in the active generation, or in the tables.
    enum Place: CaseIterable { case memtable, tables, replayed }

    private func move(_ harness: StoreHarness, to place: Place) throws {
        switch place {
        case .memtable: break
        case .tables: try harness.store.flushAll(now: harness.now)
        case .replayed: try harness.restart()
        }
    }

    @Test(arguments: Place.allCases)
    func `a point expires once, exactly on time`(place: Place) throws {
        let harness = try StoreHarness()
        try harness.save("film", 100, ttl: hour)
        try move(harness, to: place)
        #expect(try harness.store.expiry.next() == harness.now + hour)
        harness.now += hour - 1
        #expect(try harness.sweep().isEmpty)
        #expect(try harness.point("film") == "mpv 100.0 paused")
        harness.now += 1
        #expect(try harness.point("film") == nil)
        #expect(try harness.sweep() == ["film"])
        #expect(try harness.sweep().isEmpty)
        #expect(try harness.store.expiry.next() == nil)
        #expect(try harness.history("film") == ["100.0 expired"])
        #expect(try harness.store.log.statistics.standing == 0)
    }

    @Test(arguments: Place.allCases)
    func `due items are returned earliest first, up to the limit`(place: Place) throws {
        let harness = try StoreHarness()
        for (item, ttl) in [("third", 3), ("first", 1), ("fourth", 4), ("second", 2)] {
            try harness.save(item, 100, ttl: ttl * hour)
        }
        try move(harness, to: place)
        harness.now += day
        #expect(try harness.sweep(limit: 3) == ["first", "second", "third"])
        #expect(try harness.sweep(limit: 3) == ["fourth"])
    }

    @Test(arguments: Place.allCases)
    func `a point that is saved repeatedly expires only a time to live after its last save`(
        place: Place
    ) throws {
        let harness = try StoreHarness()
        try harness.save("film", 0)
        try move(harness, to: place)
        for step in 1...20 {
            harness.now += hour
            try harness.save("film", Double(step))
            try move(harness, to: place)
        }
        try harness.store.flushAll(now: harness.now)
        #expect(try harness.count("due") <= (place == .memtable ? 1 : 20))
        harness.now += 4 * hour
        #expect(try harness.sweep().isEmpty)
        harness.now += 20 * hour
        #expect(try harness.sweep() == ["film"])
    }

    @Test(arguments: Place.allCases, Place.allCases)
    func `a shorter time to live that follows a longer one is respected`(
        first: Place,
        second: Place
    ) throws {
        let harness = try StoreHarness()
        try harness.save("film", 1, ttl: 10 * hour)
        try move(harness, to: first)
        harness.now += 5 * hour
        try harness.save("film", 2, ttl: 100 * hour)
        try move(harness, to: second)
        harness.now += 5 * hour
        // The old hint comes due: it is looked at, and moved to where the point now ends.
        #expect(try harness.sweep().isEmpty)
        try move(harness, to: first)
        try harness.save("film", 3, ttl: hour)
        try move(harness, to: second)
        harness.now += hour
        #expect(try harness.sweep() == ["film"])
        harness.now += 100 * hour
        #expect(try harness.sweep().isEmpty)
    }

    @Test func `an expiry that a flush moves is still due on time`() throws {
        let harness = try StoreHarness { $0.flushRows = 4 }
        for item in ["a", "b", "c"] { try harness.save(item, 1, ttl: hour) }
        try harness.save("a", 2, ttl: day)
        try harness.store.upkeep(rows: 1, now: harness.now)
        harness.now += hour
        #expect(try harness.sweep() == ["b", "c"])
        try harness.upkeep(slice: 1)
        try harness.save("a", 3, ttl: hour)
        harness.now += hour
        #expect(try harness.sweep() == ["a"])
    }

    @Test func `a cleared point does not expire, and its expiry entry is removed when it is due`()
        throws
    {
        let harness = try StoreHarness()
        try harness.save("film", 100)
        try harness.store.flushAll(now: harness.now)
        try harness.clear("film")
        harness.now += 2 * day
        #expect(try harness.sweep().isEmpty)
        #expect(try harness.count("due") == 0)
        #expect(try harness.history("film") == ["100.0 cleared"])
    }

    @Test(arguments: Place.allCases, Place.allCases)
    func `a clock that is set back does not delay expiry`(first: Place, second: Place) throws {
        let harness = try StoreHarness()
        try harness.save("film", 1, ttl: 5 * hour)
        harness.now += hour
        try harness.save("film", 2, ttl: 100 * hour)
        try move(harness, to: first)
        // The clock is wrong, and the old hint is taken before its time.
        harness.now += 9 * hour
        #expect(try harness.sweep().isEmpty)
        try move(harness, to: second)
        harness.now -= 9 * hour
        try harness.save("film", 3, ttl: 8 * hour)
        harness.now += 8 * hour
        #expect(try harness.sweep() == ["film"])
    }

    @Test func `a crash before the commit leaves due points to the next check`() throws {
        let harness = try StoreHarness()
        try harness.save("kept", 1, ttl: hour)
        try harness.store.flushAll(now: harness.now)
        try harness.save("young", 1, ttl: hour)
        harness.now += hour
        harness.isBatching = true
        #expect(Set(try harness.sweep()) == ["kept", "young"])
        try harness.store.reopen()
        harness.isBatching = false
        #expect(Set(try harness.sweep()) == ["kept", "young"])
    }

    @Test func `a save of a point that is due keeps the old value in the history as expired`()
        throws
    {
        let harness = try StoreHarness()
        try harness.save("film", 100, ttl: hour)
        let expiry = harness.now + hour
        harness.now += 2 * hour
        try harness.save("film", 110)
        let past = try #require(try harness.pastValues("film").first)
        #expect(past.entry.ending == .expired)
        #expect(past.entry.endedAt == expiry)
        #expect(try harness.store.log.statistics.standing == 1)
    }
}
