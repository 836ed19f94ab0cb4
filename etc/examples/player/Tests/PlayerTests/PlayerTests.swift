// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateTestKit
import Testing

/// Tests of a player with real daemons, none of which waits for time to pass.
@Suite struct PlayerTests {
    /// A snapshot of the example player that stands at a position.
    private func snapshot(of item: String, at position: Double) -> Snapshot {
        Snapshot(item: item, player: "example", status: .paused, position: position)
    }

    @Test func `the position outlives a crash of the daemon`() async throws {
        let daemon = try await TestDaemon.start()
        let changes = try await daemon.changes()
        let session = try PlayerSession(player: "example", client: daemon.client)
        try session.report(snapshot(of: "talk", at: 600))
        try await changes.expect { $0.kind == .saved && $0.item == "talk" }
        try await daemon.kill()
        try session.report(snapshot(of: "talk", at: 900))
        try await daemon.restart()
        try await changes.expect { $0.kind == .saved && $0.point?.position == 900 }
        #expect(await session.close() == 0)
    }

    @Test func `an acknowledged position survives a power cut`() async throws {
        let daemon = try await TestDaemon.start()
        try await daemon.client.save(snapshot(of: "talk", at: 600))
        try await daemon.cutPower()
        try await daemon.restart()
        #expect(try await daemon.client.get("talk").position == 600)
    }

    @Test func `a position is forgotten after a day`() async throws {
        let daemon = try await TestDaemon.start()
        let changes = try await daemon.changes()
        try await daemon.client.save(snapshot(of: "talk", at: 600))
        try daemon.clock.advance(by: .seconds(86_400 - 60))
        #expect(try await daemon.client.get("talk").position == 600)
        try daemon.clock.advance(by: .seconds(60))
        try await changes.expect { $0.kind == .expired && $0.item == "talk" }
        await #expect(throws: StateClientError.self) { try await daemon.client.get("talk") }
    }

    @Test func `a device that was offline for four hours catches up`() async throws {
        let (remote, clock) = (try TestRemote(), try TestClock())
        let phone = try await TestDaemon.start(name: "phone", remote: remote, clock: clock)
        let tv = try await TestDaemon.start(name: "tv", remote: remote, clock: clock)
        let changes = try await tv.changes()
        phone.goOffline()
        try await phone.client.save(snapshot(of: "talk", at: 600))
        try await phone.expectSync { $0.state == .offline && $0.outbox.pending == 1 }
        try clock.advance(by: .seconds(4 * 3_600))
        await #expect(throws: StateClientError.self) { try await tv.client.get("talk") }
        try phone.goOnline()
        try clock.advance(by: .seconds(60))
        try await changes.expect { $0.kind == .saved && $0.point?.device == "phone" }
        #expect(try await tv.client.get("talk").position == 600)
    }
}
