// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateSync
import Testing

@Suite struct `The schedule` {
    private var timetable = Timetable()

    @Test mutating func `a start causes one round, and nothing follows while nothing happens`() {
        timetable.happens(.started)
        timetable.pass(until: 86_400)
        #expect(timetable.rounds == ["0 start"])
        #expect(timetable.schedule.deadline == nil)
    }

    @Test mutating func `a round starts every 45 s while a player plays`() {
        timetable.happens(.started)
        timetable.pass(until: 100)
        timetable.happens(.players(arePlaying: true))
        timetable.pass(until: 250)
        #expect(timetable.rounds == ["0 start", "145 active", "190 active", "235 active"])
        timetable.happens(.players(arePlaying: false))
        timetable.pass(until: 1_000)
        #expect(timetable.rounds.count == 4)
    }

    @Test
    mutating func
        `a round starts every 20 to 30 s, at random, while a surface is in the foreground`()
    {
        timetable.happens(.surfaces(areInFront: true))
        timetable.pass(until: 10_000)
        #expect(timetable.gaps.allSatisfy { (19...30).contains($0) })
        #expect(Set(timetable.gaps).count > 5)
        timetable.happens(.surfaces(areInFront: false))
        timetable.pass(until: 10_005)
        let count = timetable.rounds.count
        timetable.pass(until: 20_000)
        #expect(timetable.rounds.count == count)
    }

    @Test mutating func `each round restarts the interval`() {
        timetable.happens(.players(arePlaying: true))
        timetable.pass(until: 40)
        timetable.happens(.notified)
        timetable.pass(until: 86)
        #expect(timetable.rounds == ["40 notification", "85 active"])
    }

    @Test mutating func `a notification, a change or a request starts a round at once`() {
        timetable.pass(until: 5)
        timetable.happens(.notified)
        timetable.pass(until: 6)
        timetable.happens(.changed(isTick: false))
        timetable.pass(until: 7)
        timetable.happens(.requested)
        #expect(timetable.rounds == ["5 notification", "6 change", "7 request"])
    }

    @Test mutating func `while a player plays, a tick waits for the next scheduled round`() {
        timetable.happens(.changed(isTick: true))
        timetable.happens(.players(arePlaying: true))
        timetable.pass(until: 10)
        timetable.happens(.changed(isTick: true))
        timetable.pass(until: 46)
        #expect(timetable.rounds == ["0 change", "45 active"])
    }

    @Test mutating func `a surface in the foreground starts discovery, unless its player plays`() {
        timetable.happens(.movedToForeground(isPlaying: true))
        #expect(timetable.rounds.isEmpty)
        timetable.happens(.movedToForeground(isPlaying: false))
        #expect(timetable.rounds == ["0 discovery"])
    }

    @Test
    mutating func `discovery runs at most every 30 s, and once more for the requests in between`() {
        for second in stride(from: 0.0, to: 30, by: 3) {
            timetable.pass(until: Double(second))
            timetable.happens(.movedToForeground(isPlaying: false))
        }
        timetable.pass(until: 300)
        #expect(timetable.rounds == ["0 discovery", "30 discovery"])
    }

    @Test
    mutating func `one round runs at a time, and all requests during it share the next one`() {
        timetable.endsByHand = true
        timetable.happens(.started)
        timetable.happens(.notified)
        timetable.happens(.requested)
        timetable.happens(.changed(isTick: false))
        #expect(timetable.rounds == ["0 start"])
        timetable.pass(until: 2)
        timetable.happens(.ended(isSuccess: true, retryIn: nil))
        #expect(timetable.rounds == ["0 start", "2 change+notification+request"])
        timetable.happens(.ended(isSuccess: true, retryIn: nil))
        #expect(timetable.rounds.count == 2)
    }

    @Test
    mutating func `a remote that does not answer is probed at growing intervals, even when idle`() {
        timetable.isReachable = false
        timetable.happens(.started)
        timetable.pass(until: 7_200)
        let probes = timetable.seconds(.probe)
        #expect(probes.count > 20 && probes.count < 120)
        #expect(timetable.gaps.allSatisfy { $0 <= 300 })
        timetable.isReachable = true
        timetable.pass(until: 7_200 + 301)
        let count = timetable.rounds.count
        timetable.pass(until: 20_000)
        #expect(timetable.rounds.count == count)
    }

    @Test mutating func `changes are sent with the probe of a remote that did not answer`() {
        timetable.isReachable = false
        timetable.happens(.changed(isTick: false))
        for _ in 0..<100 { timetable.happens(.changed(isTick: false)) }
        #expect(timetable.rounds == ["0 change"])
        timetable.happens(.notified)
        #expect(timetable.rounds.count == 2)
    }

