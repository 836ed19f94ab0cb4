import StateModel
import Testing

@testable import StateStore

@Suite struct `What played when the daemon stopped` {
    /// Writes down some of what was interrupted; answers with the items.
    @discardableResult
    private func restore(_ shelf: Shelf, limit: Int = 100) throws -> [String] {
        let restored = try shelf.store.restoreInterrupted(limit: limit, now: shelf.now)
        if !shelf.isBatching { try shelf.store.commit() }
        return restored.map(\.record.point.item)
    }

    /// Three items in the tables and two in the memtable, all of which played.
    private func five() throws -> Shelf {
        let shelf = try Shelf()
        for item in ["a", "b", "c"] { try shelf.save(item, 1, status: .playing) }
        try shelf.store.flushAll(now: shelf.now)
        try shelf.save("b", 2, status: .playing)
        try shelf.save("d", 1, status: .playing)
        try shelf.save("e", 1, status: .playing)
        try shelf.restart()
        try shelf.store.interrupt()
        return shelf
    }

    @Test func `is found in tables and memtable`() throws {
        let shelf = try five()
        try shelf.save("a", 2, status: .paused)
        try shelf.clear("e")
        #expect(try restore(shelf) == ["b", "d", "c"])
        #expect(try shelf.store.interruptedUpTo == nil)
        #expect(try shelf.playing().isEmpty)
        try shelf.store.flushAll(now: shelf.now)
        #expect(try shelf.playing().isEmpty)
        try shelf.restart()
        try shelf.store.interrupt()
        #expect(try restore(shelf).isEmpty)
        #expect(try shelf.store.interruptedUpTo == nil)
    }

    @Test(arguments: 1...4)
    func `is paused at once, and written down once, in slices of any size`(limit: Int) throws {
        let shelf = try five()
        let before = try shelf.store.statistics.revision
        var restored: [String] = []
        while try shelf.store.interruptedUpTo != nil {
            for item in ["a", "b", "c", "d", "e"] {
                let head = try #require(try shelf.store.head(named: item))
                #expect(head.record.point.status == .paused)
                #expect(head.record.interrupted)
                #expect(head.revision <= before || restored.contains(item))
            }
            let page = try shelf.store.list(player: nil, after: nil, limit: 9, now: shelf.now)
            #expect(page.entries.map(\.point.status) == Array(repeating: .paused, count: 5))
            let standing = try shelf.store.standing(after: 0, upTo: .max, limit: 9, now: shelf.now)
            #expect(standing.heads.allSatisfy { $0.record.point.status == .paused })
            let rows = try shelf.store.rows(after: 0, limit: 100)
            #expect(rows.allSatisfy { !$0.plays })
            restored += try restore(shelf, limit: limit)
            try shelf.store.flushAll(now: shelf.now)
        }
        #expect(restored.sorted() == ["a", "b", "c", "d", "e"])
        #expect(try shelf.store.statistics.revision == before + 5)
        #expect(try shelf.history("a").isEmpty)
    }

    @Test func `goes on to be paused when the daemon is killed before all is written`() throws {
        let shelf = try five()
        #expect(try restore(shelf, limit: 2).count == 2)
        try shelf.save("new", 1, status: .playing)
        let again = try Shelf(after: shelf)
        try again.store.interrupt()
        #expect(try again.store.head(named: "new")?.record.point.status == .paused)
        #expect(try restore(again).sorted() == ["a", "c", "e", "new"].sorted())
        #expect(try again.playing().isEmpty)
    }

    @Test func `is written again where a batch was lost`() throws {
        let shelf = try five()
        shelf.isBatching = true
        #expect(try restore(shelf).count == 5)
        try shelf.store.abandon()
        try shelf.store.reopen()
        #expect(try shelf.store.head(named: "a")?.record.point.status == .paused)
        shelf.isBatching = false
        #expect(try restore(shelf).count == 5)
        #expect(try shelf.store.interruptedUpTo == nil)
    }

    @Test func `stays as it was in the log when something is put aside meanwhile`() throws {
        let shelf = try five()
        for item in ["a", "d"] {
            try shelf.quarantine(item, 500)
            let head = try #require(try shelf.store.head(named: item))
            #expect(head.record.point.status == .paused)
            #expect(head.record.interrupted)
        }
        try shelf.store.flushAll(now: shelf.now)
        #expect(try shelf.playing() == ["a", "b", "c", "d", "e"])
        #expect(try restore(shelf).sorted() == ["a", "b", "c", "d", "e"])
        try shelf.store.flushAll(now: shelf.now)
        #expect(try shelf.playing().isEmpty)
        #expect(try shelf.history("a") == ["500.0 quarantined", "1.0 replaced"])
    }

    @Test func `is left alone where it plays on another device or has expired`() throws {
        let shelf = try Shelf()
        try shelf.save("far", 1, status: .playing, device: 2)
        try shelf.save("old", 1, status: .playing, ttl: minute)
        try shelf.save("film", 1, status: .playing)
        shelf.now += hour
        try shelf.restart()
        try shelf.store.interrupt()
        #expect(try shelf.point("far") == "mpv 1.0 playing")
        #expect(try restore(shelf) == ["film"])
        #expect(try shelf.sweep() == ["old"])
        #expect(try shelf.point("far") == "mpv 1.0 playing")
        #expect(try shelf.store.interruptedUpTo == nil)
    }

    @Test func `plays again once somebody saves that it does`() throws {
        let shelf = try five()
        try shelf.save("a", 3, status: .playing)
        try shelf.renew("d")
        #expect(try shelf.point("a") == "mpv 3.0 playing")
        #expect(try shelf.point("d") == "mpv 1.0 paused")
        #expect(try restore(shelf).sorted() == ["b", "c", "e"])
        #expect(try shelf.playing() == ["a"])
        #expect(try shelf.point("d") == "mpv 1.0 paused")
    }

    @Test func `is told to the remote once, as paused`() throws {
        let shelf = try Shelf { $0.syncs = true }
        try shelf.save("film", 1, status: .playing)
        try shelf.save("song", 1)
        try shelf.restart()
        try shelf.store.interrupt()
        func pending() throws -> [String] {
            let items = try shelf.store.pendingSyncItems(limit: 9, now: shelf.now)
            try shelf.store.commit()
            return items.map { item in
                guard case .point(let point) = item.value else { return item.key.name.text }
                return "\(point.item) \(point.status)"
            }
        }
        #expect(try pending() == ["song paused"])
        let again = try Shelf(after: shelf)
        try again.store.interrupt()
        try restore(again)
        let items = try again.store.pendingSyncItems(limit: 9, now: again.now)
        #expect(items.map(\.key.name.text) == ["film", "song"])
        try restore(shelf)
        #expect(try pending() == ["film paused", "song paused"])
    }

    @Test func `is written down though the store has as many bytes as it may`() throws {
        let shelf = try five()
        try shelf.store.options.byteLimit = 1
        try shelf.store.sizing.isOversized = true
        #expect(throws: StoreError.self) { try shelf.save("f", 1) }
        #expect(try restore(shelf).count == 5)
    }
}

extension LogRow {
    /// It says of a point that it plays.
    fileprivate var plays: Bool {
        guard case .item(let record) = body else { return false }
        return record.point.status == .playing
    }
}
