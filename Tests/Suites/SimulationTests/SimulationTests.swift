// SPDX-License-Identifier: Apache-2.0
import RealSimulation
import Simulation
import SyncModel
import Testing

/// Serialized, as each test computes for seconds without a pause, and other tests need a thread
/// too.
@Suite(.serialized) struct `The simulator` {
    @Test(arguments: 1...50)
    func `finds nothing wrong with any seed`(_ seed: Int) {
        var simulation = Simulation(seed: UInt64(seed))
        #expect(simulation.run() == [])
    }

    @Test(arguments: 1...10)
    func `finds nothing wrong with whole daemons on real files`(_ seed: Int) {
        var simulation = Simulation(realWith: UInt64(seed))
        #expect(simulation.run() == [])
    }

    @Test(arguments: Mutation.allCases)
    func `finds what was broken on purpose`(_ mutation: Mutation) async {
        #expect(await isFound(mutation, within: 120))
    }

    /// Each strategy, with each other one in its place.
    static let mixUps = ConflictStrategy.allCases.flatMap { set in
        Mutation.allCases.filter { $0.strategy != nil && $0.strategy != set }.map { (set, $0) }
    }

    @Test(arguments: mixUps)
    func `finds one strategy for another`(_ set: ConflictStrategy, _ mutation: Mutation) async {
        #expect(await isFound(mutation, within: 20, under: set))
    }

    @Test(arguments: [ConflictStrategy.server, .client])
    func `finds a write before the remote was read`(_ set: ConflictStrategy) async {
        #expect(await isFound(.writesBeforeReading, within: 20, under: set))
    }

    /// Returns true if one of the first seeds detects a mistake; yields to other tests between
    /// seeds.
    private func isFound(
        _ mutation: Mutation,
        within seeds: UInt64,
        under strategy: ConflictStrategy? = nil
    ) async -> Bool {
        for seed in 1...seeds {
            await Task.yield()
            var simulation = Simulation(seed: seed, mutation: mutation, strategy: strategy)
            if !simulation.run().isEmpty { return true }
        }
        return false
    }

    @Test func `does the same again with the same seed`() {
        var (one, other) = (Simulation(seed: 7), Simulation(seed: 7))
        #expect(one.run() == other.run())
        #expect(one.steps == other.steps)
    }
}
