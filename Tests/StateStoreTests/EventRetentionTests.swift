import StateModel
import Testing

@testable import StateStore

@Suite struct `How long events are kept` {
    @Test func `without sync, for the retention and no longer`() throws {
        let shelf = try Shelf()
        try shelf.append("a")
        shelf.now += 23 * hour
        try shelf.append("b")
        try shelf.sweepEvents()
        #expect(try shelf.events() == ["1 a", "2 b"])
        shelf.now += hour
        try shelf.sweepEvents()
        #expect(try shelf.events() == ["2 b"])
        shelf.now += 23 * hour
        try shelf.sweepEvents()
        #expect(try shelf.events().isEmpty)
        #expect(try shelf.store.nextEventSweep == nil)
        #expect(
            try shelf.store.statistics.events
                == EventStatistics(last: 2, held: 0, compacted: 2, ordinal: 2)
        )
    }

    @Test func `numbers are not used again, though every event is gone`() throws {
        let shelf = try Shelf()
        for id in ["a", "b", "c"] { try shelf.append(id) }
        shelf.now += 2 * day
        try shelf.sweepEvents()
        try shelf.restart()
        #expect(try shelf.store.statistics.events.last == 3)
        #expect(try shelf.store.oldestEvent() == 4)
        // Nobody knows the id any more.
        #expect(try shelf.append("a") == "new 4")
        #expect(try shelf.rows().map(\.ordinal) == [4])
        try shelf.restart()
        #expect(
            try shelf.store.statistics.events
                == EventStatistics(last: 4, held: 1, compacted: 3, ordinal: 4)
        )
    }

    @Test func `with sync, until it is done, and one that fails holds nobody else back`() throws {
        let shelf = try Shelf { $0.keepsUnsyncedEvents = true }
        for number in 1...5 { try shelf.append("e\(number)") }
        try shelf.mark(1, .synced)
        try shelf.mark(2, .failed)
        try shelf.mark(3, .inFlight)
        shelf.now += 30 * day
        try shelf.sweepEvents()
        #expect(try shelf.events() == ["2 e2", "3 e3", "4 e4", "5 e5"])
        for sequence in 3...5 { try shelf.mark(sequence, .synced) }
        shelf.now += minute
        try shelf.sweepEvents()
        #expect(try shelf.events() == ["2 e2"])
        #expect(try shelf.store.statistics.events.held == 1)
        #expect(try shelf.store.statistics.events.compacted == 5)
        #expect(try shelf.store.oldestEvent() == 2)
        try shelf.restart()
        try shelf.mark(2, .synced)
        try shelf.sweepEvents()
        #expect(try shelf.events().isEmpty)
        #expect(try shelf.append("next") == "new 6")
    }

    @Test func `those that are synced behind the sweep's back go with the next one`() throws {
        let shelf = try Shelf { $0.keepsUnsyncedEvents = true }
        shelf.isBatching = true
        for number in 1...600 { try shelf.append("e\(number)") }
        try shelf.commit()
        shelf.isBatching = false
        shelf.now += 2 * day
        #expect(try shelf.store.sweepEvents(now: shelf.now))
        try shelf.mark(1, .synced)
        try shelf.sweepEvents()
        #expect(try shelf.store.statistics.events.held == 600)
        shelf.now = try #require(try shelf.store.nextEventSweep)
        try shelf.sweepEvents()
        #expect(try shelf.store.statistics.events.held == 599)
    }

    @Test func `they go in slices, between which others are appended`() throws {
        let shelf = try Shelf()
        shelf.isBatching = true
        for number in 1...1000 { try shelf.append("old \(number)") }
        try shelf.commit()
        shelf.isBatching = false
        shelf.now += 2 * day
        var slices = 0
        while try shelf.store.sweepEvents(now: shelf.now) {
            try shelf.append("new \(slices)")
            slices += 1
            let survivor = try Shelf(after: shelf)
            #expect(try survivor.store.statistics.events == shelf.store.statistics.events)
            #expect(try survivor.events().count == survivor.store.statistics.events.held)
        }
        #expect(slices >= 3)
        #expect(try shelf.events() == (0..<slices).map { "\($0 + 1001) new \($0)" })
    }

    @Test func `long ones go in smaller slices`() throws {
        let shelf = try Shelf()
        let body = #"{"text":"\#(String(repeating: "x", count: 65_000))"}"#
        for number in 1...40 { try shelf.append("e\(number)", body: body) }
        shelf.now += 2 * day
        #expect(try shelf.store.sweepEvents(now: shelf.now))
        #expect((25...35).contains(try shelf.store.statistics.events.held))
        try shelf.sweepEvents()
        #expect(try shelf.store.statistics.events.held == 0)
    }

    @Test func `a clock that was wrong and is put right keeps nothing that came after`() throws {
        let shelf = try Shelf()
        shelf.now += 20 * day
        try shelf.append("from the future")
        shelf.now -= 20 * day
        try shelf.append("from now")
        try shelf.sweepEvents()
        #expect(try shelf.store.statistics.events.held == 2)
        shelf.now += day
        try shelf.sweepEvents()
        #expect(try shelf.events() == ["1 from the future"])
        shelf.now += 20 * day
        try shelf.sweepEvents()
        #expect(try shelf.events().isEmpty)
    }

    @Test func `a retention that is changed holds for those that are there`() throws {
        let shelf = try Shelf()
        try shelf.append("a")
        try shelf.sweepEvents()
        shelf.now += 2 * hour
        try shelf.store.options.eventRetention = hour
        try shelf.store.reviewEvents()
        try shelf.sweepEvents()
        #expect(try shelf.events().isEmpty)
    }

    @Test func `nothing goes while something is not committed`() throws {
        let shelf = try Shelf()
        try shelf.append("a")
        shelf.now += 2 * day
        shelf.isBatching = true
        try shelf.append("b")
        #expect(try !shelf.store.sweepEvents(now: shelf.now))
        #expect(try shelf.events() == ["1 a", "2 b"])
        try shelf.commit()
        try shelf.sweepEvents()
        #expect(try shelf.events() == ["2 b"])
    }

    @Test func `a sweep that fails drops nothing, and is done after reopening`() throws {
        let shelf = try Shelf()
        for id in ["a", "b"] { try shelf.append(id) }
        shelf.now += 2 * day
        let handle = try shelf.store.tables.file.handle
        try RawSQLite.execute("PRAGMA query_only = 1", on: handle)
        #expect(throws: StoreError.self) { try shelf.sweepEvents() }
        #expect(try shelf.store.statistics.events.held == 2)
        try shelf.store.reopen()
        try shelf.sweepEvents()
        #expect(try shelf.events().isEmpty)
    }
}
