// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import SyncModel
import Testing

@testable import StateStore

@Suite struct `Items that played when the daemon stopped` {
    /// Writes down some of what was interrupted; answers with the items.
    @discardableResult
    private func restore(_ harness: StoreHarness, limit: Int = 100) throws -> [String] {
        let restored = try harness.store.log.restoreInterrupted(limit: limit, now: harness.now)
        if !harness.isBatching { try harness.store.commit() }
        return restored.map(\.record.point.item)
    }

    /// Three items in the tables and two in the memtable, all of which played.
    private func five() throws -> StoreHarness {
        let harness = try StoreHarness()
        for item in ["a", "b", "c"] { try harness.save(item, 1, status: .playing) }
        try harness.store.flushAll(now: harness.now)
        try harness.save("b", 2, status: .playing)
        try harness.save("d", 1, status: .playing)
        try harness.save("e", 1, status: .playing)
        try harness.restart()
        try harness.store.log.interrupt()
        return harness
    }

    @Test func `playing items are found in the tables and in the memory`() throws {
        let harness = try five()
        try harness.save("a", 2, status: .paused)
        try harness.clear("e")
        #expect(try restore(harness) == ["b", "d", "c"])
        #expect(try harness.store.log.interruptedUpTo == nil)
        #expect(try harness.playing().isEmpty)
        try harness.store.flushAll(now: harness.now)
        #expect(try harness.playing().isEmpty)
        try harness.restart()
        try harness.store.log.interrupt()
        #expect(try restore(harness).isEmpty)
        #expect(try harness.store.log.interruptedUpTo == nil)
    }

    @Test(arguments: 1...4)
    func `playing items are paused at once, and their rows are written in slices`(
        limit: Int
    ) throws {
        let harness = try five()
        let before = try harness.store.log.statistics.revision
        var restored: [String] = []
        while try harness.store.log.interruptedUpTo != nil {
            for item in ["a", "b", "c", "d", "e"] {
                let head = try #require(try harness.store.log.state(named: item))
                #expect(head.record.point.status == .paused)
                #expect(head.record.interrupted)
                #expect(head.revision <= before || restored.contains(item))
            }
            let page = try harness.store.items.list(
                player: nil,
                after: nil,
                limit: 9,
                now: harness.now
            )
            #expect(page.entries.map(\.point.status) == Array(repeating: .paused, count: 5))
            let standing = try harness.store.items.standing(
                after: 0,
                upTo: .max,
                limit: 9,
                now: harness.now
            )
            #expect(standing.states.allSatisfy { $0.record.point.status == .paused })
            let rows = try harness.store.log.page(after: 0, limit: 100).rows
            #expect(rows.allSatisfy { !$0.plays })
            restored += try restore(harness, limit: limit)
            try harness.store.flushAll(now: harness.now)
        }
        #expect(restored.sorted() == ["a", "b", "c", "d", "e"])
        #expect(try harness.store.log.statistics.revision == before + 5)
        #expect(try harness.history("a").isEmpty)
    }

    @Test func `playing items are also paused if the daemon is killed while it writes their rows`()
        throws
    {
        let harness = try five()
        #expect(try restore(harness, limit: 2).count == 2)
        try harness.save("new", 1, status: .playing)
        let again = try StoreHarness(after: harness)
        try again.store.log.interrupt()
        #expect(try again.store.log.state(named: "new")?.record.point.status == .paused)
        #expect(try restore(again).sorted() == ["a", "c", "e", "new"].sorted())
        #expect(try again.playing().isEmpty)
    }

    @Test func `a row is written again if its batch failed`() throws {
        let harness = try five()
        harness.isBatching = true
        #expect(try restore(harness).count == 5)
        try harness.store.log.abandon()
        try harness.store.reopen()
        #expect(try harness.store.log.state(named: "a")?.record.point.status == .paused)
        harness.isBatching = false
        #expect(try restore(harness).count == 5)
        #expect(try harness.store.log.interruptedUpTo == nil)
    }

    @Test func `a quarantined value does not change the row of an interrupted item`() throws {
        let harness = try five()
        for item in ["a", "d"] {
            try harness.quarantine(item, 500)
            let head = try #require(try harness.store.log.state(named: item))
            #expect(head.record.point.status == .paused)
            #expect(head.record.interrupted)
        }
        try harness.store.flushAll(now: harness.now)
        #expect(try harness.playing() == ["a", "b", "c", "d", "e"])
        #expect(try restore(harness).sorted() == ["a", "b", "c", "d", "e"])
        try harness.store.flushAll(now: harness.now)
        #expect(try harness.playing().isEmpty)
        #expect(try harness.history("a") == ["500.0 quarantined", "1.0 replaced"])
    }

    @Test func `an item that plays on another device, or that has expired, stays unchanged`() throws
    {
        let harness = try StoreHarness()
        try harness.save("far", 1, status: .playing, device: 2)
        try harness.save("old", 1, status: .playing, ttl: minute)
        try harness.save("film", 1, status: .playing)
        harness.now += hour
        try harness.restart()
        try harness.store.log.interrupt()
        #expect(try harness.point("far") == "mpv 1.0 playing")
        #expect(try restore(harness) == ["film"])
        #expect(try harness.sweep() == ["old"])
        #expect(try harness.point("far") == "mpv 1.0 playing")
        #expect(try harness.store.log.interruptedUpTo == nil)
    }

    @Test func `an item plays again after a save`() throws {
        let harness = try five()
        try harness.save("a", 3, status: .playing)
        try harness.renew("d")
        #expect(try harness.point("a") == "mpv 3.0 playing")
        #expect(try harness.point("d") == "mpv 1.0 paused")
        #expect(try restore(harness).sorted() == ["b", "c", "e"])
        #expect(try harness.playing() == ["a"])
        #expect(try harness.point("d") == "mpv 1.0 paused")
    }

    @Test func `an item paused by a restart is sent to the remote once`() throws {
        let harness = try StoreHarness { $0.settings.syncs = true }
        try harness.save("film", 1, status: .playing)
        try harness.save("song", 1)
        try harness.restart()
        try harness.store.log.interrupt()
        func pending() throws -> [String] {
            let items = try harness.store.sync.pendingItems(limit: 9, now: harness.now).items
            try harness.store.commit()
            return items.map { item in
                guard case .point(let point) = item.value else { return item.key.name.text }
                return "\(point.item) \(point.status)"
            }
        }
        #expect(try pending() == ["song paused"])
        let again = try StoreHarness(after: harness)
        try again.store.log.interrupt()
        try restore(again)
        let items = try again.store.sync.pendingItems(limit: 9, now: again.now).items
        #expect(items.map(\.key.name.text) == ["film", "song"])
        try restore(harness)
        #expect(try pending() == ["film paused", "song paused"])
    }

    @Test func `an item is paused after a restart even if the store is full`() throws {
        let harness = try five()
        try harness.store.options.settings.bytes = 1
        try harness.store.log.sizing.isOversized = true
        #expect(throws: StoreError.self) { try harness.save("f", 1) }
        #expect(try restore(harness).count == 5)
    }
}

extension LogRow {
    /// It says of a point that it plays.
    fileprivate var plays: Bool {
        guard case .item(let record) = body else { return false }
        return record.point.status == .playing
    }
}
