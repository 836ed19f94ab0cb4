// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import Testing

/// The retry of an alert, and what becomes of it if nobody carries it out.
@Suite struct RetryTests {
    private func failed(_ harness: ServicesHarness) throws -> (Client, Alert) {
        let player = harness.connect()
        try player.attach()
        try player.save("a", 100, .failed)
        return (player, try #require(try player.alerts().first))
    }

    @Test func `a retry that no player takes up ends after a minute and can be repeated`()
        throws
    {
        let harness = try ServicesHarness()
        let (player, alert) = try failed(harness)
        for _ in 0..<2 {
            _ = try player.call(Session.RetryAlert.self, Session.AlertNumber(id: alert.id))
            harness.pass(59_999)
            #expect(try player.alerts().map(\.state) == [.retrying])
            harness.pass(1)
            #expect(try player.alerts().map(\.state) == [.raised])
        }
        #expect(try player.alerts().first?.raisedAt == alert.raisedAt)
    }

    @Test
    func `a retry that fails raises the alert again, and the next one has a full minute`()
        throws
    {
        let harness = try ServicesHarness()
        let (player, alert) = try failed(harness)
        _ = try player.call(Session.RetryAlert.self, Session.AlertNumber(id: alert.id))
        try player.save("a", 100.2, .failed)
        #expect(try player.alerts().map(\.state) == [.raised])
        harness.pass(30_000)
        _ = try player.call(Session.RetryAlert.self, Session.AlertNumber(id: alert.id))
        harness.pass(59_999)
        #expect(try player.alerts().map(\.state) == [.retrying])
    }

    @Test func `a retry that plays in time ends the alert`() throws {
        let harness = try ServicesHarness()
        let (player, alert) = try failed(harness)
        _ = try player.call(Session.RetryAlert.self, Session.AlertNumber(id: alert.id))
        harness.pass(50_000)
        try player.save("a", 101, .playing)
        harness.pass(60_000)
        #expect(try player.alerts().isEmpty)
    }

    @Test func `a retry makes the item current, and drops none that plays or is retried`() throws {
        let harness = try ServicesHarness()
        let (player, first) = try failed(harness)
        try player.save("b", 10, .failed)
        let second = try #require(try player.alerts().last)
        try player.save("film", 50, .playing)
        _ = try player.enqueue(["next"])
        for alert in [first, second, second] {
            _ = try player.call(Session.RetryAlert.self, Session.AlertNumber(id: alert.id))
        }
        let state = try #require(try player.players().first)
        #expect(state.item == "b" && !state.playing)
        #expect(state.queue == ["a", "film", "next"])
    }

    @Test func `a retry leaves a player without surfaces as it is`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100, .failed)
        try player.save("film", 50, .playing)
        let alert = try #require(try player.alerts().first)
        _ = try player.call(Session.RetryAlert.self, Session.AlertNumber(id: alert.id))
        #expect(try player.players().first?.item == "film")
        #expect(try player.alerts().map(\.state) == [.retrying])
    }

    @Test func `a retry of an alert from before a restart ends at once`() throws {
        let harness = try ServicesHarness()
        let (player, alert) = try failed(harness)
        harness.pass(120_000)
        _ = try player.call(Session.RetryAlert.self, Session.AlertNumber(id: alert.id))
        try harness.restart()
        harness.pass(0)
        #expect(try harness.connect().alerts().map(\.state) == [.raised])
    }
}
