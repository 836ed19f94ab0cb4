// SPDX-License-Identifier: Apache-2.0
import Testing

/// Random changes of one queue on both sides of the bridge.
@Suite struct QueueWalkTests {
    @Test func `4,000 changes on both sides are neither lost nor doubled, and both sides agree`() {
        for seed in 1...200 as ClosedRange<UInt64> {
            var walk = QueueWalk(seed: seed)
            for _ in 0..<5 where walk.differences.isEmpty {
                for _ in 0..<4 { walk.step() }
                walk.settle()
                walk.append()
            }
            #expect(walk.differences == [], "seed \(seed)")
        }
    }
}
