// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import Testing

/// The alert that an item cannot be opened.
@Suite struct UnavailableItemTests {
    @discardableResult
    private func report(_ item: String, _ player: Client) throws -> AlertID {
        let gone = Session.ReportUnavailable.Parameters(
            player: "mpv",
            item: item,
            reason: "no such file"
        )
        return try player.call(Session.ReportUnavailable.self, gone).alert
    }

    @Test func `a report from before a later observation changes nothing`() throws {
        for (age, isGone) in [(2_001, false), (2_000, true)] {
            let harness = try ServicesHarness()
            let player = harness.connect()
            try player.save("a", 100)
            let gone = Session.ReportUnavailable.Parameters(
                player: "mpv",
                item: "a",
                at: harness.now - age
            )
            let alert = try player.call(Session.ReportUnavailable.self, gone).alert
            #expect((alert != .unassigned) == isGone)
            #expect(try player.alerts().isEmpty != isGone)
        }
    }

    @Test(arguments: [(Timestamp.min, false), (.max, true)])
    func `a report may have the earliest or the latest time`(
        _ at: Timestamp,
        _ isGone: Bool
    ) throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        let gone = Session.ReportUnavailable.Parameters(player: "mpv", item: "a", at: at)
        let alert = try player.call(Session.ReportUnavailable.self, gone).alert
        #expect((alert != .unassigned) == isGone)
    }

    @Test(arguments: [nil, "/v/other", "content:70000-a"])
    func `an item that is known by its contents keeps its position when one path is missing`(
        alias: String?
    ) throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("/v/a", 100)
        if let alias {
            _ = try player.call(Playback.AddAlias.self, .init(item: "/v/a", alias: alias))
        }
        #expect(try report("/v/a", player) != .unassigned)
        #expect(try player.alerts().map(\.kind) == [.itemUnavailable])
        let isKept = alias?.hasPrefix("content:") == true
        let points = try player.call(Playback.List.self, .init()).points
        #expect(points.map(\.item) == (isKept ? ["/v/a"] : []))
    }

    @Test func `a name that was never stored raises no alert`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        #expect(try report("a", player) == .unassigned)
        #expect(try player.alerts().isEmpty)
    }

    @Test func `the alert about an item that was never played lasts ten minutes`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        _ = try player.enqueue(["a"])
        try report("a", player)
        let alert = try #require(try player.alerts().first)
        #expect(alert.message == "Cannot open a: no such file.")
        #expect(alert.position == nil)
        harness.pass(599_999)
        #expect(try player.alerts().map(\.id) == [alert.id])
        harness.pass(1)
        #expect(try player.alerts().isEmpty)
    }

    @Test func `the alert about an item with a position or a history lasts longer`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        for item in ["a", "b"] { try player.save(item, 100) }
        _ = try player.call(Playback.Clear.self, ItemParameters(item: "b"))
        for item in ["a", "b"] { try report(item, player) }
        let alerts = try player.alerts()
        #expect(
            alerts.map(\.message) == [
                "Cannot open a: no such file. Its position stays in the history.",
                "Cannot open b: no such file. Its position stays in the history.",
            ]
        )
        #expect(alerts.map(\.position) == [100, 100])
        harness.pass(600_000)
        #expect(try player.alerts().map(\.id) == alerts.map(\.id))
    }
}