    @Test mutating func `scheduled rounds pause while there is no network`() {
        timetable.happens(.players(arePlaying: true))
        timetable.happens(.network(isUp: false))
        timetable.pass(until: 200)
        #expect(timetable.rounds.isEmpty)
        timetable.happens(.network(isUp: true))
        timetable.happens(.network(isUp: true))
        #expect(timetable.rounds == ["200 network"])
    }

    @Test
    mutating func
        `scheduled rounds continue without a network once a round has succeeded without one`()
    {
        timetable.happens(.network(isUp: false))
        timetable.happens(.requested)
        timetable.happens(.players(arePlaying: true))
        timetable.pass(until: 50)
        #expect(timetable.rounds == ["0 request", "45 active"])
        #expect(timetable.schedule.hasNetwork)
        // The network comes all the same, after rounds that failed, and goes again.
        timetable.isReachable = false
        timetable.pass(until: 1_000)
        timetable.isReachable = true
        timetable.happens(.network(isUp: true))
        #expect(timetable.rounds.last == "1000 network")
        timetable.happens(.network(isUp: false))
        #expect(!timetable.schedule.hasNetwork)
    }

    @Test func `a remote on this machine needs no network`() {
        var timetable = Timetable(needsNetwork: false)
        timetable.happens(.players(arePlaying: true))
        timetable.happens(.network(isUp: false))
        timetable.pass(until: 50)
        timetable.happens(.network(isUp: true))
        #expect(timetable.rounds == ["45 active"])
    }

