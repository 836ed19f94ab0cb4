// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `Reading the store` {
    /// Thirty items by three players: ten in the tables, ten frozen in a flush that has begun, ten
    /// in the active generation; and some of each that moved on or went meanwhile.
    private func spread() throws -> (harness: StoreHarness, newestFirst: [String]) {
        let harness = try StoreHarness { $0.flushRows = 10 }
        let players = ["mpv", "vlc", "web"]
        var order: [String] = []
        func save(_ item: Int) throws {
            harness.now += 1000
            let player = item % 10 == 3 ? "mpv" : players[item % 3]
            try harness.save("item-\(item)", Double(item * 100), by: player)
            order.removeAll { $0 == "item-\(item)" }
            order.insert("item-\(item)", at: 0)
        }
        for item in 0..<10 { try save(item) }
        try harness.store.flushAll(now: harness.now)
        for item in 10..<19 { try save(item) }
        try save(1)
        while try harness.store.log.memtable.frozen == nil {
            try harness.store.upkeep(rows: 3, now: harness.now)
        }
        for item in 20..<27 { try save(item) }
        try save(2)
        try save(11)
        for gone in [3, 12, 21] {
            try harness.clear("item-\(gone)")
            order.removeAll { $0 == "item-\(gone)" }
        }
        return (harness, order)
    }

    @Test(arguments: [1, 2, 3, 7, 64, 1000])
    func `a list reads tables, running flush and memory in pages, newest first`(page: Int) throws {
        let (harness, order) = try spread()
        #expect(try harness.list(page: page) == order)
        while try harness.store.upkeep.isNeeded {
            try harness.store.upkeep(rows: 2, now: harness.now)
            #expect(try harness.list(page: page) == order)
        }
        try harness.restart()
        #expect(try harness.list(page: page) == order)
    }

    @Test
    func `the list of a player has the items that this player observed last`() throws {
        let (harness, order) = try spread()
        try harness.save("item-5", 1, by: "new")
        for player in ["mpv", "vlc", "web", "new", "nobody"] {
            let expected = try (["item-5"] + order.filter { $0 != "item-5" }).filter { item in
                try harness.store.log.state(named: item)?.record.point.player == player
            }
            for page in [1, 4, 100] {
                #expect(try harness.list(by: player, page: page) == expected, "\(player)")
            }
        }
        try harness.store.flushAll(now: harness.now)
        #expect(try harness.list(by: "new") == ["item-5"])
    }

    @Test func `items with equal times are listed without loss or repetition across pages`() throws
    {
        let harness = try StoreHarness { $0.flushRows = 5 }
        for item in 0..<12 {
            try harness.save("item-\(item)", 1, by: item % 2 == 0 ? "mpv" : "vlc")
            if item == 7 { try harness.upkeep() }
        }
        for page in 1...5 {
            #expect(try harness.list(page: page) == (0..<12).reversed().map { "item-\($0)" })
        }
    }

    @Test func `a list leaves out expired points, exact to the millisecond`() throws {
        let harness = try StoreHarness()
        try harness.save("short", 1, ttl: hour)
        try harness.save("long", 1, ttl: 2 * hour)
        try harness.store.flushAll(now: harness.now)
        try harness.save("young", 1, ttl: hour)
        harness.now += hour - 1
        #expect(try harness.list() == ["young", "long", "short"])
        harness.now += 1
        #expect(try harness.list() == ["long"])
        try harness.restart()
        #expect(try harness.list() == ["long"])
    }

    @Test func `a point carries its revision and its device's label`() throws {
        let harness = try StoreHarness()
        harness.isBatching = true
        try harness.save("film", 1)
        let store = try harness.store
        try harness.commit()
        store.log.batch.beginCall()
        for item in ["a", "b"] {
            let point = ResumePoint(
                item: item,
                player: "mpv",
                status: .paused,
                position: 1,
                duration: 100,
                title: "A title",
                device: "not this",
                at: harness.now,
                expiresAt: harness.now + day,
                revision: 99
            )
            try store.log.append(
                ItemRecord(point: point, device: 1),
                .saved,
                after: nil,
                keyTime: 0,
                now: harness.now
            )
        }
        #expect(store.log.revision == 2)
        #expect(store.log.statistics.revision == 1)
        try harness.commit()
        let points = try store.items.list(player: nil, after: nil, limit: 10, now: harness.now)
            .entries
            .map(\.point)
        #expect(points.map(\.item) == ["b", "a", "film"])
        // What one call changed shares one revision.
        #expect(points.map(\.revision) == [2, 2, 1])
        #expect(points.allSatisfy { $0.device == "laptop" })
        #expect(points.first?.duration == 100)
        #expect(points.first?.title == "A title")
        #expect(store.log.statistics.lastSequence == 3)
    }

    @Test func `item names are compared byte by byte, before and after a flush`() throws {
        let harness = try StoreHarness()
        let names = ["caf\u{e9}", "cafe\u{301}", "a\u{0}b", "a\u{0}c", "A", "a", "\u{1F3B5}"]
        for (position, name) in names.enumerated() { try harness.save(name, Double(position)) }
        for _ in 0..<2 {
            for (position, name) in names.enumerated() {
                #expect(try harness.point(name) == "mpv \(Double(position)) paused")
            }
            #expect(try harness.store.log.statistics.standing == names.count)
            try harness.store.flushAll(now: harness.now)
        }
    }

    @Test func `the current state can be read in pages while it changes`() throws {
        let harness = try StoreHarness { $0.flushRows = 10 }
        for item in 0..<40 { try harness.save("item-\(item)", Double(item)) }
        try harness.upkeep()
        try harness.clear("item-7")
        try harness.save("item-8", 8)
        let asked = try harness.store.log.statistics.lastSequence
        var seen: [String] = []
        var cursor: ItemID? = 0
        var turn = 0
        while let after = cursor {
            let store = try harness.store
            let page = try store.items.standing(
                after: after,
                upTo: asked,
                limit: 6,
                now: harness.now
            )
            #expect(page.states.count <= 6)
            seen += page.states.map(\.record.point.item)
            cursor = page.next
            // One far behind the cursor and one far ahead of it change, and a new one comes.
            try harness.save("item-\(turn)", 1000)
            try harness.save("item-\(39 - turn)", 1000)
            try harness.save("late-\(turn)", 1)
            try store.upkeep(rows: 3, now: harness.now)
            turn += 1
        }
        let changed = try harness.store.log.page(after: asked, limit: 1000).rows.compactMap { row in
            if case .item(let record) = row.body { record.point.item } else { nil }
        }
        // What a page did not hold any more comes with the log; nothing is missed.
        let expected = Set((0..<40).map { "item-\($0)" }).subtracting(["item-7"])
        #expect(Set(seen).union(changed).isSuperset(of: expected))
        #expect(Set(seen).count == seen.count)
        #expect(!seen.contains("item-7"))
        #expect(!seen.contains { $0.hasPrefix("late") })
        #expect(seen.contains("item-20"))
    }

    @Test func `a read of the current state skips a wide gap of removed items`() throws {
        let harness = try StoreHarness { $0.settings.historyRetentionMilliseconds = hour }
        harness.isBatching = true
        for item in 0..<3000 { try harness.save("item-\(item)", 1) }
        for item in 1..<2999 { try harness.clear("item-\(item)") }
        try harness.commit()
        harness.now += 2 * hour
        try harness.tidy()
        #expect(try harness.count("head") == 2)
        try harness.save("new", 1)
        try harness.commit()
        var seen: [ItemID] = []
        var cursor: ItemID? = 0
        while let after = cursor {
            let page = try harness.store.items.standing(
                after: after,
                upTo: .max,
                limit: 1,
                now: harness.now
            )
            seen += page.states.map(\.id)
            cursor = page.next
        }
        #expect(seen == [1, 3000, 3001])
    }

    @Test func `the log can be read from any row, and shows no uncommitted row`() throws {
        let harness = try StoreHarness()
        for position in 0..<5 { try harness.save("film", Double(position)) }
        let store = try harness.store
        #expect(try store.log.page(after: 0, limit: 100).rows.map(\.sequence) == [1, 2, 3, 4, 5])
        #expect(try store.log.page(after: 2, limit: 2).rows.map(\.sequence) == [3, 4])
        #expect(try store.log.page(after: 5, limit: 2).rows.isEmpty)
        #expect(try store.log.time(of: 3) == harness.now)
        harness.isBatching = true
        try harness.save("film", 5)
        #expect(try store.log.page(after: 4, limit: 100).rows.map(\.sequence) == [5])
        try harness.commit()
        #expect(try store.log.page(after: 4, limit: 100).rows.map(\.sequence) == [5, 6])
        try harness.tidy()
        #expect(try store.log.page(after: 0, limit: 100).rows.map(\.sequence) == [6])
        #expect(try store.log.time(of: 3) == nil)
    }

    @Test func `players are known after a restart, even those that have no row`() throws {
        let harness = try StoreHarness { $0.flushRows = 3 }
        try harness.save("film", 1, by: "mpv", status: .playing)
        try harness.save("song", 1, by: "vlc")
        try harness.save("far", 1, by: "tv", device: 2)
        try harness.store.log.append(
            PlayerRecord(name: "web", item: nil, playing: false, revision: 0),
            now: harness.now
        )
        try harness.commit()
        let players = try harness.store.log.statistics.players
        #expect(players.keys.map(\.text).sorted() == ["mpv", "vlc", "web"])
        #expect(players[ExactString("mpv")]?.playing == true)
        #expect(players[ExactString("mpv")]?.item == "film")
        #expect(players[ExactString("web")]?.revision == 4)
        try harness.restart()
        #expect(try harness.store.log.statistics.players == players)
        try harness.tidy()
        try harness.restart()
        #expect(try harness.store.log.statistics.players == players)
    }
}
