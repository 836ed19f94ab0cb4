// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import Testing
internal import Varlink

@testable internal import StateServices
@testable internal import StateStore

/// Lists that take many slices, between which the store changes.
@Suite struct `A long list` {
    private static let count = 1_100
    /// The numbers of the songs in the order of their observation.
    private static let saved = (0..<count).map { $0 * 7 % count }
    /// The songs that expire after a minute: the sixth in each order.
    private static let brief: Set = [5, 1_094, 1_058]

    private let harness: ServicesHarness
    private let client: Client

    /// Saves songs, with a gap in the numbers of their items that is longer than what is read at once.
    init() throws {
        harness = try ServicesHarness()
        client = harness.connect()
        try save(Self.saved[..<600].map(Self.song))
        try save((0..<1_200).map { Self.snapshot("gone \($0)", player: "gone", position: 60) })
        try save(Self.saved[600...].map(Self.song))
        _ = try client.call(Playback.ClearAll.self, .init(player: "gone"))
    }

    private static func song(_ number: Int) -> Snapshot {
        snapshot(
            "/music/\(number)",
            player: "mpv",
            position: Double(60 + number),
            title: "Song \(number)",
            ttl: brief.contains(number) ? 60 : 86_400
        )
    }

    private static func snapshot(
        _ item: String,
        player: String,
        position: Double,
        title: String? = nil,
        ttl: Int? = nil
    ) -> Snapshot {
        Snapshot(
            item: item,
            player: player,
            status: .paused,
            position: position,
            title: title,
            ttl: ttl
        )
    }

    private func save(_ snapshots: [Snapshot]) throws {
        for start in stride(from: 0, to: snapshots.count, by: 500) {
            let part = snapshots[start..<min(start + 500, snapshots.count)]
            _ = try client.call(Playback.SaveMany.self, .init(snapshots: Array(part)))
        }
    }

    private func job(_ parameters: Playback.List.Parameters) throws -> ListJob {
        let tenant = try #require(harness.services.tenants[1])
        return try tenant.playback.list(parameters, Caller(connection: client.id))
    }

    /// Returns a page read in slices of a single point, with a change after some of them.
    private func page(
        _ parameters: Playback.List.Parameters,
        after slices: Int = 0,
        change: () throws -> Void = {}
    ) throws -> Playback.List.Reply {
        let job = try job(parameters)
        job.timePerSlice = .zero
        var count = 0
        while true {
            if count == slices { try change() }
            count += 1
            guard let message = try job.step(now: harness.now) else { continue }
            #expect(count > slices)
            var connection = ClientConnection()
            _ = connection.call(method: "a.b.C")
            connection.receive(message + [0])
            return try Playback.List.Reply(json: try #require(try connection.next()).parameters)
        }
    }

    @Test(
        arguments: [
            (.time, saved.reversed(), 450), (.name, Array(0..<count), 1_000),
            (.position, (0..<count).reversed(), 1_000),
        ] as [(PointOrder, [Int], Int)]
    )
    func `a long list has all points in order, each as it is when it is sent`(
        order: PointOrder,
        numbers: [Int],
        slices: Int
    ) throws {
        let (cleared, changed) = (numbers[3], numbers[7])
        // Without a condition, a page in the order of time is read at once.
        let search = order == .time ? "song" : nil
        var parameters = Playback.List.Parameters(limit: 500, search: search, order: order)
        var first = try page(parameters, after: slices) {
            _ = try client.call(Playback.Clear.self, .init(item: "/music/\(cleared)"))
            try client.save("/music/\(changed)", 5_000)
            harness.pass(60_000)
        }
        var points: [ResumePoint] = first.points
        while let cursor = first.cursor {
            parameters.cursor = cursor
            first = try page(parameters)
            points += first.points
        }
        let left = numbers.filter { $0 != cleared && !Self.brief.contains($0) }
        #expect(points.map(\.item) == left.map { "/music/\($0)" })
        #expect(points.first { $0.item == "/music/\(changed)" }?.position == 5_000)
        #expect(points.allSatisfy { $0.expiresAt > harness.now })
    }

    @Test
    func `a long list checks its points again in slices and leaves out points that ended`() throws {
        // After the songs were read, and about 200 of them compared with the store.
        let page = try page(.init(limit: 500, order: .name), after: 1_300) {
            _ = try client.call(Playback.Clear.self, .init(item: "/music/400"))
            try client.save("/music/450", 5_000)
            harness.pass(60_000)
        }
        let left = (0..<500).filter { $0 != 400 && !Self.brief.contains($0) }
        #expect(page.points.map(\.item) == left.map { "/music/\($0)" })
        #expect(page.points.first { $0.item == "/music/450" }?.position == 5_000)
    }

    @Test func `the newest points are read in one slice, however little time there is`() throws {
        let job = try job(.init(limit: 1_000))
        job.timePerSlice = .zero
        #expect(try job.step(now: harness.now) != nil)
    }

    /// Ended points that the tables still have end a slice early.
    @Test func `a list makes other large lists wait once it holds many points`() throws {
        try save((0..<600).map { Self.snapshot("late \($0)", player: "late", position: 60) })
        try save((0..<20).map { Self.snapshot("last \($0)", player: "mpv", position: 60) })
        let tenant = try #require(harness.services.tenants[1])
        try tenant.store.flushAll(now: harness.now)
        _ = try client.call(Playback.ClearAll.self, .init(player: "late"))
        let few = try job(.init(limit: 10))
        #expect(try few.step(now: harness.now) != nil)
        for _ in 0..<6 { tenant.jobs.start(try job(.init(limit: 1_000))) }
        var mostLarge = 0
        while !tenant.jobs.isEmpty {
            tenant.jobs.run(now: harness.now)
            mostLarge = max(mostLarge, tenant.jobs.unfinished.count(where: \.isLarge))
        }
        #expect(mostLarge == 4)
        let page = try page(.init(limit: 1_000))
        #expect(page.points.count == 1_000 && page.points.first?.item == "last 19")
    }

    @Test
    func `the next point takes the place of one removed while the list is read`() throws {
        for order in [PointOrder.name, .position] {
            let item = order == .name ? "/music/0" : "/music/1099"
            let page = try page(.init(limit: 1, order: order), after: 1_000) {
                _ = try client.call(Playback.Clear.self, .init(item: item))
            }
            #expect(page.points.map(\.item) == [order == .name ? "/music/1" : "/music/1098"])
            #expect(page.cursor != nil)
        }
    }

    @Test func `only a list that may hold many points makes other large lists wait`() throws {
        for (parameters, isLarge) in [
            (.init(limit: 1_000), false), (.init(player: "mpv", limit: 1_000, since: 1), false),
            (.init(limit: 10, order: .left), false), (.init(limit: 11, order: .left), true),
            (.init(limit: 1_000, search: "a"), true), (.init(limit: 1_000, device: "a"), true),
            (.init(limit: 1, device: "a"), false), (.init(limit: 1_000, order: .time), false),
        ] as [(Playback.List.Parameters, Bool)] {
            #expect(try job(parameters).isLarge == isLarge, "\(parameters)")
        }
        let tenant = try #require(harness.services.tenants[1])
        let newest = try tenant.playback.newest(.init(), Caller(connection: client.id))
        #expect(!newest.isLarge)
    }
}
