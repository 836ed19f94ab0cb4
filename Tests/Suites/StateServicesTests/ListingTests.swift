// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import StateModel
internal import StateProtocol
internal import StateTesting
internal import Testing
internal import Varlink

@testable internal import StateServices
@testable internal import StateStore

/// List in all orders, with all conditions, beside a model that sorts and filters an array.
@Suite struct `A list by the daemon` {
    private let harness: ServicesHarness
    private let client: Client
    private static let words = ["Alien", "alien 2", "Été", "ete 10", "Zoo", "", "Ωmega"]

    /// Saves points of two players in the tables and in the memtable; some have expired, some tie.
    init() throws {
        harness = try ServicesHarness()
        client = harness.connect()
        for number in 0..<120 {
            let snapshot = Snapshot(
                item: "/films/\(number % 7)/\(number).mkv",
                player: number % 3 == 0 ? "vlc" : "mpv",
                status: number % 5 == 0 ? .failed : .paused,
                position: Double(10 + number % 4),
                duration: number % 4 == 0 ? nil : Double(100 + number % 6),
                title: number % 8 == 7 ? nil : Self.words[number % 7],
                ttl: number % 11 == 0 ? 60 : 86_400
            )
            _ = try client.call(Playback.Save.self, .init(snapshot: snapshot))
            if number % 2 == 0 { harness.pass(500) }
            if number == 70 {
                let store = try #require(harness.services.tenants[1]).store
                try store.flushAll(now: harness.now)
            }
        }
        harness.pass(120_000)
    }

    /// Returns the items of all pages of a list.
    private func items(
        _ conditions: Playback.List.Parameters,
        limit: Int,
        between: () throws -> Void = {}
    ) throws -> [String] {
        var parameters = conditions
        parameters.limit = limit
        var items: [String] = []
        repeat {
            let page = try client.call(Playback.List.self, parameters)
            #expect(page.points.count == limit || page.cursor == nil)
            items += page.points.map(\.item)
            parameters.cursor = page.cursor
            if page.cursor != nil { try between() }
        } while parameters.cursor != nil
        return items
    }

    private static let conditions: [Playback.List.Parameters] = [
        .init(), .init(player: "vlc"), .init(status: .failed), .init(search: "ETE"),
        .init(search: "films/3/"), .init(player: "mpv", status: .paused, search: "é"),
        .init(device: "elsewhere"), .init(search: "no such text"),
    ]

    @Test(arguments: PointOrder.allCases, conditions)
    func `List returns the points that the conditions select, in the given order`(
        order: PointOrder,
        conditions: Playback.List.Parameters
    ) throws {
        var filter = PointFilter(
            player: conditions.player,
            device: conditions.device,
            status: conditions.status,
            search: conditions.search
        )
        var selection = PointSelection<String>(order: order, limit: .max)
        let all = try client.call(Playback.List.self, .init(limit: 1_000)).points
        #expect(all.count == 109)
        for (number, point) in all.enumerated() where filter.admits(point) {
            selection.add(point.item, point, number: number)
        }
        let expected = selection.points.map(\.point)
        var parameters = conditions
        parameters.order = order
        for limit in [1, 7, 1_000] {
            #expect(try items(parameters, limit: limit) == expected, "pages of \(limit)")
        }
    }

    @Test(arguments: PointOrder.allCases)
    func `a list has each unchanged point once while other points change`(
        order: PointOrder
    ) throws {
        var changes = 0
        let listed = try items(.init(order: order), limit: 10) {
            changes += 1
            try client.save("/films/1/\(changes * 7 + 1).mkv", 5_000 + Double(changes))
            try client.save("new \(changes)", 70)
        }
        let changed = Set((1...changes).map { "/films/1/\($0 * 7 + 1).mkv" })
        let all = try client.call(Playback.List.self, .init(limit: 1_000)).points.map(\.item)
        let unchanged = all.filter { !changed.contains($0) && !$0.hasPrefix("new") }
        for item in unchanged { #expect(listed.count { $0 == item } == 1, "\(item)") }
    }

    @Test(
        arguments: [
            ("x", .name), ("1.2", .name), ("1.2", .left), ("1.2.!", .left), ("1.2.3", .time),
        ]
            + [("1.2.1y22ubgj52ps0", .position), ("", .time)]
            as [(String, PointOrder)]
    )
    func `a list refuses a cursor that is invalid or was made for another order`(
        cursor: String,
        order: PointOrder
    ) throws {
        #expect(throws: StateError.self) {
            try client.call(Playback.List.self, .init(cursor: cursor, order: order))
        }
    }

    @Test func `a search text that exceeds the limit for an item's name is refused`() throws {
        #expect(throws: StateError.self) {
            try client.call(
                Playback.List.self,
                .init(search: String(repeating: "x", count: 1_025))
            )
        }
    }

    private static let titles = ["Été 12", "ete-12", "E\u{301}TE 3.4", "ﬁn_12", "Beta", "a=b", ""]

    /// Saves points whose titles change; some are then cleared or have expired.
    private func saveHistories(_ random: inout FuzzRandom) throws {
        let store = try #require(harness.services.tenants[1]).store
        for number in 0..<120 {
            let name = random.pick(["/a/Film-", "https://a.net/f%2D", "https://a.net/É%20"])
            let item = "\(name)\(number)"
            for _ in 0...random.below(2) {
                let snapshot = Snapshot(
                    item: item,
                    player: random.pick(["mpv", "vlc"]),
                    status: .paused,
                    position: Double(30 + random.below(5_000)),
                    title: random.pick(Self.titles),
                    ttl: random.once(in: 9) ? 60 : 86_400
                )
                _ = try client.call(Playback.Save.self, .init(snapshot: snapshot))
            }
            if random.once(in: 9) { _ = try client.call(Playback.Clear.self, .init(item: item)) }
            if random.once(in: 40) { try store.flushAll(now: harness.now) }
        }
        harness.pass(90_000)
    }

    /// The log is searched for a rare word, while the points are read for a frequent one.
    @Test(arguments: 1...3) func `a search finds what a model finds, however rare its words`(
        seed: Int
    ) throws {
        var random = FuzzRandom(seed: 0, index: seed)
        try saveHistories(&random)
        let all = try client.call(Playback.List.self, .init(limit: 1_000)).points
        let words = Self.titles + ["film-17", "-1", "f%2D4", "f-99", "20", "é 8", "mkv", "É 1 é"]
        for search in words + ["\(random.below(120))", ".", "none"] {
            let player = random.pick([nil, "mpv"])
            var filter = PointFilter(player: player, search: search)
            let expected = all.filter { filter.admits($0) }.map(\.item)
            for limit in [20, 1_000] {
                let conditions = Playback.List.Parameters(player: player, search: search)
                #expect(try items(conditions, limit: limit) == expected, "\(search), \(limit)")
            }
        }
    }

    @Test func `a search text without words matches all points`() throws {
        for search in ["", " "] {
            #expect(try items(.init(search: search), limit: 1_000).count == 109)
        }
    }
}
