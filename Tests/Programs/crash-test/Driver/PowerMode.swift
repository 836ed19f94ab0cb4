// SPDX-License-Identifier: Apache-2.0
import CrashModel
import StateTesting

/// The power-cut mode: the daemon is killed, and its unsynced changes are lost completely or in
/// part.
final class PowerMode {
    /// The trial.
    let trial: Trial
    private let disk: TestDisk
    /// The number of operations that were noted so far.
    private var noted = 0

    /// Prepares a disk with the trial's store.
    init(_ trial: Trial) throws {
        self.trial = trial
        disk = try TestDisk(below: trial.storeFolder)
        trial.environment = try disk.environment
    }

    /// Runs the cycles of the kill mode, with a power cut at each crash.
    func run() throws {
        trial.afterCrash = { [self] in
            let loss = SimulatedDisk.Loss.allCases.randomElement(using: &trial.random)
            noted += try disk.cut(loss ?? .everything, using: &trial.random)
        }
        try KillMode(trial: trial).run()
        guard noted > 0 else { throw Violation("no daemon kept a journal of its writes") }
    }
}
