// SPDX-License-Identifier: Apache-2.0
import Testing
import Varlink
import VarlinkNIO

/// A second of the wall clock is not always a second of work.
@Suite struct CallMeterTests {
    private static let light = 30_000
    private static let heavy = 1_000_000
    private static let second = 1_000_000_000

    private var meter = CallMeter()

    init() { prepare(at: 5_000) }

    /// Prepares for a heavy call at a processor time.
    private mutating func prepare(at time: Int) {
        meter.prepare(expecting: Self.heavy) { time }
    }

    @Test mutating func `a call is charged with the time that it took`() {
        #expect(meter.charge(50_000, expecting: Self.light) { 0 } == 50_000)
        #expect(meter.charge(3_000_000, expecting: Self.heavy) { 0 } == 3_000_000)
    }

    @Test mutating func `a light call that was suspended is charged with little`() {
        #expect(meter.charge(Self.second, expecting: Self.light) { Self.second } == 120_000)
    }

    @Test mutating func `a heavy call that was suspended is charged with its work`() {
        #expect(meter.charge(Self.second, expecting: Self.heavy) { 6_005_000 } == 6_000_000)
        // The next reading begins where this one ended.
        #expect(meter.charge(Self.second, expecting: Self.heavy) { 13_005_000 } == 7_000_000)
    }

    @Test mutating func `a heavy call that worked all the time is charged with all of it`() {
        let work = 300_000_000
        #expect(meter.charge(work, expecting: Self.heavy) { work + 5_000 } == work)
    }

    @Test mutating func `a turn of light calls never reads the processor time`() {
        var readings = 0
        meter.begin()
        meter.prepare(expecting: Self.light) {
            readings += 1
            return 0
        }
        _ = meter.charge(Self.second, expecting: Self.light) {
            readings += 1
            return 0
        }
        #expect(readings == 0)
    }

    @Test mutating func `a turn is not charged with the work of the turn before`() {
        meter.begin()
        prepare(at: 50_005_000)
        #expect(meter.charge(Self.second, expecting: Self.heavy) { 57_005_000 } == 7_000_000)
    }

    @Test mutating func `work of the calls before is not charged twice`() {
        _ = meter.charge(2_000_000, expecting: Self.heavy) { 0 }
        #expect(meter.charge(Self.second, expecting: Self.heavy) { 10_005_000 } == 8_000_000)
    }

    @Test
    mutating func `a Save suspended for 0.1 s waits for a fifth of that at most the next time`() {
        var queue = FairQueue()
        // A hundred connections always have another light call.
        var flows = [FairQueue.Flow](repeating: FairQueue.Flow(), count: 101)
        for number in 1...100 { add(UInt64(number), to: &queue, flows) }
        var clock = 0
        func serve(taking time: Int) -> Int {
            guard let entry = queue.next() else { return 0 }
            let number = Int(entry.connection.number)
            let charge = meter.charge(time, expecting: entry.cost) { 0 }
            flows[number] = queue.charge(charge, to: entry)
            clock += time
            if number > 0 { add(UInt64(number), to: &queue, flows) }
            return number
        }
        for _ in 0..<500 { _ = serve(taking: Self.light) }
        add(0, to: &queue, flows)
        #expect(serve(taking: 100_000_000) == 0)
        let sent = clock
        add(0, to: &queue, flows)
        while serve(taking: Self.light) > 0 {}
        #expect(clock - sent <= 20_000_000)
    }

    private func add(_ number: UInt64, to queue: inout FairQueue, _ flows: [FairQueue.Flow]) {
        queue.add(ConnectionID(number), of: 0, flow: flows[Int(number)], expecting: Self.light)
    }
}
