// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `Pruning the log` {
    @Test func `compaction keeps exactly the item states and their histories`() throws {
        let harness = try StoreHarness { $0.settings.historyPerItem = 3 }
        for round in 0..<10 {
            for item in 0..<20 {
                try harness.save("item-\(item)", Double(round * 100 * (item % 2)))
                if item == 7 { try harness.quarantine("item-7", 1) }
            }
            harness.now += 1000
        }
        try harness.clear("item-3")
        let items = (0..<20).map { "item-\($0)" }
        let picture = try harness.picture(of: items)
        try harness.tidy()
        #expect(try harness.picture(of: items) == picture)
        let history = try items.reduce(0) { try $0 + harness.history($1).count }
        #expect(try harness.count("change") == 20 + history)
        #expect(history == 10 * 3)
        try harness.restart()
        #expect(try harness.picture(of: items) == picture)
    }

    @Test func `rows that were replaced before a restart are found and removed`() throws {
        let harness = try StoreHarness()
        for round in 0..<5 {
            for item in 0..<10 { try harness.save("item-\(item)", Double(round)) }
            harness.now += 1000
            if round % 2 == 0 { try harness.store.flushAll(now: harness.now) }
            try harness.restart()
        }
        harness.now += 1000
        try harness.quarantine("item-0", 1)
        try harness.save("item-0", 9)
        try harness.clear("item-1")
        try harness.save("item-1", 9)
        try harness.tidy()
        #expect(try harness.list().count == 10)
        #expect(try harness.count("change") == 13)
        #expect(try harness.count("recent") == 10)
        harness.now += 2 * day
        try harness.sweep()
        #expect(try harness.count("due") == 0)
    }

    /// What is written between two slices of upkeep.
    enum Load: CaseIterable { case light, heavy }

    @Test(arguments: Load.allCases)
    func `the log stays within its limit even if every save adds history`(load: Load) throws {
        let harness = try StoreHarness {
            $0.flushRows = 200
            $0.settings.historyPerItem = 2
        }
        var position = 0.0
        var longest = 0
        for step in 0..<(load == .heavy ? 60 : 300) {
            harness.isBatching = true
            for item in 0..<(load == .heavy ? 100 : 20) {
                position += 100
                try harness.save("item-\((step * 7 + item) % 100)", position)
            }
            try harness.commit()
            harness.isBatching = false
            switch load {
            case .light: try harness.upkeep(slice: 16)
            case .heavy: _ = try harness.store.upkeep.run(now: harness.now, certain: harness.now)
            }
            #expect(try !harness.store.upkeep.isOverfull)
            longest = max(longest, try harness.count("change"))
        }
        // Heads and history are 300 rows; 6000 were written. Twice what is kept, what has not
        // been flushed, and the hand's round that has just begun.
        #expect(longest < 3000)
        try harness.tidy()
        #expect(try harness.count("change") == 300)
    }

    @Test func `the dismissal of an alert is kept as long as the history`() throws {
        let harness = try StoreHarness()
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
            raisedAt: harness.now
        )
        alert = try harness.store.log.append(alert, now: harness.now)
        alert.state = .dismissed
        _ = try harness.store.log.append(alert, now: harness.now)
        try harness.store.commit()
        try harness.tidy()
        #expect(try harness.count("change") == 1)
        #expect(try harness.store.log.statistics.compacted == 0)
        harness.now += 31 * day
        try harness.tidy()
        #expect(try harness.count("change") == 0)
        #expect(try harness.store.log.statistics.compacted == 2)
    }

    @Test func `the oldest history is removed first`() throws {
        let harness = try StoreHarness { $0.settings.historyBytes = 10 * 126 }
        for step in 0..<15 { try harness.save("old", Double(step * 100)) }
        for step in 0..<8 { try harness.save("new", Double(step * 100)) }
        try harness.tidy()
        try harness.tidy()
        #expect(try harness.history("new").count == 7)
        #expect((1...4).contains(try harness.history("old").count))
        #expect(try harness.history("old").first == "1300.0 replaced")
    }

    @Test func `a row to which the tables refer is kept until a flush replaces it`() throws {
        let harness = try StoreHarness { $0.settings.historyPerItem = 0 }
        try harness.save("film", 100)
        try harness.store.flushAll(now: harness.now)
        try harness.quarantine("film", 1)
        try harness.save("film", 101)
        let store = try harness.store
        store.compaction.progress.debt = 10
        try store.upkeep(rows: 10, now: harness.now)
        let survivor = try StoreHarness(after: harness)
        #expect(try survivor.point("film") == "mpv 101.0 paused")
        try survivor.tidy()
        #expect(try survivor.count("change") == 1)
    }

    @Test func `an item is removed once its history has expired, which makes old tokens invalid`()
        throws
    {
        let harness = try StoreHarness { $0.settings.historyRetentionMilliseconds = 30 * day }
        try harness.save("gone", 100)
        try harness.save("kept", 100, ttl: 366 * day)
        try harness.clear("gone")
        let cleared = try harness.store.log.statistics.lastSequence
        try harness.tidy()
        #expect(try harness.store.log.statistics.compacted == 0)
        harness.now += 30 * day
        try harness.sweep()
        try harness.tidy()
        #expect(try harness.history("gone") == ["100.0 cleared"])
        harness.now += 1
        try harness.tidy()
        #expect(try harness.store.log.state(named: "gone") == nil)
        #expect(try harness.store.log.statistics.compacted == cleared)
        for table in ["head", "name", "change", "recent", "due"] {
            #expect(try harness.count(table) == 1, "\(table)")
        }
        try harness.restart()
        #expect(try harness.store.log.statistics.compacted == cleared)
        #expect(try harness.store.log.state(named: "gone") == nil)
        let again = try harness.save("gone", 5)
        #expect(again.id == 3)
        #expect(try harness.list() == ["gone", "kept"])
    }

    @Test func `a player's row is removed once a newer row has all of its data`() throws {
        let harness = try StoreHarness()
        for step in 0..<10 {
            try harness.store.log.append(
                PlayerRecord(name: "mpv", item: "film-\(step)", playing: true, revision: 0),
                now: harness.now
            )
            try harness.commit()
        }
        try harness.tidy()
        #expect(try harness.count("change") == 1)
        try harness.restart()
        #expect(try harness.store.log.player(named: "mpv")?.item == "film-9")
        #expect(try harness.store.log.player(named: "mpv")?.revision == 10)
    }
}
