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

@Suite("Findings about storage")
struct StorageFindingTests {
    private let damaged = StorageFinding(title: "Damaged", message: "/s/state.db lost a page")

    private func report(_ finding: StorageFinding, to harness: ServicesHarness) throws {
        try #require(harness.services.tenants[1]).findings.report(finding, now: harness.now)
        harness.wake(after: 0)
    }

    private func listed(_ harness: ServicesHarness) throws -> [Alert] {
        try harness.connect().call(Session.ListAlerts.self, .init()).alerts
    }

    private func health(_ harness: ServicesHarness) throws -> Health {
        try harness.connect().call(Service.GetHealth.self, NoMembers()).health
    }

    private func dismiss(_ id: AlertID, in harness: ServicesHarness) throws {
        _ = try harness.connect().call(
            Session.DismissAlert.self,
            Session.DismissAlert.Parameters(id: id)
        )
    }

    @Test func `reported damage stays in health and in an alert until it is dismissed`()
        throws
    {
        let harness = try ServicesHarness()
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        try report(damaged, to: harness)
        #expect(try watcher.changes() == ["alert "])
        try harness.restart()
        harness.pass(400 * 86_400_000)
        #expect(try health(harness).status == .degraded)
        #expect(try health(harness).problems == [damaged.message])
        let alert = try #require(try listed(harness).first)
        #expect(alert.kind == .storageFailed && !alert.retryable)
        #expect(alert.title == damaged.title && alert.message == damaged.message)
        try dismiss(alert.id, in: harness)
        #expect(try health(harness).problems == [])
        #expect(try health(harness).status == .ok)
        try harness.restart()
        #expect(try health(harness).problems == [])
        #expect(try listed(harness).isEmpty)
    }

    @Test func `reported damage raises one alert, and another one only after the first has ended`()
        throws
    {
        let harness = try ServicesHarness()
        for _ in 1...3 { try report(damaged, to: harness) }
        try harness.restart()
        try report(damaged, to: harness)
        #expect(try listed(harness).count == 1)
        try dismiss(try #require(try listed(harness).first).id, in: harness)
        try report(damaged, to: harness)
        #expect(try listed(harness).count == 1)
        #expect(try health(harness).problems == [damaged.message])
    }

    @Test func `a report of more damage replaces the previous report`() throws {
        let harness = try ServicesHarness()
        for count in 1...3 {
            let finding = StorageFinding(
                title: "Rows are damaged",
                message: "\(count) rows",
                replacesTitle: true
            )
            try report(finding, to: harness)
        }
        #expect(try listed(harness).map(\.message) == ["3 rows"])
        #expect(try health(harness).problems == ["3 rows"])
    }

    @Test func `health shows damage while the store cannot be written; the alert follows`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        try harness.refuseRows()
        try report(damaged, to: harness)
        #expect(throws: StateError.self) { try player.save("a", 1) }
        #expect(try health(harness).problems.first == damaged.message)
        #expect(try listed(harness).map(\.title) == ["Positions are not being saved"])
        harness.pass(60_000)
        #expect(try health(harness).problems.first == damaged.message)
        try harness.acceptRows()
        harness.pass(10_000)
        #expect(try listed(harness).map(\.message) == [damaged.message])
        #expect(try health(harness).problems == [damaged.message])
        try harness.restart()
        #expect(try listed(harness).map(\.message) == [damaged.message])
    }

    @Test
    func `other alerts do not displace those about damage, whose number is limited`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try report(damaged, to: harness)
        for number in 0..<300 {
            let gone = Session.ReportUnavailable.Parameters(
                player: "mpv",
                item: "item \(number)",
                reason: nil
            )
            _ = try client.call(Session.ReportUnavailable.self, gone)
        }
        #expect(try health(harness).problems == [damaged.message])
        for number in 0..<100 {
            try report(StorageFinding(title: "Damaged", message: "page \(number)"), to: harness)
        }
        let standing = try health(harness).problems
        #expect(standing == (100 - Findings.limit..<100).map { "page \($0)" })
    }
}
