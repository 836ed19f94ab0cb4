// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import NATSSimulation
import RealSimulation
import Simulation
import SyncModel
import Testing

/// A few seeds of each kind: `make simulate` runs a thousand, in a release build.
@Suite struct `The simulator` {
    @Test(arguments: 1...25)
    func `the simulation finds no fault with any of the seeds`(_ seed: Int) async throws {
        let faults = await onOwnThread {
            var simulation = Simulation(seed: UInt64(seed))
            return simulation.run()
        }
        #expect(faults == [])
    }

    /// Together more than a year of devices.
    @Test(arguments: [Int](1...10) + [728, 966])
    func `the simulation of days and weeks finds no fault`(_ seed: Int) async throws {
        let faults = await onOwnThread {
            var simulation = Simulation(seed: UInt64(seed), isSpread: true)
            return simulation.run()
        }
        #expect(faults == [])
    }

    @Test(arguments: 1...5)
    func `the simulation of whole daemons on real files finds no fault`(_ seed: Int) async throws {
        let faults = await onOwnThread {
            var simulation = Simulation(realWith: UInt64(seed))
            return simulation.run()
        }
        #expect(faults == [])
    }

    @Test(.serialized, arguments: [(1, 1), (1, 2), (3, 3)])
    func `the simulation of NATS drivers and servers finds no fault`(
        _ servers: Int,
        _ seed: Int
    )
        async throws
    {
        let faults = await onOwnThread { () -> [String] in
            do {
                let remote = try NATSScene(servers: servers)
                var simulation = Simulation(seed: UInt64(seed), remote: remote)
                return simulation.run()
            } catch {
                return ["the servers do not start: \(error)"]
            }
        }
        #expect(faults == [])
    }

    @Test func `a run with the same seed takes the same course`() async throws {
        let isSame = await onOwnThread {
            var (one, other) = (Simulation(seed: 7), Simulation(seed: 7))
            return one.run() == other.run() && one.steps == other.steps
        }
        #expect(isSame)
    }
}

@Suite struct `The simulator, with mistakes made on purpose` {
    /// The first seeds that find a fault, where that is not the first of all.
    ///
    /// They are tried before all others, and are only a shortcut: a run of a seed takes a second.
    private static let firstSeeds: [Mutation: UInt64] = [
        .cursorMovesFirst: 10, .waitingIsForgotten: 3, .acknowledgesTooMuch: 6,
        .eventsDoNotWait: 2, .lastArrivalWins: 2, .rewindGoesUnnoticed: 4, .keysTrustTheClock: 5,
        .writesBeforeReading: 2,
    ]

    @Test(arguments: Mutation.allCases)
    func `the simulation finds each planted bug`(_ mutation: Mutation) async throws {
        #expect(try await isFound(mutation, within: 120))
    }

    /// Each strategy, with each other one in its place.
    static let mixUps = ConflictStrategy.allCases.flatMap { set in
        Mutation.allCases.filter { $0.strategy != nil && $0.strategy != set }.map { (set, $0) }
    }

    @Test(arguments: mixUps)
    func `the simulation finds a strategy that decides wrongly`(
        _ set: ConflictStrategy,
        _ mutation: Mutation
    ) async throws {
        #expect(try await isFound(mutation, within: 20, under: set))
    }

    @Test(arguments: [ConflictStrategy.server, .client])
    func `the simulation finds a device that writes before its first read of the remote`(
        _ set: ConflictStrategy
    ) async throws {
        #expect(try await isFound(.writesBeforeReading, within: 20, under: set))
    }

    /// Returns true if one of the first seeds detects a mistake.
    private func isFound(
        _ mutation: Mutation,
        within seeds: UInt64,
        under strategy: ConflictStrategy? = nil
    ) async throws -> Bool {
        let known = Self.firstSeeds[mutation, default: 1]
        return await onOwnThread {
            ([known] + (1...seeds)).contains { seed in
                var simulation = Simulation(seed: seed, mutation: mutation, strategy: strategy)
                return !simulation.run().isEmpty
            }
        }
    }
}
