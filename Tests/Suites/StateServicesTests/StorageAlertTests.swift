// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import StateTesting
internal import Testing
internal import Varlink

@testable internal import StateStore

@Suite("The alert about a store that refuses writes")
struct StorageAlertTests {
    /// From now on no row can be written.
    private func fill(_ harness: ServicesHarness, _ name: String = "state.db") throws -> StoreFile {
        let file = try StoreFile(path: harness.directory.file(name))
        try RawSQLite.execute(
            """
            CREATE TRIGGER bad_disk BEFORE INSERT ON change
            BEGIN SELECT RAISE(ROLLBACK, 'bad disk'); END
            """,
            on: file.handle
        )
        return file
    }

    /// Rows can be written again, and the daemon has found out.
    private func heal(_ file: StoreFile, _ harness: ServicesHarness) throws {
        try RawSQLite.execute("DROP TRIGGER bad_disk", on: file.handle)
        harness.pass(10_000)
    }

    /// Tries to save, which fails.
    private func failToSave(_ client: Client, _ position: Double = 1) {
        #expect(throws: StateError.self) { try client.save("a", position) }
    }

    private func listed(_ client: Client) throws -> [Alert] {
        try client.call(Session.ListAlerts.self, .init()).alerts
    }

    private func dismiss(_ client: Client, _ alert: Alert) throws {
        _ = try client.call(
            Session.DismissAlert.self,
            Session.DismissAlert.Parameters(id: alert.id)
        )
    }

    /// A world with one saved item.
    private func harness() throws -> (ServicesHarness, Client) {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        return (harness, player)
    }

    @Test
    func `each subscriber receives one alert about a storage failure while nothing can be written`()
        throws
    {
        let (harness, player) = try harness()
        let watchers = [harness.connect(), harness.connect(), harness.connect()]
        watchers[0].subscribe()
        watchers[1].subscribe(player: "vlc")
        watchers[2].subscribe(item: "b")
        for watcher in watchers { _ = try watcher.received() }
        _ = try fill(harness)
        for position in 1...3 { failToSave(player, Double(position)) }
        harness.pass(60_000)
        for watcher in watchers {
            #expect(try watcher.receivedAlerts().map(\.words) == ["storageFailed raised"])
        }
        let alerts = try listed(player)
        #expect(alerts.map(\.words) == ["storageFailed raised"])
        let alert = try #require(alerts.first)
        #expect(alert.player == nil && alert.item == nil && !alert.retryable)
        #expect(alert.message.contains("bad disk"))
        let metrics = try player.call(Service.GetMetrics.self, NoMembers()).text
        #expect(metrics.contains("stated_alerts_total{kind=\"storageFailed\"} 1\n"))
    }

    @Test func `the alert about storage keeps its number and ends with the first successful write`()
        throws
    {
        let (harness, player) = try harness()
        let watcher = harness.connect()
        watcher.subscribe()
        let token = try #require(try watcher.received().last?.token)
        let file = try fill(harness)
        failToSave(player)
        let raised = try #require(try watcher.receivedAlerts().first)
        try heal(file, harness)
        let over = try #require(try watcher.receivedAlerts().first)
        var expected = raised
        expected.state = .dismissed
        #expect(over == expected)
        #expect(try listed(player).isEmpty)
        // Whoever was away hears that it is over, for the log says so.
        let late = harness.connect()
        late.subscribe(token: token)
        #expect(try late.receivedAlerts() == [over])
        try harness.restart()
        #expect(try listed(harness.connect()).isEmpty)
    }

    @Test func `the next failure of storage raises another alert`() throws {
        let (harness, player) = try harness()
        let file = try fill(harness)
        failToSave(player)
        let first = try #require(try listed(player).first)
        try heal(file, harness)
        _ = try fill(harness)
        failToSave(player)
        let second = try #require(try listed(player).first)
        #expect(second.id > first.id)
    }

    @Test func `the end of the alert is not published if writing it fails`() throws {
        let (harness, player) = try harness()
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        _ = try fill(harness)
        failToSave(player)
        // Each attempt begins with writing that it is over.
        harness.pass(60_000)
        failToSave(player)
        #expect(try watcher.receivedAlerts().map(\.words) == ["storageFailed raised"])
        #expect(try listed(player).count == 1)
    }

