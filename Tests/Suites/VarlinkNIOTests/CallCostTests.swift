// SPDX-License-Identifier: Apache-2.0
import Testing
import Varlink

@testable import VarlinkNIO

@Suite struct `The cost of a call` {
    private static let turn = 2_000_000

    @Test func `the cost of a call depends on its method and on the size of its message`() {
        let light = CallCost.of(.light, bytes: 300)
        #expect(CallCost.of(.light, bytes: 1_024) == light)
        #expect(CallCost.of(.light, bytes: 4_096) == light + 3_072 * 100)
        #expect(CallCost.of(.heavy, bytes: 300) > 50 * light)
        // A hundred light calls fit into a turn, and one heavy call does beside some of them.
        #expect(100 * light < Self.turn && CallCost.of(.heavy, bytes: 300) < Self.turn)
    }

    @Test func `the cost of a call grows with its message, up to a maximum`() {
        // 500 short snapshots.
        let batch = CallCost.of(nil, bytes: 500 * 90)
        #expect(batch > 2 * Self.turn && batch < CallCost.maximum)
        #expect(CallCost.of(nil, bytes: 1 << 20) == CallCost.maximum)
        #expect(CallCost.of(.heavy, bytes: 1 << 26) == CallCost.maximum)
    }
}
