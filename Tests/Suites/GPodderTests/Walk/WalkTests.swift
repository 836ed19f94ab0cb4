// SPDX-License-Identifier: Apache-2.0
import Testing

/// Clients of all kinds at random, over lost replies, kills, restored stores and wrong clocks.
@Suite struct `Podcast clients at random` {
    private static func problems(_ seed: UInt64, _ fault: Fault?) -> Set<String> {
        var world = ModelWorld(seed: seed, fault)
        world.run(steps: 300)
        return world.problems
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `clients lose no action, receive none twice, and agree on all positions`(seed: UInt64) {
        #expect(Self.problems(seed, nil) == [])
    }

    @Test(arguments: Fault.allCases)
    func `the random walk finds a planted fault`(_ fault: Fault) {
        let found = (0..<60 as Range<UInt64>).contains { !Self.problems($0, fault).isEmpty }
        #expect(found)
    }
}
