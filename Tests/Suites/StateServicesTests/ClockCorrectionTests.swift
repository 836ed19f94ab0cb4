// SPDX-License-Identifier: Apache-2.0
import ServiceTesting
import StateModel
import StateProtocol
import Testing

/// A first start with a clock that is wrong, and not synchronised.
@Suite struct ClockCorrectionTests {
    private static let year = 365 * 86_400_000

    /// Starts a harness on a machine whose clock is off by `error`, saves a point and lets a minute
    /// pass.
    private func harness(_ error: Int) throws -> ServicesHarness {
        let harness = try ServicesHarness()
        // A clock that is behind shows the time at which the machine was switched off.
        harness.clocks.reboot(wall: harness.now + max(0, error), synchronised: false)
        try harness.restart()
        harness.pass(1_000)
        try harness.connect().save("film", 100)
        harness.pass(60_000)
        return harness
    }

    @Test(arguments: [-57 * year, -3 * 86_400_000, 10 * year, 120_000])
    func `a synchronised clock corrects the times of this boot's points`(error: Int) throws {
        let harness = try harness(error)
        let client = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.changes()
        harness.clocks.stepWall(-error, synchronised: true)
        harness.wake(after: 1_000)
        let changes = try watcher.changes()
        #expect(changes == ["saved film 100"])
        let (point, saved) = (try client.get("film"), harness.now - 61_000)
        #expect(point.at == saved)
        #expect(point.expiresAt == saved + 86_400_000)
        let history = try client.call(Playback.History.self, .init(item: "film")).entries
        #expect(history.isEmpty)
        try harness.restart()
        #expect(try harness.connect().get("film").at == saved)
        harness.pass(86_400_000)
        #expect(throws: StateError.self) { try harness.connect().get("film") }
    }

    @Test func `a point that was saved before the boot keeps its time`() throws {
        let harness = try ServicesHarness()
        try harness.connect().save("old", 100)
        let at = harness.now
        harness.clocks.reboot(wall: at, synchronised: false)
        try harness.restart()
        harness.pass(1_000)
        try harness.connect().save("new", 200)
        harness.pass(60_000)
        harness.clocks.stepWall(3 * 86_400_000, synchronised: true)
        harness.wake(after: 1_000)
        let client = harness.connect()
        #expect(throws: StateError.expired(item: "old", expiredAt: at + 86_400_000)) {
            try client.get("old")
        }
        #expect(try client.get("new").at == harness.now - 61_000)
    }

    @Test func `if the corrected times cannot be stored, they are corrected later`() throws {
        let harness = try harness(-3 * 86_400_000)
        try harness.refuseRows(in: "state-1.db")
        harness.clocks.stepWall(3 * 86_400_000, synchronised: true)
        harness.wake(after: 1_000)
        try harness.restart()
        try harness.acceptRows(in: "state-2.db")
        harness.wake(after: 10_000)
        harness.pass(60_000)
        #expect(try harness.connect().get("film").at == harness.now - 131_000)
    }
}
