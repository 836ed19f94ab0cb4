// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import Testing

/// The alert that playback failed.
@Suite struct `The alert of a failure` {
    private let harness: ServicesHarness
    private let player: Client

    init() throws {
        harness = try ServicesHarness()
        player = harness.connect()
    }

    private func alerts() throws -> [String] {
        try player.alerts().map { alert in
            "\(alert.item ?? "") \(alert.position.map { "at \($0)" } ?? "nowhere"): \(alert.message)"
        }
    }

    @Test
    func `the alert for a failure at position 0 of a new item expires after 10 minutes`()
        throws
    {
        try player.save("new", 0, .failed)
        #expect(try alerts() == ["new nowhere: Playback of new failed. Retry opens it again."])
        harness.pass(599_999)
        #expect(try player.alerts().count == 1)
        harness.pass(1)
        #expect(try player.alerts().isEmpty)
    }

    @Test
    func `the alert for a failure at position 0 names the stored position of the item`() throws {
        try player.save("film", 500)
        harness.pass(60_000)
        try player.save("film", 0, .failed, cause: .stop)
        #expect(
            try alerts() == ["film at 500.0: Playback of film failed at 8:20. Retry resumes there."]
        )
        #expect(try player.get("film").position == 500)
    }

    @Test func `the next failure of an item updates its alert, which keeps its number`() throws {
        try player.save("film", 1_989, .failed)
        let first = try #require(try player.alerts().first)
        try player.save("film", 2_049, .failed)
        let second = try #require(try player.alerts().first)
        #expect(try player.alerts().count == 1)
        #expect(second.id == first.id)
        #expect(second.position == 2_049)
        #expect(second.message == "Playback of film failed at 34:09. Retry resumes there.")
    }

    @Test
    func `a failure that is known raises no second alert, and playback ends the alert`()
        throws
    {
        try player.save("film", 100, .failed)
        let alert = try #require(try player.alerts().first)
        _ = try player.call(Session.DismissAlert.self, .init(id: alert.id))
        try player.save("film", 100, .failed)
        #expect(try player.alerts().isEmpty)
        try player.save("film", 101, .failed)
        #expect(try player.alerts().count == 1)
        try player.save("film", 102, .playing)
        #expect(try player.alerts().isEmpty)
    }

    @Test func `alerts are listed in pages if one reply cannot hold all of them`() throws {
        let end = String(repeating: "\u{1}", count: 900)
        for number in 1...200 { try player.save("\(number) " + end, 0, .failed) }
        #expect(try (10..<200).contains(player.alerts().count))
        var listed: [Alert] = []
        var page = Session.ListAlerts.Parameters()
        repeat {
            let reply = try player.call(Session.ListAlerts.self, page)
            listed += reply.alerts
            page.cursor = reply.cursor
        } while page.cursor != nil
        #expect(listed.map { $0.item } == (1...200).map { "\($0) " + end })
    }

    @Test func `an outdated report of a failure raises no alert`() throws {
        try player.save("film", 500, .playing)
        try player.save("film", 400, .failed, at: harness.now - 60_000)
        try player.save("old", 400, .failed, at: harness.now - 2 * 86_400_000)
        #expect(try player.alerts().isEmpty)
    }
}
