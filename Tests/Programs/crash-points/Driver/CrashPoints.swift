// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CrashModel
import Glibc
import StateTesting
import StoreWorkloads

/// The command that cuts the power after each write of a store, and opens what is left.
@main
struct CrashPoints: ParsableCommand {
    /// The description of the command.
    static let configuration = CommandConfiguration(
        commandName: "crash-points",
        abstract: "Cut the power after each operation on a store's files, and open what is left."
    )

    /// The number of points in all; `nil` for each of them.
    @Option(help: "How many points, drawn at random; by default each operation with each loss.")
    var points: Int?

    /// The number of times that a loss with random parts is tried.
    @Option(help: "How often a loss of some writes is tried after each operation.")
    var tries = 1

    /// The seed of all random choices.
    @Option(help: "What chance follows from; by default drawn anew.")
    var seed = UInt64.random(in: 0..<1 << 32)

    /// The workloads to run; empty for all.
    @Option(help: "The name of a workload; may be repeated. By default all of them.")
    var workload: [String] = []

    /// The directory in which to record one workload.
    @Option(help: .hidden)
    var record: String?

    /// Runs the workloads and prints a line for each.
    func run() throws {
        let chosen = Workload.all.filter { workload.isEmpty || workload.contains($0.name) }
        guard chosen.count >= max(1, workload.count) else {
            let names = Workload.all.map(\.name).joined(separator: ", ")
            throw ValidationError("the workloads are \(names)")
        }
        if let record {
            for workload in chosen { try workload.run(Recorder(in: record)) }
            return
        }
        let chosenWords = workload.map { " --workload \($0)" }.joined()
        let pointsWords = points.map { " --points \($0)" } ?? ""
        print("crash-points --seed \(seed) --tries \(tries)\(pointsWords)\(chosenWords)")
        var (operations, opened) = (0, 0)
        for (index, workload) in chosen.enumerated() {
            let share = points.map {
                ($0 * (index + 1)) / chosen.count - ($0 * index) / chosen.count
            }
            var cuts = try Cuts(
                of: workload,
                seed: seed ^ UInt64(workload.name.utf8.reduce(7) { $0 &* 31 &+ Int($1) })
            )
            let count = try cuts.run(points: share, tries: tries)
            print("\(workload.name): \(cuts.journal.operations.count) operations, \(count) points")
            operations += cuts.journal.operations.count
            opened += count
        }
        try distrust(chosen[0])
        print("\(operations) operations, \(opened) points, each as promised")
    }

    /// Makes sure that a store on a disk that lies about its syncs is found out.
    private func distrust(_ workload: Workload) throws {
        var cuts = try Cuts(of: workload, seed: seed)
        var disk = SimulatedDisk()
        disk.lies = true
        guard (try? cuts.run(points: 200, tries: tries, on: disk)) == nil else {
            throw Violation("the loss of everything that was synced was not noticed")
        }
    }
}
