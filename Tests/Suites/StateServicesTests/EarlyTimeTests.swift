// SPDX-License-Identifier: Apache-2.0
import ServiceTesting
import StateModel
import StateProtocol
import Testing

@Suite struct EarlyTimeTests {
    @Test(arguments: [-10_000_000_000_000, -1, 0, 1, 2, 1_000_000])
    func `a point with a time long before 1970 expires, and the store stays intact`(at: Int) throws
    {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.save("kept", 300)
        let snapshot = Snapshot(
            item: "old",
            player: "mpv",
            status: .paused,
            position: 100,
            at: Timestamp(at)
        )
        _ = try client.call(Playback.Save.self, .init(snapshot: snapshot))
        _ = try client.call(Session.PlayNow.self, .init(player: "mpv", item: "old"))
        let first = try harness.connect().call(Session.Attach.self, .init(player: "mpv"))
        #expect(first.expired == true)
        try harness.restart()
        let again = harness.connect()
        #expect(try again.get("kept").position == 300)
        #expect(try again.call(Session.Attach.self, .init(player: "mpv")).expired != true)
    }
}
