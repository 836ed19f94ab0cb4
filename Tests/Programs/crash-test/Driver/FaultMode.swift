// SPDX-License-Identifier: Apache-2.0
import CrashModel
import Glibc
import StateProtocol
import StateTesting

/// The bad-disk mode: writes and syncs of the store fail, for a moment or until the daemon dies.
struct FaultMode {
    /// The trial.
    let trial: Trial
    private let control: FaultControl
    private static let cyclesPerSet = 10
    /// The maximum number of calls that fail before the disk recovers by itself.
    ///
    /// The daemon waits longer and longer between its tries, up to 3.2 s, and each try may meet
    /// only one failure.
    private static let longestSpell: Int32 = 8

    /// Prepares a bad disk for the trial's store.
    init(_ trial: Trial) throws {
        guard access(trial.settings.faults, R_OK) == 0 else {
            throw Violation("there is no \(trial.settings.faults): swift build")
        }
        self.trial = trial
        control = try FaultControl(trial.directory.file("faults"))
        trial.environment = control.environment(
            library: trial.settings.faults,
            below: trial.storeFolder
        )
    }

    /// Runs the cycles.
    func run() throws {
        for cycle in 1...trial.settings.cycles {
            if cycle.isMultiple(of: Self.cyclesPerSet) { trial.turnPage() }
            try trial.start()
            try trial.settle()
            try trial.beginWriting()
            try trial.write()
            let lasts = arm()
            try trial.harness.run(until: "something fails") { control.failed > 0 }
            if lasts { try refuses() } else { try trial.write() }
            if trial.random.happens(percent: 50) {
                try trial.crash()
                control.disarm()
            } else {
                control.disarm()
                try trial.resumes()
                try trial.crash()
            }
        }
        try trial.end()
    }

    /// Chooses the calls that fail; returns true if they keep failing.
    private func arm() -> Bool {
        let kinds: [FaultControl.Calls] = [.writes, .syncs, [.writes, .syncs]]
        let lasts = trial.random.happens(percent: 40)
        control.arm(
            kinds.randomElement(using: &trial.random) ?? .writes,
            after: Int32.random(in: 0...60, using: &trial.random),
            failing: lasts ? .max : Int32.random(in: 1...Self.longestSpell, using: &trial.random),
            error: [EIO, ENOSPC].randomElement(using: &trial.random) ?? EIO
        )
        return lasts
    }

    /// Expects that calls are refused, reads succeed and health is degraded while no write
    /// succeeds.
    private func refuses() throws {
        let before = trial.refused
        try trial.harness.run(until: "calls are refused") { trial.refused > before }
        try trial.expectHealth(.degraded)
    }
}
