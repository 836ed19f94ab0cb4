// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `How long events are kept` {
    @Test func `without sync, events are kept for exactly the retention time`() throws {
        let harness = try StoreHarness()
        try harness.append("a")
        harness.now += 23 * hour
        try harness.append("b")
        try harness.sweepEvents()
        #expect(try harness.events() == ["1 a", "2 b"])
        harness.now += hour
        try harness.sweepEvents()
        #expect(try harness.events() == ["2 b"])
        harness.now += 23 * hour
        try harness.sweepEvents()
        #expect(try harness.events().isEmpty)
        #expect(try harness.store.events.nextSweep == nil)
        #expect(
            try harness.store.log.statistics.events
                == EventStatistics(last: 2, held: 0, compacted: 2, ordinal: 2)
        )
    }

    @Test func `the numbers of removed events are not used again, even if no event is left`() throws
    {
        let harness = try StoreHarness()
        for id in ["a", "b", "c"] { try harness.append(id) }
        harness.now += 2 * day
        try harness.sweepEvents()
        try harness.restart()
        #expect(try harness.store.log.statistics.events.last == 3)
        #expect(try harness.store.events.oldest() == 4)
        // Nobody knows the id any more.
        #expect(try harness.append("a") == "new 4")
        #expect(try harness.rows().map(\.ordinal) == [4])
        try harness.restart()
        #expect(
            try harness.store.log.statistics.events
                == EventStatistics(last: 4, held: 1, compacted: 3, ordinal: 4)
        )
    }

    @Test
    func
        `with sync, unsent events are kept, and a failed event does not keep others stored`()
        throws
    {
        let harness = try StoreHarness { $0.settings.keepsUnsyncedEvents = true }
        for number in 1...5 { try harness.append("e\(number)") }
        try harness.mark(1, .synced)
        try harness.mark(2, .failed)
        try harness.mark(3, .inFlight)
        harness.now += 30 * day
        try harness.sweepEvents()
        #expect(try harness.events() == ["2 e2", "3 e3", "4 e4", "5 e5"])
        for sequence in [3, 4, 5] as [SequenceNumber] { try harness.mark(sequence, .synced) }
        harness.now += minute
        try harness.sweepEvents()
        #expect(try harness.events() == ["2 e2"])
        #expect(try harness.store.log.statistics.events.held == 1)
        #expect(try harness.store.log.statistics.events.compacted == 5)
        #expect(try harness.store.events.oldest() == 2)
        try harness.restart()
        try harness.mark(2, .synced)
        try harness.sweepEvents()
        #expect(try harness.events().isEmpty)
        #expect(try harness.append("next") == "new 6")
    }

    @Test func `events removed without a remote are known to a remote that is used later`() throws {
        let harness = try StoreHarness()
        try harness.append("plain")
        harness.now += 2 * day
        try harness.sweepEvents()
        #expect(try harness.events().isEmpty)
        #expect(try harness.store.sync.hasEvent("plain"))
        #expect(try !harness.store.sync.hasEvent("other"))
    }

    @Test func `the IDs of removed events in an earlier version's file stay known`() throws {
        let harness = try StoreHarness()
        try harness.append("plain")
        harness.now += 2 * day
        try harness.sweepEvents()
        try harness.damage(
            """
            ALTER TABLE sync_known ADD COLUMN time INTEGER NOT NULL DEFAULT 0;
            CREATE INDEX sync_known_time ON sync_known (time)
            """
        )
        try harness.restart()
        #expect(try harness.store.sync.hasEvent("plain"))
        try harness.append("plain 2")
        harness.now += 2 * day
        try harness.sweepEvents()
        #expect(try harness.store.sync.hasEvent("plain 2"))
        #expect(try harness.number("SELECT count(*) FROM pragma_table_info('sync_known')") == 1)
    }

    @Test func `events that are synced during a cleanup are removed by the next cleanup`() throws {
        let harness = try StoreHarness { $0.settings.keepsUnsyncedEvents = true }
        harness.isBatching = true
        for number in 1...600 { try harness.append("e\(number)") }
        try harness.commit()
        harness.isBatching = false
        harness.now += 2 * day
        #expect(try harness.store.events.sweep(now: harness.now))
        try harness.mark(1, .synced)
        try harness.sweepEvents()
        #expect(try harness.store.log.statistics.events.held == 600)
        harness.now = try #require(try harness.store.events.nextSweep)
        try harness.sweepEvents()
        #expect(try harness.store.log.statistics.events.held == 599)
    }

    @Test func `old events are removed in slices, and new events are appended between them`() throws
    {
        let harness = try StoreHarness()
        harness.isBatching = true
        for number in 1...1000 { try harness.append("old \(number)") }
        try harness.commit()
        harness.isBatching = false
        harness.now += 2 * day
        var slices = 0
        while try harness.store.events.sweep(now: harness.now) {
            try harness.append("new \(slices)")
            slices += 1
            let survivor = try StoreHarness(after: harness)
            #expect(try survivor.store.log.statistics.events == harness.store.log.statistics.events)
            #expect(try survivor.events().count == survivor.store.log.statistics.events.held)
        }
        #expect(slices >= 3)
        #expect(try harness.events() == (0..<slices).map { "\($0 + 1001) new \($0)" })
    }

    @Test func `long events are removed in smaller slices`() throws {
        let harness = try StoreHarness()
        let body = #"{"text":"\#(String(repeating: "x", count: 65_000))"}"#
        for number in 1...40 { try harness.append("e\(number)", body: body) }
        harness.now += 2 * day
        #expect(try harness.store.events.sweep(now: harness.now))
        #expect((25...35).contains(try harness.store.log.statistics.events.held))
        try harness.sweepEvents()
        #expect(try harness.store.log.statistics.events.held == 0)
    }

    @Test
    func `an event with a future time is kept until the retention time after that has passed`()
        throws
    {
        let harness = try StoreHarness()
        harness.now += 20 * day
        try harness.append("from the future")
        harness.now -= 20 * day
        try harness.append("from now")
        try harness.sweepEvents()
        #expect(try harness.store.log.statistics.events.held == 2)
        harness.now += day
        try harness.sweepEvents()
        #expect(try harness.events() == ["1 from the future"])
        harness.now += 20 * day
        try harness.sweepEvents()
        #expect(try harness.events().isEmpty)
    }

    @Test func `a changed retention time also applies to stored events`() throws {
        let harness = try StoreHarness()
        try harness.append("a")
        try harness.sweepEvents()
        harness.now += 2 * hour
        try harness.store.options.settings.eventRetentionMilliseconds = hour
        try harness.store.events.review()
        try harness.sweepEvents()
        #expect(try harness.events().isEmpty)
    }

    @Test func `no event is removed while changes are uncommitted`() throws {
        let harness = try StoreHarness()
        try harness.append("a")
        harness.now += 2 * day
        harness.isBatching = true
        try harness.append("b")
        #expect(try !harness.store.events.sweep(now: harness.now))
        #expect(try harness.events() == ["1 a", "2 b"])
        try harness.commit()
        try harness.sweepEvents()
        #expect(try harness.events() == ["2 b"])
    }

    @Test func `a cleanup that fails removes nothing, and is repeated after reopening`() throws {
        let harness = try StoreHarness()
        for id in ["a", "b"] { try harness.append(id) }
        harness.now += 2 * day
        let handle = try harness.store.log.tables.file.handle
        try RawSQLite.execute("PRAGMA query_only = 1", on: handle)
        #expect(throws: StoreError.self) { try harness.sweepEvents() }
        #expect(try harness.store.log.statistics.events.held == 2)
        try harness.store.reopen()
        try harness.sweepEvents()
        #expect(try harness.events().isEmpty)
    }
}
