// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateTesting
internal import Testing
internal import Varlink

@testable internal import StateServices
@testable internal import StateStore

@Suite("Damaged rows")
struct RowDamageTests {
    /// Changes one bit of an item's newest row, which is in the tables alone.
    private func damage(_ item: String, of harness: ServicesHarness) throws {
        let store = try #require(harness.services.tenants[1]).store
        try store.flushAll(now: harness.now)
        try store.reopen()
        let sequence = try #require(try store.log.state(named: item)).sequence
        try RawSQLite.execute(
            "UPDATE change SET offset = offset + 1 WHERE sequence = \(sequence)",
            on: store.log.tables.file.handle
        )
    }

    private func health(_ harness: ServicesHarness) throws -> Health {
        try harness.connect().call(Service.GetHealth.self, NoMembers()).health
    }

    private func saved() throws -> ServicesHarness {
        let harness = try ServicesHarness()
        for position in [100.0, 2_000] {
            try harness.connect().save("film.mkv", position)
            harness.pass(60_000)
        }
        try harness.connect().save("other.mkv", 5)
        return harness
    }

    @Test
    func `the call that finds a damaged row fails, and the previous value is served afterwards`()
        throws
    {
        let harness = try saved()
        try damage("film.mkv", of: harness)
        #expect(throws: StateError.self) {
            try harness.connect().call(Playback.Get.self, .init(item: "film.mkv"))
        }
        harness.pass(10)
        for (item, position) in [("film.mkv", 100.0), ("other.mkv", 5)] {
            let reply = try harness.connect().call(Playback.Get.self, .init(item: item))
            #expect(reply.point.position == position)
        }
        let problem = try #require(try health(harness).problems.first)
        #expect(problem.contains(/log row [0-9]+ is damaged/) || problem.contains("does not match"))
        #expect(problem.contains("One point that was saved could not be recovered."))
        let alerts = try harness.connect().call(Session.ListAlerts.self, .init()).alerts
        #expect(alerts.map(\.message) == [problem])
        _ = try harness.connect().call(
            Session.DismissAlert.self,
            .init(id: try #require(alerts.first).id)
        )
        #expect(try health(harness).status == .ok)
        try harness.restart()
        #expect(try health(harness).status == .ok)
    }

    @Test func `a reader that has received the damaged value must start over`() throws {
        let harness = try saved()
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        let before = try #require(harness.services.tenants[1]).store.log.statistics.identity
        try damage("film.mkv", of: harness)
        #expect(throws: StateError.self) {
            try harness.connect().call(Playback.Get.self, .init(item: "film.mkv"))
        }
        harness.pass(10)
        #expect(harness.transport.closed.contains(watcher.id))
        let after = try #require(harness.services.tenants[1]).store.log.statistics.identity
        #expect(after.store == before.store && after.epoch > before.epoch)
    }
}

extension Store {
    /// Flushes all rows at once.
    func flushAll(now: Timestamp) throws(StoreError) {
        let limit = options.flushRows
        // With this limit a flush is due at each row, and precedes all compaction.
        options.flushRows = 0
        defer { options.flushRows = limit }
        while log.memtable.rows > 0 { _ = try upkeep.slice(of: 10_000_000, now: now) }
    }
}
