// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing

@testable import StateStore

@Suite struct `Sorting bit by bit` {
    @Test(arguments: [0, 1, 511, 512, 513, 5_000])
    func `everything comes out once, the smallest first, in portions of any size`(
        count: Int
    ) {
        var random = SeededGenerator(seed: UInt64(count))
        var runs = SortedRuns<Int>()
        // Twice: emptied, it begins anew.
        for _ in 0..<2 {
            let elements = (0..<count).map { _ in Int.random(in: 0...1_000, using: &random) }
            for element in elements { runs.insert(element) }
            #expect(runs.count == count)
            var sorted: [Int] = []
            while sorted.count < count {
                let limit = Int.random(in: 1...20, using: &random)
                let next = runs.popFirst(limit)
                #expect(next.count == min(limit, count - sorted.count))
                sorted += next
            }
            #expect(sorted == elements.sorted())
            #expect(runs.popFirst(1).isEmpty)
        }
    }
}
