// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Testing
internal import Varlink

@testable internal import StateServices

/// A removal of all points that something interrupts.
@Suite struct `A removal of all points` {
    private let harness: ServicesHarness
    private let client: Client

    init() throws {
        harness = try ServicesHarness()
        client = harness.connect()
        let snapshots = (0..<450).map { number in
            Snapshot(
                item: "film \(number)",
                player: number % 2 == 0 ? "mpv" : "vlc",
                status: .paused,
                position: 100
            )
        }
        _ = try client.call(Playback.SaveMany.self, .init(snapshots: snapshots))
    }

    private func points() throws -> [String] {
        try harness.connect().call(Playback.List.self, .init(limit: 1_000)).points.map(\.item)
    }

    /// Begins the removal; a slice removes 100 points at most.
    private func begin(of player: String? = nil) {
        client.hand(Playback.ClearAll.self, .init(player: player))
        harness.services.turnEnded()
    }

    @Test
    func `the removal of all points is completed after a crash, and keeps newer points`() throws {
        begin()
        client.handSave("new", 30)
        harness.services.endTurn()
        try harness.restart()
        #expect(try points() == ["new"])
        #expect(try harness.services.tenants[1]?.store.log.clearances() == [])
    }

    /// A removal of one point a slice, so that a turn has time for a list after it.
    private final class QuickRemoval: Job {
        let caller: Caller? = nil
        let writes = true
        private let playback: PlaybackCalls
        private var number = 0

        init(_ playback: PlaybackCalls) { self.playback = playback }

        func step(now: Timestamp) throws(StateError) -> [UInt8]? {
            number += 1
            let item = "film \(number)"
            guard let state = try playback.items.currentState(of: item, now: now) else {
                return []
            }
            try playback.items.clear(state, now: now)
            return nil
        }
    }

    @Test func `a list does not wait for the end of a removal`() throws {
        let tenant = try #require(harness.services.tenants[1])
        tenant.jobs.start(QuickRemoval(tenant.playback))
        client.hand(Playback.List.self, .init(limit: 1_000))
        for _ in 0..<2 { harness.services.endTurn() }
        let reply = try #require(try client.replies().first)
        let listed = try Playback.List.Reply(json: reply.parameters).points.count
        #expect((440..<450).contains(listed))
    }

    @Test func `the removal of one player's points affects no other player`() throws {
        begin(of: "mpv")
        try harness.restart()
        #expect(try points().count == 225)
        #expect(try points().allSatisfy { Int($0.dropFirst(5)).map { $0 % 2 == 1 } ?? false })
    }

    @Test func `the removal of all points is completed even if its caller disconnects`() throws {
        begin()
        harness.services.closed(client.id)
        harness.services.endTurn()
        harness.pass(1_000)
        #expect(try points() == [])
    }

    @Test func `the removal of all points is completed once the store accepts writes again`() throws
    {
        begin()
        try harness.refuseRows()
        harness.services.endTurn()
        #expect(try client.replies().map(\.error) == ["io.stated.Service.StorageUnavailable"])
        try harness.acceptRows()
        harness.pass(10_000)
        #expect(try points() == [])
    }

    /// Records a removal that goes on, without its job.
    private func record() throws {
        let store = try #require(harness.services.tenants[1]).store
        let clearance = Clearance(newest: store.log.lastWritten, player: nil)
        try store.log.note(clearance, isComplete: false)
        try store.commit()
    }

    @Test
    func `a store restored from a backup does not continue a removal of all points`() throws {
        try record()
        client.send(Service.Backup.self, Service.Backup.Parameters(name: "mine"))
        #expect(try client.awaitReply().error == nil)
        client.send(Service.Restore.self, Service.Restore.Parameters(name: "mine"))
        #expect(try client.awaitReply().error == nil)
        #expect(try points().count == 450)
    }
}
