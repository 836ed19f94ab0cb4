// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `A listing in slices` {
    @Test(arguments: [1, 2, 7, 1_000])
    func `the list of recent points is the same for slices of any size`(slice: Int) throws {
        let harness = try StoreHarness { $0.flushRows = 40 }
        for item in 0..<150 {
            let ttl = item % 3 == 0 ? minute : day
            try harness.save("item-\(item)", 1, by: "player-\(item % 11)", ttl: ttl)
            harness.now += 1
            if item == 90 { try harness.upkeep() }
        }
        harness.now += hour
        let expected = (0..<150).filter { $0 % 3 != 0 }.reversed().map { "item-\($0)" }
        #expect(try list(harness, slice: slice, limit: 1_000) == expected)
        #expect(try list(harness, slice: slice, limit: 9) == expected)
        #expect(try list(harness, slice: slice, by: "player-4", limit: 3).count == 9)
        #expect(try list(harness, slice: slice, by: "nobody", limit: 3).isEmpty)
    }

    @Test func `each slice reads a limited number of entries`() throws {
        let harness = try StoreHarness()
        for item in 0..<2_000 { try harness.save("item-\(item)", 1, ttl: minute) }
        try harness.store.flushAll(now: harness.now)
        try harness.save("last", 1)
        harness.now += hour
        try harness.save("first", 1)
        var points = try harness.store.items.recentPoints(player: nil)
        var slices: [[String]] = []
        while !points.isComplete {
            slices.append(try points.next(10, now: harness.now).map(\.point.item))
        }
        #expect(slices.first == ["first", "last"])
        #expect(slices.count == 2_000 / RecentPoints.slice + 1)
        #expect(slices.joined().count == 2)
    }

    @Test func `a search of the log stops after a decoded row when its time is up`() throws {
        let harness = try StoreHarness()
        for item in 0..<3 { try harness.save("film-\(item)", 1) }
        var filter = PointFilter(search: "film")
        var search = LogSearch(try harness.store.log, limit: 10)
        var slices = 0
        while !search.isOver {
            try search.examine(for: &filter, until: .now)
            slices += 1
        }
        #expect(slices == 4)
        #expect(search.found?.count == 3)
    }

    @Test(arguments: [-1, 0, 1, 19, 20, 21, 39, 40])
    func `the list for a period has exactly the points of that period`(since: Int) throws {
        let harness = try StoreHarness()
        let start = harness.now
        // Half of the points are in the tables; two have each time.
        for number in 0..<40 {
            harness.now = start + number / 2 * 2
            try harness.save("\(number)", 1)
            if number == 19 { try harness.store.flushAll(now: harness.now) }
        }
        for until in -1...41 {
            let expected = (0..<40).reversed().filter { number in
                let time = number / 2 * 2
                return time >= since && time < until
            }
            let times = start + since..<max(start + since, start + until)
            var points = try harness.store.items.recentPoints(player: nil, in: times)
            var items: [String] = []
            while !points.isComplete {
                let found = try points.next(3, now: harness.now)
                items += found.map(\.point.item)
                guard let last = found.last?.place else { continue }
                // As the next call of a client does.
                points = try harness.store.items.recentPoints(player: nil, after: last, in: times)
            }
            #expect(items == expected.map { "\($0)" })
        }
    }

    /// Fixed seeds, and one that nobody has tried yet; a failure names it.
    static let seeds: [UInt64] = [1, 2, 3, 4] + [.random(in: 0 ... .max)]

    @Test(arguments: seeds)
    func `unchanged points are listed once, and points that change at most once`(
        seed: UInt64
    ) throws {
        var walk = try RecentPointsWalk(seed: seed)
        for _ in 0..<40 { try walk.list() }
    }

    private func list(
        _ harness: StoreHarness,
        slice: Int,
        by player: String? = nil,
        limit: Int
    ) throws -> [String] {
        var points = RecentPoints(try harness.store.log, player: player, after: nil, slice: slice)
        var items: [String] = []
        while !points.isComplete {
            let found = try points.next(limit, now: harness.now)
            #expect(found.count <= limit)
            items += found.map(\.point.item)
        }
        return items
    }
}

/// Lists a store slice by slice, while others write and time passes.
private struct RecentPointsWalk {
    private let harness: StoreHarness
    private var random: SeededGenerator
    private let names = (0..<60).map { "item-\($0)" }
    /// The items that were not touched since the listing began.
    private var still: Set<String> = []

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        let flushRows = Int.random(in: 5...60, using: &random)
        harness = try StoreHarness { $0.flushRows = flushRows }
        for name in names { try save(name) }
    }

    mutating func list() throws {
        let slice = Int.random(in: 1...20, using: &random)
        var points = RecentPoints(try harness.store.log, player: nil, after: nil, slice: slice)
        let began = harness.now
        let stood = Set(try harness.list())
        still = stood
        var listed: [ItemState] = []
        while !points.isComplete {
            let limit = Int.random(in: 1...12, using: &random)
            let found = try points.next(limit, now: harness.now)
            for entry in found {
                let state = try harness.store.log.state(named: entry.point.item)
                #expect(state?.record.point.at == entry.point.at)
                #expect(state?.isLive(at: harness.now) == true)
            }
            listed += found
            for _ in 0..<Int.random(in: 0...6, using: &random) { try disturb() }
        }
        let places = listed.map(\.place)
        #expect(zip(places, places.dropFirst()).allSatisfy { $1 < $0 })
        let items = listed.map(\.point.item)
        #expect(Set(items).count == items.count)
        let standing = try still.filter {
            try harness.store.log.state(named: $0)?.isLive(at: harness.now) == true
        }
        #expect(standing.subtracting(items) == [])
        #expect(listed.allSatisfy { stood.contains($0.point.item) || $0.point.at > began })
    }

    private mutating func save(_ name: String) throws {
        let player = "player-\(Int.random(in: 0...4, using: &random))"
        let ttl = Int.random(in: minute...hour, using: &random)
        try harness.save(name, 1, by: player, ttl: ttl)
        still.remove(name)
    }

    /// Something that happens between two slices.
    private mutating func disturb() throws {
        harness.now += Int.random(in: 0...minute / 4, using: &random)
        let name = names[Int.random(in: 0..<names.count, using: &random)]
        let state = try harness.store.log.state(named: name)
        switch Int.random(in: 0...9, using: &random) {
        case 0...3: try save(name)
        case 4 where state?.isLive(at: harness.now) == true:
            try harness.clear(name)
            still.remove(name)
        // These leave the point where it is, and bring its item to memory.
        case 5 where state?.isLive(at: harness.now) == true: try harness.renew(name)
        case 6: try harness.quarantine(name, 1)
        case 7: try harness.sweep()
        case 8: try harness.upkeep(slice: Int.random(in: 1...30, using: &random))
        default: try harness.store.upkeep(rows: 3, now: harness.now)
        }
    }
}
