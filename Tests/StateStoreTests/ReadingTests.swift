import StateModel
import Testing

@testable import StateStore

@Suite struct `Reading the store` {
    /// Thirty items by three players: ten in the tables, ten frozen in a flush that has begun, ten
    /// in the active generation; and some of each that moved on or went meanwhile.
    private func spread() throws -> (shelf: Shelf, newestFirst: [String]) {
        let shelf = try Shelf { $0.flushRows = 10 }
        let players = ["mpv", "vlc", "web"]
        var order: [String] = []
        func save(_ item: Int) throws {
            shelf.now += 1000
            let player = item % 10 == 3 ? "mpv" : players[item % 3]
            try shelf.save("item-\(item)", Double(item * 100), by: player)
            order.removeAll { $0 == "item-\(item)" }
            order.insert("item-\(item)", at: 0)
        }
        for item in 0..<10 { try save(item) }
        try shelf.store.flushAll(now: shelf.now)
        for item in 10..<19 { try save(item) }
        try save(1)
        while try shelf.store.memtable.frozen == nil {
            try shelf.store.upkeep(rows: 3, now: shelf.now)
        }
        for item in 20..<27 { try save(item) }
        try save(2)
        try save(11)
        for gone in [3, 12, 21] {
            try shelf.clear("item-\(gone)")
            order.removeAll { $0 == "item-\(gone)" }
        }
        return (shelf, order)
    }

    @Test(arguments: [1, 2, 3, 7, 64, 1000])
    func `a list goes through tables, flush and memtable, newest first, in pages`(page: Int) throws
    {
        let (shelf, order) = try spread()
        #expect(try shelf.list(page: page) == order)
        while try shelf.store.needsUpkeep {
            try shelf.store.upkeep(rows: 2, now: shelf.now)
            #expect(try shelf.list(page: page) == order)
        }
        try shelf.restart()
        #expect(try shelf.list(page: page) == order)
    }

    @Test func `a list of one player's holds what that player observed last`() throws {
        let (shelf, order) = try spread()
        try shelf.save("item-5", 1, by: "new")
        for player in ["mpv", "vlc", "web", "new", "nobody"] {
            let expected = try (["item-5"] + order.filter { $0 != "item-5" }).filter { item in
                try shelf.store.head(named: item)?.record.point.player == player
            }
            for page in [1, 4, 100] {
                #expect(try shelf.list(by: player, page: page) == expected, "\(player)")
            }
        }
        try shelf.store.flushAll(now: shelf.now)
        #expect(try shelf.list(by: "new") == ["item-5"])
    }

    @Test func `items observed at one moment are paged, none lost and none twice`() throws {
        let shelf = try Shelf { $0.flushRows = 5 }
        for item in 0..<12 {
            try shelf.save("item-\(item)", 1, by: item % 2 == 0 ? "mpv" : "vlc")
            if item == 7 { try shelf.upkeep() }
        }
        for page in 1...5 {
            #expect(try shelf.list(page: page) == (0..<12).reversed().map { "item-\($0)" })
        }
    }

    @Test func `a list leaves out what has expired, to the millisecond, before any sweep`() throws {
        let shelf = try Shelf()
        try shelf.save("short", 1, ttl: hour)
        try shelf.save("long", 1, ttl: 2 * hour)
        try shelf.store.flushAll(now: shelf.now)
        try shelf.save("young", 1, ttl: hour)
        shelf.now += hour - 1
        #expect(try shelf.list() == ["young", "long", "short"])
        shelf.now += 1
        #expect(try shelf.list() == ["long"])
        try shelf.restart()
        #expect(try shelf.list() == ["long"])
    }

    @Test func `a point carries its revision and its device's label`() throws {
        let shelf = try Shelf()
        shelf.isBatching = true
        try shelf.save("film", 1)
        let store = try shelf.store
        try shelf.commit()
        store.beginCall()
        for item in ["a", "b"] {
            let point = ResumePoint(
                item: item,
                player: "mpv",
                status: .paused,
                position: 1,
                duration: 100,
                title: "A title",
                device: "not this",
                at: shelf.now,
                expiresAt: shelf.now + day,
                revision: 99
            )
            try store.write(
                ItemRecord(point: point, device: 1),
                .saved,
                after: nil,
                keyTime: 0,
                now: shelf.now
            )
        }
        #expect(store.revision == 2)
        #expect(store.statistics.revision == 1)
        try shelf.commit()
        let points = try store.list(player: nil, after: nil, limit: 10, now: shelf.now).entries
            .map(\.point)
        #expect(points.map(\.item) == ["b", "a", "film"])
        // What one call changed shares one revision.
        #expect(points.map(\.revision) == [2, 2, 1])
        #expect(points.allSatisfy { $0.device == "laptop" })
        #expect(points.first?.duration == 100)
        #expect(points.first?.title == "A title")
        #expect(store.statistics.lastSequence == 3)
    }

