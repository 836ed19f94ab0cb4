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
    /// A world with two values of an item in its tables; the newest has a wrong bit.
    private func damaged(flushes: Bool) throws -> ServicesHarness {
        let harness = try ServicesHarness()
        for position in [100.0, 2_000] {
            try harness.connect().save("film.mkv", position)
            harness.pass(60_000)
        }
        try harness.connect().save("other.mkv", 5)
        if flushes { try #require(harness.services.tenants[1]).store.flushAll(now: harness.now) }
        let tenant = try #require(harness.services.tenants[1])
        let tables = tenant.store.log.tables
        let newest = try #require(try tenant.store.log.state(named: "film.mkv")).sequence
        var row = try #require(try tables.storedRow(newest))
        row.body[row.body.count - 9] ^= 1
        try tables.replace(row)
        try harness.restart()
        return harness
    }

    private func health(_ harness: ServicesHarness) throws -> Health {
        try harness.connect().call(Service.GetHealth.self, NoMembers()).health
    }

    private func position(_ harness: ServicesHarness) throws -> Double {
        try harness.connect().call(Playback.Get.self, .init(item: "film.mkv")).point.position
    }

    @Test(arguments: [true, false])
    func `the value before it is served, and a person is informed once`(flushes: Bool) throws {
        let harness = try damaged(flushes: flushes)
        #expect(try position(harness) == 100)
        harness.pass(10_000)
        #expect(try position(harness) == 100)
        let problem = try #require(try health(harness).problems.first)
        #expect(problem.contains("film.mkv") && problem.contains("shown instead"))
        let alerts = try harness.connect().call(Session.ListAlerts.self, NoMembers()).alerts
        #expect(alerts.map(\.message) == [problem])
        _ = try harness.connect().call(
            Session.DismissAlert.self,
            .init(id: try #require(alerts.first).id)
        )
        #expect(try health(harness).status == .ok)
        try harness.restart()
        // A day and more: the scrub has passed again.
        harness.pass(100_000_000)
        #expect(try health(harness).status == .ok)
    }

    @Test func `a reader that knew the value starts over`() throws {
        let harness = try ServicesHarness()
        try harness.connect().save("film.mkv", 100)
        harness.pass(60_000)
        try harness.connect().save("film.mkv", 2_000)
        let tenant = try #require(harness.services.tenants[1])
        try tenant.store.flushAll(now: harness.now)
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        let before = tenant.store.log.statistics.identity
        var row = try #require(
            try tenant.store.log.tables.storedRow(tenant.store.log.statistics.lastSequence)
        )
        row.body[20] ^= 1
        try tenant.store.log.tables.replace(row)
        #expect(try position(harness) == 100)
        harness.pass(10)
        #expect(harness.transport.closed.contains(watcher.id))
        #expect(tenant.store.log.statistics.identity.epoch > before.epoch)
    }

    @Test func `the scrub finds it before anybody reads it, counts it, and then rests`() throws {
        let harness = try damaged(flushes: true)
        #expect(try #require(harness.services.tenants[1]).store.log.hasDamage == false)
        harness.pass(10_000)
        #expect(try health(harness).problems.count == 1)
        let text = try harness.connect().call(Service.GetMetrics.self, NoMembers()).text
        #expect(text.contains("stated_damaged_rows_total 1\n"))
        #expect(!text.contains("stated_scrub_rows_total 0\n"))
        harness.pass(20_000)
        let wake = try #require(harness.transport.wakeAt)
        #expect(wake - harness.clocks.reading().boottime > 3_000_000)
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
