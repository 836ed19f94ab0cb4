// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateSync
import SyncModel
import SyncTesting
import Testing

/// The seconds at which a person seeks, and in between pauses.
private struct Burst {
    var events: [(at: Double, isSeek: Bool)] = []

    /// 200 seeks in 4 s.
    static let quick = Burst(events: (0..<200).map { (100 + Double($0) / 50, true) })

    /// Seeks and a few pauses, the last of which may be either.
    static func random(_ seed: Int) -> Burst {
        var random = SyncRandom(seed: UInt64(seed))
        var (burst, now) = (Burst(), 100.0)
        for _ in 0..<60 {
            now += Double.random(in: 0...1, using: &random)
            if Int.random(in: 0..<20, using: &random) == 0 { now += 3 }
            burst.events.append((now, Int.random(in: 0..<10, using: &random) > 0))
        }
        return burst
    }

    /// Returns the seconds at which the schedule sends changes.
    func sends(isPlaying: Bool = false) -> [Int] {
        var timetable = Timetable()
        timetable.happens(.players(arePlaying: isPlaying))
        timetable.pass(until: 99)
        let before = timetable.sends.count
        for event in events {
            timetable.pass(until: event.at)
            timetable.happens(event.isSeek ? .sought : .changed(isTick: false))
        }
        timetable.pass(until: (events.last?.at ?? 0) + 20)
        return Array(timetable.sends.dropFirst(before))
    }

    enum Model: CaseIterable {
        case right, hasNoFloor, delaysPauses, delaysForever, losesLastSeek
    }

    /// Returns the seconds at which changes are sent according to a model.
    func sends(by model: Model) -> [Int] {
        var sends: [Double] = []
        var due: Double?
        for event in events {
            if let time = due, time <= event.at { (sends, due) = (sends + [time], nil) }
            let floor = model == .hasNoFloor ? event.at : (sends.last ?? 0) + 2.5
            if !event.isSeek && model != .delaysPauses || floor <= event.at {
                (sends, due) = (sends + [event.at], nil)
            } else {
                due = model == .delaysForever ? event.at + 2.5 : due ?? floor
            }
        }
        if let due, model != .losesLastSeek { sends.append(due) }
        return sends.map { Int($0) }
    }
}

/// A burst of seeks is carried by its first, one each 2.5 s, and its last; a pause never waits.
@Suite struct `The schedule of seeks` {
    private let bursts = (1...100).map { Burst.random($0) }

    @Test(arguments: [true, false])
    func `200 seeks in 4 s are sent by three rounds`(isPlaying: Bool) {
        #expect(Burst.quick.sends(isPlaying: isPlaying) == [100, 102, 105])
    }

    @Test(arguments: Burst.Model.allCases)
    private func `the schedule follows the model, and no wrong one`(model: Burst.Model) {
        let isFollowed = bursts.allSatisfy { $0.sends() == $0.sends(by: model) }
        #expect(isFollowed == (model == .right))
    }

    /// Returns the numbers of records that rounds send if `event` comes with each push of a seek.
    private func pushes(_ event: SyncSchedule.Event) -> [Int] {
        var bench = MachineBench(device: 1)
        let store = bench.store
        var position = 10.0
        store.save("film", position, now: bench.now.trusted)
        bench.meanwhile = { call in
            guard case .push = call, position < 40 else { return nil }
            position += 10
            store.save("film", position, now: Timestamp(1_000_000 + Int(position)))
            return event
        }
        bench.happens(.schedule(.sought))
        bench.live(20_000)
        #expect(bench.server.records.count == 4 && store.backlog == 0)
        return bench.reports.map(\.pushed)
    }

    @Test func `a seek during the first round after a failure is sent`() {
        var timetable = Timetable()
        timetable.pass(until: 100)
        timetable.isReachable = false
        timetable.happens(.sought)
        timetable.endsByHand = true
        timetable.pass(until: 110)
        let before = timetable.sends.count
        timetable.happens(.sought)
        timetable.happens(.ended(isSuccess: true, retryIn: nil))
        timetable.pass(until: 113)
        #expect(timetable.sends.count == before + 1)
        timetable.happens(.ended(isSuccess: true, retryIn: nil))
        timetable.pass(until: 200)
        #expect(timetable.sends.count == before + 1)
    }

    @Test func `a seek during a round waits, and a pause does not`() {
        #expect(pushes(.sought) == [1, 1, 1, 1])
        #expect(pushes(.changed(isTick: false)) == [4, 0])
        #expect(pushes(.suspending) == [4])
    }
}