    @Test func `the alert about storage can be dismissed while nothing can be written`() throws {
        let (harness, player) = try harness()
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        let file = try fill(harness)
        failToSave(player)
        let alert = try #require(try listed(player).first)
        try dismiss(player, alert)
        #expect(
            try watcher.receivedAlerts().map(\.words) == [
                "storageFailed raised", "storageFailed dismissed",
            ]
        )
        #expect(try listed(player).isEmpty)
        harness.pass(60_000)
        failToSave(player)
        #expect(try watcher.receivedAlerts().isEmpty, "it is not raised again before it is over")
        #expect(throws: StateError.alertNotFound(id: alert.id)) { try dismiss(player, alert) }
        try heal(file, harness)
        _ = try fill(harness)
        failToSave(player)
        #expect(try listed(player).count == 1)
    }

    @Test func `the alert about storage cannot be retried, and other alerts wait for the store`()
        throws
    {
        let (harness, player) = try harness()
        let unavailable = try player.call(
            Session.ReportUnavailable.self,
            Session.ReportUnavailable.Parameters(player: "mpv", item: "a", reason: nil)
        ).alert
        _ = try fill(harness)
        failToSave(player)
        let alerts = try listed(player)
        #expect(alerts.map(\.kind) == [.itemUnavailable, .storageFailed])
        let alert = try #require(alerts.last)
        #expect(throws: StateError.notRetryable(id: alert.id)) {
            try player.call(
                Session.RetryAlert.self,
                Session.RetryAlert.Parameters(id: alert.id)
            )
        }
        #expect(throws: StateError.self) {
            try player.call(
                Session.DismissAlert.self,
                Session.DismissAlert.Parameters(id: unavailable)
            )
        }
        #expect(try listed(player).count == 2)
    }

    @Test func `a new subscriber receives the alert about storage with the current state`() throws {
        let (harness, player) = try harness()
        _ = try fill(harness)
        failToSave(player)
        let watcher = harness.connect()
        watcher.subscribe()
        let received = try watcher.received()
        let ready = try #require(received.firstIndex { $0.ready })
        #expect(received[...ready].flatMap(\.changes).compactMap(\.alert).count == 1)
        #expect(received[(ready + 1)...].flatMap(\.changes).isEmpty)
    }

    @Test func `a slow subscriber receives the alert about storage once it has caught up`() throws {
        let (harness, player) = try harness()
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        harness.transport.unwritable.insert(watcher.id)
        try player.save("b", 50)
        _ = try fill(harness)
        failToSave(player)
        harness.transport.unwritable.remove(watcher.id)
        harness.services.becameWritable(watcher.id)
        harness.services.endTurn()
        let changes = try watcher.received().flatMap(\.changes)
        #expect(changes.map(\.kind) == [.saved, .player, .alert])
        #expect(changes.last?.alert?.words == "storageFailed raised")
    }

    @Test func `a daemon that was killed raises the alert again, under the same number`() throws {
        let (harness, player) = try harness()
        try player.save("a", 200, .playing)
        _ = try fill(harness)
        failToSave(player)
        let alert = try #require(try listed(player).first)
        try harness.restart()
        let again = harness.connect()
        #expect(try listed(again).map(\.id) == [alert.id])
        let watcher = harness.connect()
        watcher.subscribe()
        #expect(try watcher.receivedAlerts().map(\.id) == [alert.id])
        try heal(try StoreFile(path: harness.directory.file("state-1.db")), harness)
        #expect(try watcher.receivedAlerts().map(\.words) == ["storageFailed dismissed"])
        #expect(try listed(again).isEmpty)
    }
}

extension Client {
    /// The alerts of a stream that arrived since it was last asked for.
    fileprivate func receivedAlerts() throws -> [Alert] {
        try received().flatMap(\.changes).compactMap(\.alert)
    }
}

extension Change {
    /// The alert that the change is about; nil: it is about none.
    fileprivate var alert: Alert? {
        if case .alert(let alert) = about { alert } else { nil }
    }
}

extension Alert {
    /// Kind and state.
    fileprivate var words: String { "\(kind) \(state)" }
}
