// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import VarlinkNIO

@Suite struct `The plan of a turn` {
    private let light = 30_000
    private let heavy = 1_000_000
    private var plan = TurnPlan(turn: 2_000_000)
    /// The processor time of the thread.
    private var processor = 0

    private mutating func admits(_ cost: Int, of process: Int32, elapsed: Int) -> Bool {
        plan.admits(cost, of: process, elapsed: elapsed) { processor }
    }

    /// Carries out light calls until the turn ends.
    ///
    /// - Parameters:
    ///   - time: The time of each.
    ///   - work: The part of it in which it has a processor.
    /// - Returns: Their number.
    private mutating func carryOut(taking time: Int, working work: Int) -> Int {
        var begun = 0
        while admits(light, of: 1, elapsed: begun * time), begun < 1_000 {
            plan.begins(light, of: 1)
            processor += work
            begun += 1
        }
        return begun
    }

    @Test mutating func `the first call begins, however long it may take`() {
        #expect(admits(5_000_000, of: 1, elapsed: 0))
        plan.begins(light, of: 1)
        #expect(!admits(5_000_000, of: 1, elapsed: 0))
    }

    @Test mutating func `replies to light calls do not wait for a heavy call of another process`() {
        plan.begins(light, of: 1)
        #expect(admits(light, of: 2, elapsed: 0))
        #expect(!admits(heavy, of: 2, elapsed: 0))
        // What a process called before is as urgent to it as what it calls now.
        #expect(admits(heavy, of: 1, elapsed: 0))
        plan.begins(light, of: 2)
        #expect(!admits(heavy, of: 1, elapsed: 0))
        #expect(!admits(heavy, of: 2, elapsed: 0))
    }

    @Test mutating func `light calls follow heavy ones, which end with the turn's time`() {
        plan.begins(heavy, of: 1)
        #expect(admits(heavy, of: 2, elapsed: 1_999_999))
        #expect(!admits(heavy, of: 2, elapsed: 2_000_000))
        #expect(admits(light, of: 2, elapsed: 2_000_000))
    }

    @Test mutating func `on a busy machine a turn has several light calls all the same`() {
        #expect(carryOut(taking: 80_000, working: 10_000) == 45)
    }

    @Test mutating func `on a machine that is busier still it ends after twice its time`() {
        #expect(carryOut(taking: 1_000_000, working: 10_000) == 4)
    }

    @Test mutating func `light calls that are much work end with the turn's time`() {
        #expect(carryOut(taking: 400_000, working: 400_000) == 5)
    }

    @Test mutating func `after a long call, light ones count from there`() {
        plan.begins(heavy, of: 1)
        #expect(admits(light, of: 2, elapsed: 2_500_000))
        plan.begins(light, of: 2)
        processor += 1_900_000
        #expect(admits(light, of: 2, elapsed: 3_000_000))
        processor += 100_000
        #expect(!admits(light, of: 2, elapsed: 3_100_000))
    }
}
