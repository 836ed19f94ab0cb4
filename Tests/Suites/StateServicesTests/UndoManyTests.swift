// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import StateModel
internal import StateProtocol
internal import StateTesting
internal import Testing
internal import Varlink

@testable internal import StateServices

@Suite struct `Undo of many items` {
    private let harness: ServicesHarness
    private let client: Client

    init() throws {
        harness = try ServicesHarness()
        client = harness.connect()
        for item in ["cleared", "finished", "stands"] {
            try client.save(item, 70, duration: 100)
        }
        try client.save("expired", 70, ttl: 60)
        harness.pass(70_000)
        _ = try client.call(Playback.Clear.self, ItemParameters(item: "cleared"))
        let over = Snapshot(item: "finished", player: "mpv", status: .finished, position: 99)
        _ = try client.call(Playback.Save.self, .init(snapshot: over))
    }

    private func undo(_ items: [String]) throws -> Playback.UndoMany.Reply {
        try client.call(Playback.UndoMany.self, .init(items: items))
    }

    @Test
    func `UndoMany restores only the items that have no resume point`() throws {
        let stands = try client.call(Playback.Get.self, ItemParameters(item: "stands")).point
        let all = ["cleared", "finished", "stands", "expired", "unknown", "cleared"]
        #expect(try undo(all) == .init(restored: 3, lost: 1))
        for item in ["cleared", "finished", "expired"] {
            let point = try client.call(Playback.Get.self, ItemParameters(item: item)).point
            #expect(point.position == 70)
            #expect(point.expiresAt == harness.now + 86_400_000)
        }
        #expect(
            try client.call(Playback.Get.self, ItemParameters(item: "stands")).point == stands
        )
        #expect(try undo(all) == .init(restored: 0, lost: 1))
        // They stay in the history, and a restart keeps them.
        #expect(
            try client.call(Playback.History.self, .init(item: "cleared")).entries.count == 1
        )
        try harness.restart()
        let points = try harness.connect().call(Playback.List.self, .init()).points
        #expect(points.map(\.item).sorted() == ["cleared", "expired", "finished", "stands"])
    }

    @Test func `items that UndoMany restores are published in the order of revisions`() throws {
        let subscriber = harness.connect()
        subscriber.send(Playback.Subscribe.self, .init(now: true), more: true)
        _ = try subscriber.received()
        _ = try undo(["cleared", "finished"])
        let changes = try subscriber.received().flatMap(\.changes).filter { $0.kind == .restored }
        #expect(changes.map(\.item) == ["cleared", "finished"])
        #expect(changes.map(\.revision) == changes.map(\.revision).sorted())
    }

    @Test
    func `UndoMany restores all items of a ClearAll while other calls are served`()
        throws
    {
        let items = (0..<500).map { "item \($0)" }
        let snapshots = items.map {
            Snapshot(item: $0, player: "mpv", status: .paused, position: 60)
        }
        _ = try client.call(Playback.SaveMany.self, .init(snapshots: snapshots))
        _ = try client.call(Playback.ClearAll.self, .init())
        let other = harness.connect()
        client.hand(Playback.UndoMany.self, .init(items: items))
        try other.save("item 499", 5)
        let reply = try #require(try client.replies().first)
        let result = try Playback.UndoMany.Reply(json: reply.parameters)
        #expect(result.restored + (result.restored == 499 ? 1 : 0) == 500)
        #expect(result.lost == 0)
        #expect(
            try other.call(Playback.Get.self, ItemParameters(item: "item 499")).point.position == 5
        )
    }

    @Test func `UndoMany refuses too many items and empty names`() throws {
        let limit = CallLimit.items
        #expect(throws: StateError.quotaExceeded(limit: limit.name, value: limit.value)) {
            try undo((0...limit.value).map { "item \($0)" })
        }
        #expect(throws: StateError.self) { try undo(["cleared", ""]) }
        #expect(throws: StateError.self) {
            try client.call(Playback.Get.self, ItemParameters(item: "cleared"))
        }
    }

    @Test func `UndoMany fails while the store refuses writes`() throws {
        client.hand(Playback.UndoMany.self, .init(items: ["cleared"]))
        try harness.refuseRows()
        harness.services.endTurn()
        #expect(try client.replies().map(\.error) == ["io.stated.Service.StorageUnavailable"])
        try harness.acceptRows()
        harness.pass(10_000)
        #expect(try undo(["cleared"]) == .init(restored: 1, lost: 0))
    }
}
