// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import StateStore
internal import StateTesting
internal import Testing
internal import Varlink

@Suite("Expiry")
struct ExpiringTests {
    @Test func `a point expires to the second, by itself, and is published once`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        try player.save("a", 100)
        _ = try watcher.received()
        harness.pass(86_399_999)
        #expect(try player.get("a").position == 100)
        #expect(try watcher.changes().isEmpty)
        harness.pass(1)
        #expect(try watcher.changes() == ["expired a 100"])
        #expect(throws: StateError.expired(item: "a", expiredAt: harness.now)) {
            try player.get("a")
        }
        #expect(
            try player.call(Playback.List.self, Playback.List.Parameters()).points.isEmpty
        )
        harness.pass(86_400_000)
        #expect(try watcher.changes().isEmpty)
    }

    @Test func `undo brings an expired point back for another day`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        harness.pass(86_400_000)
        let point = try player.call(
            Playback.Undo.self,
            Playback.Undo.Parameters(item: "a")
        ).point
        #expect(point.position == 100)
        #expect(point.expiresAt == harness.now + 86_400_000)
    }

    @Test func `a save on an expired point finds nothing there, and the expiry is sent`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        try player.save("a", 100, ttl: 1)
        _ = try watcher.received()
        harness.clocks.advance(2_000)
        try player.save("a", 100)
        #expect(try watcher.changes() == ["expired a 100", "saved a 100"])
    }

    @Test func `a wall clock ten years ahead purges nothing`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        harness.clocks.stepWall(315_576_000_000, synchronised: false)
        harness.services.clockChanged()
        harness.services.endTurn()
        #expect(try player.get("a").position == 100)
        harness.pass(86_400_000)
        #expect(throws: StateError.self) { try player.get("a") }
    }

    @Test func `a renewed point lives on from its renewal`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let first = try player.save("a", 100)
        harness.pass(3_600_000)
        let again = try player.save("a", 100, cause: .load)
        #expect(again.outcome == .ignored)
        #expect(again.reason == .unchanged)
        #expect(again.revision > first.revision)
        harness.pass(86_399_999)
        #expect(try player.get("a").position == 100)
        harness.pass(1)
        #expect(throws: StateError.self) { try player.get("a") }
    }

    @Test func `nothing expired is served after a start, before any sweep`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100, ttl: 10)
        try player.save("b", 100)
        harness.clocks.advance(10_000)
        try harness.restart()
        let after = harness.connect()
        #expect(throws: StateError.expired(item: "a", expiredAt: harness.now)) {
            try after.get("a")
        }
        #expect(try after.get("b").position == 100)
    }

    @Test func `a point whose time was up in a suspend expires on waking up`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        var deadlines: [Int?] = []
        harness.services.watchDeadline { deadlines.append($0) }
        #expect(deadlines == [])
        try player.save("a", 100)
        try player.save("b", 100, ttl: 60)
        try player.save("c", 100, ttl: 120)
        _ = try watcher.received()
        let boottime = harness.clocks.reading().boottime
        #expect(deadlines == [boottime + 86_400_000, boottime + 60_000])
        // The machine sleeps for an hour, and the loop's timers with it; the kernel's deadline on the
        // boot clock passed meanwhile.
        harness.clocks.advance(3_600_000)
        harness.services.clockChanged()
        harness.services.endTurn()
        #expect(try watcher.changes() == ["expired b 100", "expired c 100"])
        #expect(deadlines.last == boottime + 86_400_000)
    }

    @Test func `before a sleep what waits is on stable storage`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        player.tick("a", 100)
        #expect(throws: StateError.self) { try player.get("a") }
        harness.services.storeAll()
        try harness.restart()
        #expect(try harness.connect().get("a").position == 100)
    }

    @Test func `on waking up what is over expires without a deadline, too`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        try player.save("a", 100, ttl: 60)
        _ = try watcher.received()
        harness.clocks.advance(3_600_000)
        harness.services.wokeUp()
        harness.services.endTurn()
        #expect(try watcher.changes() == ["expired a 100"])
    }
}
