// SPDX-License-Identifier: Apache-2.0
import CrashModel
import Glibc
import StateTesting

/// The power-cut mode: the daemon is killed, and its unsynced writes are lost completely or in
/// part.
final class PowerMode {
    /// The trial.
    let trial: Trial
    private let journal: String
    /// The number of bytes in all journals so far.
    private var journaled = 0

    /// Prepares a journal of the writes to the trial's store.
    init(_ trial: Trial) throws {
        guard access(trial.settings.faults, R_OK) == 0 else {
            throw Violation("there is no \(trial.settings.faults): swift build")
        }
        self.trial = trial
        journal = trial.directory.file("journal")
        // A daemon killed before the loader brought the faults in leaves no journal of its own.
        try File.write([], to: journal)
        trial.environment = [
            "LD_PRELOAD": trial.settings.faults,
            "CRASH_JOURNAL": journal,
            "CRASH_FAULTS_BELOW": trial.store,
        ]
    }

    /// Runs the cycles of the kill mode, with a power cut at each crash.
    func run() throws {
        trial.afterCrash = { [self] in try cut() }
        try KillMode(trial: trial).run()
        guard journaled > 0 else { throw Violation("no daemon kept a journal of its writes") }
    }

    private func cut() throws {
        let entries = try File.read(journal)
        journaled += entries.count
        let writes = WriteJournal(entries).unsynced
        let loss = PowerCut.Loss.allCases.randomElement(using: &trial.random) ?? .everything
        for path in writes.keys.sorted() where !path.hasSuffix("-shm") {
            let left = PowerCut.leaves(
                of: try File.read(path),
                unsynced: writes[path] ?? [],
                loss: loss,
                using: &trial.random
            )
            try File.write(left, to: path)
        }
        try File.write([], to: journal)
    }
}
