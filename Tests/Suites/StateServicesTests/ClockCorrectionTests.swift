// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import ServiceTesting
import StateModel
import StateProtocol
import Testing

/// One minute, in milliseconds.
private let minute = 60_000
/// One day, in milliseconds.
private let day = 1_440 * minute

@Suite struct ClockCorrectionTests {
    /// The error of the wall clock at a boot, in milliseconds.
    private static let errors = [3_650 * day, 20 * day, 120 * minute, -2 * day, -18_000 * day]

    /// The times that a point has once the clock is right, in milliseconds after the last ones before
    /// the boot.
    private struct Expected {
        let item: String
        let observed: Int
        let given: Int
    }

    /// A daemon that was switched off for three minutes, and then for two more has a wrong clock.
    private func wrongClock(by error: Int) throws -> ServicesHarness {
        let harness = try ServicesHarness()
        let client = harness.connect()
        for item in ["kept", "renewed", "undone"] { try client.save(item, 100) }
        _ = try client.call(Playback.Clear.self, .init(item: "undone"))
        let off = harness.now
        harness.clocks.reboot(wall: off + 3 * minute + error, synchronised: false)
        try harness.restart()
        return harness
    }

    @Test(arguments: errors, [false, true])
    func `times given on a wrong clock move with its correction`(
        error: Int,
        restarts: Bool
    ) throws {
        let harness = try wrongClock(by: error)
        let off = harness.now - 3 * minute - error
        harness.pass(minute)
        let client = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        try client.save("new", 200)
        try client.save("renewed", 100, cause: .load)
        // Years ahead, the history shows nothing of it.
        let undoes = error < 30 * day
        if undoes { _ = try client.call(Playback.Undo.self, .init(item: "undone")) }
        _ = try watcher.changes()
        harness.pass(minute)
        if restarts { try harness.restart() }
        harness.clocks.stepWall(-error, synchronised: true)
        let reader = harness.connect()
        // A day ahead, the point had expired on that clock, and was saved again.
        let expected = [
            Expected(item: "kept", observed: 0, given: 0),
            Expected(item: "renewed", observed: error > day ? 4 : 0, given: 4),
            Expected(item: "undone", observed: 0, given: 4),
            Expected(item: "new", observed: 4, given: 4),
        ]
        for point in expected where undoes || point.item != "undone" {
            let found = try reader.get(point.item)
            #expect(found.at == off + point.observed * minute, "\(point.item)")
            #expect(found.expiresAt == off + point.given * minute + day, "\(point.item)")
        }
        if !restarts {
            let changes = try watcher.changes()
            #expect(changes.contains("saved new 200"))
        }
        // The times are right for good.
        try harness.restart()
        #expect(try harness.connect().get("new").at == off + 4 * minute)
        harness.pass(day - minute)
        #expect(throws: StateError.self) { try harness.connect().get("new") }
    }

    @Test func `events stay while only a wrong clock says that they are old`() throws {
        let harness = try ServicesHarness()
        try harness.connect().append("a")
        harness.clocks.reboot(wall: harness.now + 3_650 * day, synchronised: false)
        try harness.restart()
        let client = harness.connect()
        // A sweep comes beside a commit.
        try client.append("b")
        harness.pass(minute)
        #expect(try client.events().events == ["1 a", "2 b"])
    }
}
