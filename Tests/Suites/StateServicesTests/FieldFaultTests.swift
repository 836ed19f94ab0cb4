// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import Testing
internal import Varlink

@Suite("Faults of similar programs")
struct FieldFaultTests {
    @Test func `a crash during playback keeps the position`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100, .playing)
        try harness.restart()
        let after = harness.connect()
        #expect(try after.get("a").position == 100)
        try after.save("a", 100, .playing, cause: .load)
        try harness.restart()
        #expect(try harness.connect().get("a").position == 100)
    }

    @Test func `a wrong position of 0 does not replace a position hours into the item`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("book", 27_599, .paused)
        try harness.restart()
        let after = harness.connect()
        try after.attach()
        let first = try after.save("book", 1.588, .playing, cause: .tick)
        #expect(first.outcome == .quarantined)
        #expect(try after.get("book").position == 27_599)
        #expect(try after.alerts().map(\.kind) == [.jumpQuarantined])
        let past = try after.call(
            Playback.History.self,
            Playback.History.Parameters(item: "book")
        ).entries
        #expect(past.first?.ending == .quarantined)
    }

    @Test func `a surface that sleeps and then repeats its old position changes nothing`() throws {
        let harness = try ServicesHarness()
        let zombie = harness.connect()
        let other = harness.connect()
        try zombie.attach()
        try zombie.save("a", 100, .paused)
        try other.save("a", 500, .paused)
        harness.pass(600_000)
        let woken = try zombie.save("a", 100, .paused)
        #expect(woken.outcome == .ignored)
        #expect(woken.reason == .stale)
        // It may repeat the position several times.
        #expect(try zombie.save("a", 100, .paused, cause: .background).reason == .stale)
        harness.pass(600_000)
        #expect(try zombie.save("a", 100, .paused, cause: .pause).reason == .stale)
        for _ in 0..<3 { zombie.tick("a", 100, .paused, cause: .pause) }
        harness.pass(10_000)
        #expect(try other.get("a").position == 500)
        #expect(try zombie.save("a", 101, .paused, cause: .seek).outcome == .saved)
    }

    @Test(
        arguments: [
            (100, .paused, .stop, .ignored), (100, .paused, .switch, .ignored),
            (100, .paused, .tick, .ignored), (100, .paused, .seek, .saved),
            (100, .paused, nil, .saved), (101, .paused, .stop, .saved),
            (100, .playing, .tick, .saved),
        ] as [(Double, Status, Cause?, Outcome)]
    )
    func `a paused surface that leaves does not restore its position over that of another one`(
        _ position: Double,
        _ status: Status,
        _ cause: Cause?,
        _ outcome: Outcome
    ) throws {
        let harness = try ServicesHarness()
        let window = harness.connect()
        let other = harness.connect()
        try window.attach()
        try window.save("a", 100, .paused, cause: .pause)
        try other.save("a", 130, .playing)
        harness.pass(60_000)
        #expect(try window.save("a", position, status, cause: cause).outcome == outcome)
        #expect(try other.get("a").position == (outcome == .ignored ? 130 : position))
    }

    @Test func `a paused surface that connects again does not restore its position`() throws {
        for (player, isOver) in [("phone", false), ("phone", true), ("mpv", false)] {
            let harness = try ServicesHarness()
            try harness.connect().save("a", 100, .paused, cause: .pause)
            try harness.connect().save("a", 130, .paused, player: player)
            if isOver { _ = try harness.connect().call(Playback.Clear.self, .init(item: "a")) }
            let window = harness.connect()
            let isOther = player == "phone" && !isOver
            for cause in [Cause.tick, .stop] {
                let result = try window.save("a", 100, .paused, cause: cause)
                #expect((result.reason == .stale) == isOther, "\(player) \(cause)")
            }
            #expect(try window.get("a").position == (isOther ? 130 : 100))
        }
    }

    @Test func `a late report of a paused surface is followed by nothing new`() throws {
        let harness = try ServicesHarness()
        let paused = harness.now
        harness.pass(60_000)
        try harness.connect().save("a", 130, .paused, player: "phone")
        harness.pass(60_000)
        // The report of the pause had waited for the daemon.
        let window = harness.connect()
        for (cause, at) in [(.pause, paused), (.tick, nil), (.stop, nil)]
            as [(Cause, Timestamp?)]
        {
            let result = try window.save("a", 100, .paused, cause: cause, at: at)
            #expect(result.reason == .stale, "\(cause)")
        }
        #expect(try window.get("a").position == 130)
    }

    @Test func `a surface that plays on from its paused position is not a repetition`() throws {
        let harness = try ServicesHarness()
        let window = harness.connect()
        try window.save("a", 100, .playing, cause: .tick)
        try harness.connect().save("a", 130, .playing)
        #expect(try window.save("a", 100, .paused, cause: .pause).outcome == .saved)
    }

    @Test func `a position saved on one connection is sent to a subscriber on another`() throws {
        let harness = try ServicesHarness()
        let one = harness.connect()
        let two = harness.connect()
        two.subscribe()
        _ = try two.received()
        try one.save("a", 300)
        #expect(try two.changes().first == "saved a 300")
        #expect(try two.replies().isEmpty)
    }

    @Test func `a pause, a stop and a switch to another item store the position at once`() throws {
        for (cause, status) in [(Cause.pause, Status.paused), (.stop, .paused), (.switch, .paused)]
        {
            let harness = try ServicesHarness()
            let player = harness.connect()
            player.tick("a", 100)
            player.tick("a", 111, status, cause: cause)
            #expect(try player.get("a").position == 111)
        }
    }
}
