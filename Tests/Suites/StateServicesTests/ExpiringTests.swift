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
    @Test func `a point expires at its exact time, and this is published once`() throws {
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

    @Test func `Undo restores an expired point for another day`() throws {
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

    @Test func `an Undo that is repeated pushes no value out of the history`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        for position in [100.0, 1_000, 2_000] { try player.save("a", position) }
        _ = try player.call(Playback.Clear.self, .init(item: "a"))
        for _ in 0..<60 { _ = try player.call(Playback.Undo.self, .init(item: "a")) }
        let values = try player.call(Playback.History.self, .init(item: "a", limit: 100)).entries
        #expect(values.map(\.point.position) == [2_000, 1_000, 100])
        #expect(try player.get("a").position == 2_000)
    }

    /// Positions saved in time, then those saved two days late, and the one that an undo restores.
    static let late: [([Double], [Double], Double)] = [
        ([], [70], 70), ([], [70, 80], 80), ([100], [70], 100),
    ]

    @Test(arguments: late)
    func `Undo restores what Get says expired, also if that arrived too late`(
        inTime: [Double],
        late: [Double],
        restored: Double
    ) throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        for position in inTime { try player.save("a", position) }
        harness.pass(3 * 86_400_000)
        for (index, position) in late.enumerated() {
            try player.save("a", position, at: harness.now - 2 * 86_400_000 + index)
        }
        #expect(throws: StateError.self) { try player.get("a") }
        let point = try player.call(Playback.Undo.self, .init(item: "a")).point
        #expect(point.position == restored)
        #expect(try player.get("a").position == restored)
    }

    /// The age of a report that comes late, in seconds before the undo, and whether it counts.
    @Test(arguments: [(240, false), (1, false), (0, true)])
    func `a late report from before an Undo does not replace the restored point`(
        age: Int,
        counts: Bool
    ) throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 600)
        harness.pass(300_000)
        try player.save("a", 3)
        harness.pass(300_000)
        let undone = harness.now
        _ = try player.call(Playback.Undo.self, .init(item: "a"))
        harness.pass(1_000)
        try player.save("a", 63, at: undone - age * 1_000)
        #expect(try player.get("a").position == (counts ? 63 : 600))
    }

    @Test func `a save of an item that is due to expire publishes the expiry first`() throws {
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

    /// What ends the doubt about a clock after a boot, and whether the point is over then.
    enum Decision: CaseIterable {
        case corrected, confirmed, silence

        var isOver: Bool { self != .corrected }
    }

    @Test(arguments: Decision.allCases)
    func `if the clock is uncertain, an expired point is withheld and not removed`(
        decision: Decision
    ) throws {
        let harness = try ServicesHarness()
        try harness.connect().save("a", 100)
        let (wall, expiry) = (harness.now, harness.now + 86_400_000)
        harness.clocks.reboot(wall: wall + 3_650 * 86_400_000, synchronised: false)
        try harness.restart()
        let client = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        let standing = try watcher.changes()
        #expect(!standing.contains { $0.hasSuffix(" 100") })
        harness.pass(60_000)
        #expect(throws: StateError.expired(item: "a", expiredAt: expiry)) { try client.get("a") }
        #expect(try client.call(Playback.List.self, .init()).points.isEmpty)
        let early = try watcher.changes()
        #expect(early == [])
        switch decision {
        case .corrected:
            harness.clocks.set(boottime: 120_000, wall: wall + 180_000)
            harness.clocks.stepWall(0, synchronised: true)
        case .confirmed: harness.clocks.stepWall(0, synchronised: true)
        case .silence: harness.pass(TrustedTime.longestDoubtMilliseconds)
        }
        harness.wake(after: 1_000)
        let late = try watcher.changes()
        #expect(late == (decision.isOver ? ["expired a 100"] : []))
        if decision.isOver {
            #expect(throws: StateError.expired(item: "a", expiredAt: expiry)) {
                try client.get("a")
            }
        } else {
            #expect(try client.get("a").position == 100)
            #expect(try client.get("a").expiresAt == expiry)
        }
    }

    @Test func `Undo restores a withheld point`() throws {
        let harness = try ServicesHarness()
        try harness.connect().save("a", 100)
        harness.clocks.reboot(wall: harness.now + 3 * 86_400_000, synchronised: false)
        try harness.restart()
        let client = harness.connect()
        _ = try client.call(Playback.Undo.self, .init(item: "a"))
        #expect(try client.get("a").position == 100)
    }

    @Test func `ClearAll removes a withheld point`() throws {
        let harness = try ServicesHarness()
        try harness.connect().save("a", 100)
        let wall = harness.now
        harness.clocks.reboot(wall: wall + 3_650 * 86_400_000, synchronised: false)
        try harness.restart()
        let client = harness.connect()
        #expect(try client.call(Playback.ClearAll.self, .init(player: nil)).cleared == 1)
        harness.clocks.set(boottime: 120_000, wall: wall + 180_000)
        harness.clocks.stepWall(0, synchronised: true)
        harness.wake(after: 1_000)
        #expect(throws: StateError.self) { try client.get("a") }
    }

    @Test func `a withheld point that is saved again is served and does not expire`() throws {
        let harness = try ServicesHarness()
        try harness.connect().save("a", 100)
        harness.clocks.reboot(wall: harness.now + 3_650 * 86_400_000, synchronised: false)
        try harness.restart()
        let client = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        try client.save("a", 200)
        let changes = try watcher.changes()
        #expect(changes == ["saved a 200"])
        #expect(try client.get("a").position == 200)
    }

    @Test
    func `a wall clock that jumps ten years ahead does not make a point expire early`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        harness.clocks.stepWall(315_576_000_000, synchronised: false)
        harness.services.woken()
        harness.services.endTurn()
        #expect(try player.get("a").position == 100)
        harness.pass(86_400_000)
        #expect(throws: StateError.self) { try player.get("a") }
    }

    @Test func `a renewed point expires one full time to live after the renewal`() throws {
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

    @Test func `an expired point is not served after a start`() throws {
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

    @Test func `a point that became due during a suspend expires after it`() throws {
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
        harness.services.woken()
        harness.services.endTurn()
        #expect(try watcher.changes() == ["expired b 100", "expired c 100"])
        #expect(deadlines.last == boottime + 86_400_000)
    }

    @Test func `ticks that wait are on stable storage before the machine sleeps`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        player.tick("a", 100)
        #expect(throws: StateError.self) { try player.get("a") }
        harness.services.storeAll()
        try harness.restart()
        #expect(try harness.connect().get("a").position == 100)
    }

    @Test func `due points expire after a suspend even if no deadline was set`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        try player.save("a", 100, ttl: 60)
        _ = try watcher.received()
        harness.clocks.advance(3_600_000)
        harness.services.systemResumed()
        harness.services.endTurn()
        #expect(try watcher.changes() == ["expired a 100"])
    }

    /// Returns the alerts that a position expired.
    private func offers(_ harness: ServicesHarness) throws -> [String] {
        try harness.connect().call(Session.ListAlerts.self, .init()).alerts
            .filter { $0.kind == .expired }
            .map { "\($0.player ?? "") \($0.item ?? "") \(Int($0.position ?? -1))" }
    }

    /// Saves a film at 20:00 and lets it expire.
    private func expired(_ change: (Client) throws -> Void = { _ in }) throws -> ServicesHarness {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.save("film", 1_200, duration: 2_700, player: "phone")
        try change(client)
        harness.pass(3 * 86_400_000)
        return harness
    }

    @Test func `an alert is raised if a player opens a film whose position has expired`() throws {
        let harness = try expired()
        let client = harness.connect()
        #expect(try offers(harness) == [])
        try client.save("film", 2, .playing, cause: .tick, duration: 2_700, player: "vlc")
        #expect(try offers(harness) == ["vlc film 1200"])
        try client.save("film", 900, .playing, cause: .tick, duration: 2_700, player: "vlc")
        #expect(try offers(harness) == ["vlc film 1200"])
        // Once it is there again, by a jump or by playing, nothing is left to restore.
        try client.save("film", 1_190, .playing, cause: .seek, duration: 2_700, player: "vlc")
        #expect(try offers(harness) == [])
    }

    @Test func `an Undo or the end of the item ends the alert about an expired position`() throws {
        for isUndone in [true, false] {
            let harness = try expired()
            let client = harness.connect()
            try client.save("film", 2, .playing, cause: .tick, duration: 2_700, player: "vlc")
            if isUndone {
                _ = try client.call(Playback.Undo.self, .init(item: "film"))
                #expect(try client.get("film").position == 1_200)
            } else {
                try client.save("film", 2_699, .finished, duration: 2_700, player: "vlc")
            }
            #expect(try offers(harness) == [])
        }
    }

    private static let silentStarts: [(String, Snapshot)] = [
        ("near the old position", .playing("film", 1_150, .tick)),
        ("where a person jumped to", .playing("film", 2, .seek)),
        ("saved by hand", .playing("film", 2, nil)),
        ("a song, which no bridge resumes", .playing("song", 2, .tick)),
        ("what a person cleared", .playing("cleared", 2, .tick)),
        ("what is new", .playing("other", 2, .tick)),
    ]

    @Test(arguments: silentStarts)
    func `a start of playback raises no alert about an expired position if none is needed`(
        name: String,
        start: Snapshot
    ) throws {
        let harness = try expired { client in
            try client.save("song", 120, duration: 240, player: "phone")
            try client.save("cleared", 1_200, duration: 2_700, player: "phone")
            _ = try client.call(Playback.Clear.self, .init(item: "cleared"))
        }
        _ = try harness.connect().call(Playback.Save.self, .init(snapshot: start))
        #expect(try offers(harness) == [], "\(name)")
    }

    @Test func `an expired position is not offered once it has left the history`() throws {
        let harness = try expired()
        harness.pass(31 * 86_400_000)
        try harness.connect().save("film", 2, .playing, cause: .tick, player: "vlc")
        #expect(try offers(harness) == [])
    }
}

extension Snapshot {
    fileprivate static func playing(_ item: String, _ position: Double, _ cause: Cause?) -> Snapshot
    {
        Snapshot(item: item, player: "vlc", status: .playing, position: position, cause: cause)
    }
}
