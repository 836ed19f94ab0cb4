// SPDX-License-Identifier: Apache-2.0
import Testing

/// Random sessions of a model player: each film comes back to the place at which a person left it.
@Suite struct SessionWalkTests {
    /// The sessions on one disk.
    private static let sessions = 20

    /// Returns the differences between a walk and the model.
    private func differences(_ seed: UInt64, fault: WalkFault? = nil) -> [String] {
        var walk = SessionWalk(seed: seed, fault: fault)
        for _ in 0..<Self.sessions where walk.differences.isEmpty { walk.play() }
        return walk.differences
    }

    @Test func `2,000 sessions store each film's last position`() {
        for seed in 1...100 as ClosedRange<UInt64> {
            #expect(differences(seed) == [], "seed \(seed)")
        }
    }

    @Test(arguments: WalkFault.allCases)
    func `the random walk finds a planted fault`(_ fault: WalkFault) {
        #expect((1...20).contains { !differences($0, fault: fault).isEmpty })
    }
}