    @Test mutating func `an entry is retried at the time that the last round has set`() {
        timetable.waits = [7, 90, 0, 3]
        timetable.happens(.started)
        timetable.pass(until: 50)
        timetable.happens(.notified)
        timetable.pass(until: 1_000)
        #expect(
            timetable.rounds == ["0 start", "7 retry", "50 notification", "51 retry", "54 retry"]
        )
    }

    @Test mutating func `while rounds fail, entries wait until the remote is probed again`() {
        timetable.waits = [1, 1, 1]
        timetable.isReachable = false
        timetable.happens(.started)
        timetable.pass(until: 60)
        #expect(timetable.seconds(.retry).isEmpty && !timetable.seconds(.probe).isEmpty)
    }

    @Test(arguments: [
        SyncSchedule.Event.changed(isTick: false), .changed(isTick: true), .woke,
        .movedToForeground(isPlaying: false), .resumed, .players(arePlaying: true),
    ])
    mutating func `without a network, neither changes nor foreground surfaces start a round`(
        event: SyncSchedule.Event
    ) {
        timetable.schedule.noteViewed(until: .max, now: 0)
        timetable.isReachable = false
        timetable.happens(.started)
        timetable.happens(.network(isUp: false))
        timetable.happens(.surfaces(areInFront: true))
        timetable.happens(event)
        timetable.pass(until: 10_000)
        #expect(timetable.rounds == ["0 start"])
        #expect(timetable.schedule.deadline == nil)
        timetable.isReachable = true
        timetable.happens(.network(isUp: true))
        #expect(timetable.rounds == ["0 start", "10000 network"])
    }

    @Test(arguments: [SyncSchedule.Event.requested, .notified])
    mutating func `a round that succeeds without a network shows that the remote needs none`(
        event: SyncSchedule.Event
    ) {
        timetable.happens(.network(isUp: false))
        timetable.happens(event)
        timetable.happens(.changed(isTick: false))
        #expect(timetable.rounds.count == 2)
    }

    @Test
    mutating func `no round starts while the machine sleeps, and one check follows the wake-up`() {
        timetable.happens(.players(arePlaying: true))
        timetable.happens(.suspending)
        timetable.pass(until: 30_000)
        #expect(timetable.rounds.isEmpty)
        timetable.happens(.resumed)
        #expect(timetable.rounds == ["30000 discovery"])
    }

    @Test mutating func `a waiting seek is sent before the machine sleeps`() {
        timetable.pass(until: 100)
        timetable.happens(.sought)
        timetable.pass(until: 101)
        timetable.happens(.sought)
        #expect(timetable.rounds == ["100 change"])
        timetable.happens(.suspending)
        #expect(timetable.rounds == ["100 change", "101 change"])
    }

    @Test mutating func `the departure of a surface is reported before the machine sleeps`() {
        timetable.happens(.surfaces(areInFront: true))
        timetable.pass(until: 8)
        timetable.happens(.surfaces(areInFront: false))
        timetable.happens(.suspending)
        #expect(timetable.seconds(.change) == [8])
        #expect(!timetable.schedule.isInFront)
    }

    @Test(arguments: [0.1, 1, 4, 6])
    mutating func `surfaces that come and go often start few rounds`(interval: Double) {
        timetable.happens(.started)
        let before = timetable.rounds.count
        for number in 0..<Int(60 / interval) {
            timetable.pass(until: Double(number) * interval)
            timetable.happens(.surfaces(areInFront: true))
            timetable.happens(.movedToForeground(isPlaying: false))
            timetable.happens(.surfaces(areInFront: false))
        }
        timetable.pass(until: 60)
        #expect(timetable.rounds.count - before <= 60_000 / 2_500)
    }

    @Test
    func `a device with a surface in the foreground reads other devices' changes within 30 s`() {
        for seed in 0..<1_000 {
            var timetable = Timetable(seed: UInt64(seed))
            timetable.happens(.started)
            timetable.pass(until: Double(seed % 97))
            timetable.happens(.surfaces(areInFront: true))
            timetable.pass(until: 200 + Double(seed) / 7)
            let change = timetable.now
            timetable.pass(until: change + 60)
            let shown = timetable.seconds(.foreground).first { Double($0) >= change - 1 }
            #expect(shown.map { Double($0) - change <= 28 } == true)
        }
    }

    @Test
    mutating func `while another device is in the foreground, ticks are sent within seconds`() {
        timetable.schedule.noteViewed(until: .max, now: 0)
        timetable.happens(.players(arePlaying: true))
        for second in 0..<20 {
            timetable.pass(until: Double(second))
            timetable.happens(.changed(isTick: true))
        }
        timetable.pass(until: 25)
        #expect(timetable.rounds.allSatisfy { $0.hasSuffix("change") })
        #expect((6...9).contains(timetable.rounds.count))
        #expect(timetable.gaps.allSatisfy { (2...4).contains($0) })
    }

    @Test
    mutating func `while no other device is in the foreground, ticks wait for a regular round`() {
        timetable.happens(.players(arePlaying: true))
        for second in 0..<40 {
            timetable.pass(until: Double(second))
            timetable.happens(.changed(isTick: true))
        }
        #expect(timetable.rounds.isEmpty)
    }

    @Test mutating func `a round that only reads does not send ticks early`() {
        timetable.happens(.players(arePlaying: true))
        timetable.happens(.surfaces(areInFront: true))
        for second in 0..<136 {
            timetable.pass(until: Double(second))
            timetable.happens(.changed(isTick: true))
            if second % 50 == 10 { timetable.happens(.notified) }
        }
        #expect(timetable.sends == [0, 45, 90, 135])
        #expect(timetable.seconds(.foreground).count > 3)
    }

    @Test(arguments: [
        SyncSchedule.Event.suspending, .surfaces(areInFront: false), .players(arePlaying: false),
        .changed(isTick: false), .requested, .sought,
    ])
    mutating func `a change, a request, a seek or a suspend sends a waiting tick at once`(
        event: SyncSchedule.Event
    ) {
        timetable.happens(.players(arePlaying: true))
        timetable.happens(.surfaces(areInFront: true))
        timetable.pass(until: 4)
        timetable.happens(.changed(isTick: true))
        let before = timetable.sends
        timetable.happens(event)
        #expect(timetable.sends == before + [4])
    }

    @Test(arguments: [true, false])
    mutating func `a round that was started to read also sends a change that failed before`(
        hasNetwork: Bool
    ) {
        timetable.happens(.network(isUp: true))
        timetable.happens(.players(arePlaying: true))
        timetable.pass(until: 4)
        timetable.happens(.network(isUp: hasNetwork))
        timetable.isReachable = false
        timetable.happens(.changed(isTick: false))
        timetable.happens(.changed(isTick: true))
        timetable.isReachable = true
        let before = timetable.sends
        timetable.happens(.notified)
        #expect(timetable.sends == before + [4])
    }

    @Test mutating func `a waiting tick is sent once another device comes to the foreground`() {
        timetable.happens(.players(arePlaying: true))
        timetable.pass(until: 4)
        timetable.happens(.changed(isTick: true))
        timetable.schedule.noteViewed(until: 1_000_000, now: 4_000)
        timetable.pass(until: 5)
        #expect(timetable.rounds == ["4 change"])
        // A device that was in front too long ago counts no more.
        timetable.pass(until: 1_000)
        let count = timetable.sends.count
        for second in 1_001..<1_040 {
            timetable.pass(until: Double(second))
            timetable.happens(.changed(isTick: true))
        }
        #expect(timetable.sends.count <= count + 1)
    }

    @Test
    mutating func `a round starts when a surface enters the foreground, and 5 s after it has left`()
    {
        timetable.pass(until: 5)
        timetable.happens(.surfaces(areInFront: true))
        timetable.happens(.movedToForeground(isPlaying: true))
        timetable.pass(until: 8)
        timetable.happens(.surfaces(areInFront: false))
        timetable.pass(until: 20)
        #expect(timetable.rounds == ["5 foreground", "13 change"])
        timetable.pass(until: 100)
        timetable.happens(.surfaces(areInFront: true))
        timetable.happens(.movedToForeground(isPlaying: false))
        timetable.pass(until: 110)
        #expect(timetable.rounds.suffix(1) == ["100 discovery"])
    }
}