    @Test func `names are told apart byte by byte, wherever they are kept`() throws {
        let shelf = try Shelf()
        let names = ["caf\u{e9}", "cafe\u{301}", "a\u{0}b", "a\u{0}c", "A", "a", "\u{1F3B5}"]
        for (position, name) in names.enumerated() { try shelf.save(name, Double(position)) }
        for _ in 0..<2 {
            for (position, name) in names.enumerated() {
                #expect(try shelf.point(name) == "mpv \(Double(position)) paused")
            }
            #expect(try shelf.store.statistics.standing == names.count)
            try shelf.store.flushAll(now: shelf.now)
        }
    }

    @Test func `the standing state is read in pages while the store goes on changing`() throws {
        let shelf = try Shelf { $0.flushRows = 10 }
        for item in 0..<40 { try shelf.save("item-\(item)", Double(item)) }
        try shelf.upkeep()
        try shelf.clear("item-7")
        try shelf.save("item-8", 8)
        let asked = try shelf.store.statistics.lastSequence
        var seen: [String] = []
        var cursor: Int? = 0
        var turn = 0
        while let after = cursor {
            let store = try shelf.store
            let page = try store.standing(after: after, upTo: asked, limit: 6, now: shelf.now)
            #expect(page.heads.count <= 6)
            seen += page.heads.map(\.record.point.item)
            cursor = page.next
            // One far behind the cursor and one far ahead of it change, and a new one comes.
            try shelf.save("item-\(turn)", 1000)
            try shelf.save("item-\(39 - turn)", 1000)
            try shelf.save("late-\(turn)", 1)
            try store.upkeep(rows: 3, now: shelf.now)
            turn += 1
        }
        let changed = try shelf.store.rows(after: asked, limit: 1000).compactMap { row in
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

    @Test func `the standing state goes over gaps of any width`() throws {
        let shelf = try Shelf { $0.historyRetention = hour }
        shelf.isBatching = true
        for item in 0..<3000 { try shelf.save("item-\(item)", 1) }
        for item in 1..<2999 { try shelf.clear("item-\(item)") }
        try shelf.commit()
        shelf.now += 2 * hour
        try shelf.tidy()
        #expect(try shelf.count("head") == 2)
        try shelf.save("new", 1)
        try shelf.commit()
        var seen: [Int] = []
        var cursor: Int? = 0
        while let after = cursor {
            let page = try shelf.store.standing(after: after, upTo: .max, limit: 1, now: shelf.now)
            seen += page.heads.map(\.id)
            cursor = page.next
        }
        #expect(seen == [1, 3000, 3001])
    }

    @Test func `the log is read from any row on, and holds nothing uncommitted`() throws {
        let shelf = try Shelf()
        for position in 0..<5 { try shelf.save("film", Double(position)) }
        let store = try shelf.store
        #expect(try store.rows(after: 0, limit: 100).map(\.sequence) == [1, 2, 3, 4, 5])
        #expect(try store.rows(after: 2, limit: 2).map(\.sequence) == [3, 4])
        #expect(try store.rows(after: 5, limit: 2).isEmpty)
        #expect(try store.time(of: 3) == shelf.now)
        shelf.isBatching = true
        try shelf.save("film", 5)
        #expect(try store.rows(after: 4, limit: 100).map(\.sequence) == [5])
        try shelf.commit()
        #expect(try store.rows(after: 4, limit: 100).map(\.sequence) == [5, 6])
        try shelf.tidy()
        #expect(try store.rows(after: 0, limit: 100).map(\.sequence) == [6])
        #expect(try store.time(of: 3) == nil)
    }

    @Test func `players are known again after a restart, without rows of their own`() throws {
        let shelf = try Shelf { $0.flushRows = 3 }
        try shelf.save("film", 1, by: "mpv", status: .playing)
        try shelf.save("song", 1, by: "vlc")
        try shelf.save("far", 1, by: "tv", device: 2)
        try shelf.store.write(
            PlayerRecord(name: "web", item: nil, playing: false, revision: 0),
            now: shelf.now
        )
        try shelf.commit()
        let players = try shelf.store.statistics.players
        #expect(players.keys.map(\.text).sorted() == ["mpv", "vlc", "web"])
        #expect(players[ExactString("mpv")]?.playing == true)
        #expect(players[ExactString("mpv")]?.item == "film")
        #expect(players[ExactString("web")]?.revision == 4)
        try shelf.restart()
        #expect(try shelf.store.statistics.players == players)
        try shelf.tidy()
        try shelf.restart()
        #expect(try shelf.store.statistics.players == players)
    }
}
