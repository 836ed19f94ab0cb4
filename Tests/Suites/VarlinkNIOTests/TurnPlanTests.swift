// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import VarlinkNIO

@Suite struct `The plan of a turn` {
    private let light = 30_000
    private let heavy = 1_000_000
    private var plan = TurnPlan(turn: 2_000_000)

    @Test mutating func `the first call begins, however long it may take`() {
        #expect(plan.admits(5_000_000, of: 1, elapsed: 0))
        plan.begins(light, of: 1)
        #expect(!plan.admits(5_000_000, of: 1, elapsed: 0))
    }

    @Test mutating func `replies to light calls do not wait for a heavy call of another process`() {
        plan.begins(light, of: 1)
        #expect(plan.admits(light, of: 2, elapsed: 0))
        #expect(!plan.admits(heavy, of: 2, elapsed: 0))
        // What a process called before is as urgent to it as what it calls now.
        #expect(plan.admits(heavy, of: 1, elapsed: 0))
        plan.begins(light, of: 2)
        #expect(!plan.admits(heavy, of: 1, elapsed: 0))
        #expect(!plan.admits(heavy, of: 2, elapsed: 0))
    }

    @Test mutating func `light calls follow heavy ones, which end with the turn's time`() {
        plan.begins(heavy, of: 1)
        #expect(plan.admits(heavy, of: 2, elapsed: 1_999_999))
        #expect(!plan.admits(heavy, of: 2, elapsed: 2_000_000))
        #expect(plan.admits(light, of: 2, elapsed: 2_000_000))
    }

    @Test mutating func `on a busy machine a turn has several light calls all the same`() {
        var begun = 0
        while plan.admits(light, of: 1, elapsed: begun * 100_000), begun < 1_000 {
            plan.begins(light, of: 1)
            begun += 1
        }
        #expect(begun == 45)
    }

    @Test mutating func `on a machine that is busier still it ends after four times its time`() {
        var begun = 0
        while plan.admits(light, of: 1, elapsed: begun * 1_000_000), begun < 1_000 {
            plan.begins(light, of: 1)
            begun += 1
        }
        #expect(begun == 8)
    }
}
