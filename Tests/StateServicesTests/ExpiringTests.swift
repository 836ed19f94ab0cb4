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
    @Test func `a point expires to the second, by itself, and is told once`() throws {
        let world = try World()
        let player = world.connect()
        let watcher = world.connect()
        watcher.subscribe()
        try player.save("a", 100)
        _ = try watcher.received()
        world.pass(86_399_999)
        #expect(try player.get("a").position == 100)
        #expect(try watcher.changes().isEmpty)
        world.pass(1)
        #expect(try watcher.changes() == ["expired a 100"])
        #expect(throws: StateError.expired(item: "a", expiredAt: world.now)) {
            try player.get("a")
        }
        #expect(
            try player.call(Playback.List.self, Playback.List.Parameters()).points.isEmpty
        )
        world.pass(86_400_000)
        #expect(try watcher.changes().isEmpty)
    }

    @Test func `undo brings an expired point back for another day`() throws {
        let world = try World()
        let player = world.connect()
        try player.save("a", 100)
        world.pass(86_400_000)
        let point = try player.call(
            Playback.Undo.self,
            Playback.Undo.Parameters(item: "a")
        ).point
        #expect(point.position == 100)
        #expect(point.expiresAt == world.now + 86_400_000)
    }

    @Test func `a save on an expired point finds nothing there, and the expiry is told`() throws {
        let world = try World()
        let player = world.connect()
        let watcher = world.connect()
        watcher.subscribe()
        try player.save("a", 100, ttl: 1)
        _ = try watcher.received()
        world.clocks.advance(2_000)
        try player.save("a", 100)
        #expect(try watcher.changes() == ["expired a 100", "saved a 100"])
    }

    @Test func `a wall clock ten years ahead purges nothing`() throws {
        let world = try World()
        let player = world.connect()
        try player.save("a", 100)
        world.clocks.stepWall(315_576_000_000, synchronised: false)
        world.services.clockChanged()
        world.services.endTurn()
        #expect(try player.get("a").position == 100)
        world.pass(86_400_000)
        #expect(throws: StateError.self) { try player.get("a") }
    }

    @Test func `a renewed point lives on from its renewal`() throws {
        let world = try World()
        let player = world.connect()
        let first = try player.save("a", 100)
        world.pass(3_600_000)
        let again = try player.save("a", 100, cause: .load)
        #expect(again.outcome == .ignored)
        #expect(again.why == .unchanged)
        #expect(again.revision > first.revision)
        world.pass(86_399_999)
        #expect(try player.get("a").position == 100)
        world.pass(1)
        #expect(throws: StateError.self) { try player.get("a") }
    }

    @Test func `nothing expired is served after a start, before any sweep`() throws {
        let world = try World()
        let player = world.connect()
        try player.save("a", 100, ttl: 10)
        try player.save("b", 100)
        world.clocks.advance(10_000)
        try world.restart()
        let after = world.connect()
        #expect(throws: StateError.expired(item: "a", expiredAt: world.now)) {
            try after.get("a")
        }
        #expect(try after.get("b").position == 100)
    }

    @Test func `a point whose time was up in a suspend expires on waking up`() throws {
        let world = try World()
        let player = world.connect()
        let watcher = world.connect()
        watcher.subscribe()
        var deadlines: [Int?] = []
        world.services.watchDeadline { deadlines.append($0) }
        #expect(deadlines == [])
        try player.save("a", 100)
        try player.save("b", 100, ttl: 60)
        try player.save("c", 100, ttl: 120)
        _ = try watcher.received()
        let boottime = world.clocks.reading().boottime
        #expect(deadlines == [boottime + 86_400_000, boottime + 60_000])
        // The machine sleeps for an hour, and the loop's timers with it; the kernel's deadline on the
        // boot clock passed meanwhile.
        world.clocks.advance(3_600_000)
        world.services.clockChanged()
        world.services.endTurn()
        #expect(try watcher.changes() == ["expired b 100", "expired c 100"])
        #expect(deadlines.last == boottime + 86_400_000)
    }

    @Test func `before a sleep what waits is on stable storage`() throws {
        let world = try World()
        let player = world.connect()
        player.tick("a", 100)
        #expect(throws: StateError.self) { try player.get("a") }
        world.services.storeAll()
        try world.restart()
        #expect(try world.connect().get("a").position == 100)
    }

    @Test func `on waking up what is over expires without a deadline, too`() throws {
        let world = try World()
        let player = world.connect()
        let watcher = world.connect()
        watcher.subscribe()
        try player.save("a", 100, ttl: 60)
        _ = try watcher.received()
        world.clocks.advance(3_600_000)
        world.services.wokeUp()
        world.services.endTurn()
        #expect(try watcher.changes() == ["expired a 100"])
    }
}
