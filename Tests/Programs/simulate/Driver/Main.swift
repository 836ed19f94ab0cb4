// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import NATSSimulation
import RealSimulation
import Simulation

/// The command that simulates many seeds and reports the faults of each.
@main struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Sync between simulated devices, over a remote and a network that fail.",
        discussion: "Example: simulate --seeds 1000, and simulate --seed 17 for one of them."
    )

    /// The number of seeds.
    @Option(help: "How many seeds.")
    var seeds = 50

    /// The first seed.
    @Option(help: "The first seed.")
    var first: UInt64 = 1

    /// The only seed to run.
    @Option(help: "One seed alone.")
    var seed: UInt64?

    /// True for days or weeks in place of hours.
    @Flag(help: "Days or weeks in place of hours, during which devices mostly rest.")
    var days = false

    /// True to search for every planted mutation.
    @Flag(help: "Break sync on purpose, in every way that is known, and see that it is found.")
    var mutations = false

    /// True to simulate whole daemons on real files.
    @Flag(help: "Every device is a whole daemon on a real file, but for its sockets.")
    var real = false

    /// The number of real NATS servers.
    @Option(help: "The remote is NATS: real servers, one or three, and real drivers.")
    var nats: Int?

    /// True to print every step.
    @Flag(help: "Print what happens.")
    var verbose = false

    /// The mutation to plant.
    @Option(help: "Break sync in this way.")
    var mutation: String?

    /// True to run the backlog scenario.
    @Flag(help: "Four hours offline: 3 devices, 100,000 events, 10,000 changes of position.")
    var backlog = false

    /// Runs the simulations and prints their results.
    func run() throws {
        if backlog {
            let faults = Backlog().run()
            for fault in faults { print(fault) }
            if !faults.isEmpty { throw ExitCode(1) }
            return
        }
        if mutations { return try findMutations() }
        let range = seed.map { $0...$0 } ?? first...first + UInt64(max(1, seeds)) - 1
        var tally = Tally()
        for seed in range {
            var simulation = try simulation(of: seed)
            if verbose { simulation.trace = { print($0) } }
            tally.live(&simulation, seed)
        }
        print(tally)
        if tally.failed > 0 { throw ExitCode(1) }
    }

    private func simulation(of seed: UInt64) throws -> Simulation {
        if real { return Simulation(realWith: seed) }
        let broken = mutation.flatMap { Mutation(rawValue: $0) }
        let remote = try nats.map { try NATSScene(servers: $0) }
        return Simulation(seed: seed, mutation: broken, remote: remote, isSpread: days)
    }

    private func findMutations() throws {
        var missed = 0
        for mutation in Mutation.allCases {
            if let (seed, faults) = mutation.firstFound(within: UInt64(max(1, seeds))) {
                print("\(mutation.rawValue): found by seed \(seed): \(faults[0])")
            } else {
                print("\(mutation.rawValue): not found within \(seeds) seeds")
                missed += 1
            }
        }
        if missed > 0 { throw ExitCode(1) }
    }
}

/// The results of several seeds.
private struct Tally: CustomStringConvertible {
    private var seeds = 0
    private(set) var failed = 0
    private var steps = 0
    private var hours = 0.0
    private var longestWatch = 0

    mutating func live(_ simulation: inout Simulation, _ seed: UInt64) {
        let faults = simulation.run()
        seeds += 1
        steps += simulation.steps
        hours += simulation.deviceHours
        longestWatch = max(longestWatch, simulation.longestWatch)
        guard !faults.isEmpty else { return }
        failed += 1
        for fault in faults.prefix(5) { print("seed \(seed): \(fault)") }
    }

    var description: String {
        "\(seeds) seeds, \(Int(hours)) device-hours, \(steps) steps, \(failed) seeds failed; "
            + "a stored tick is seen in front after \(Double(longestWatch) / 1_000) s at most"
    }
}
