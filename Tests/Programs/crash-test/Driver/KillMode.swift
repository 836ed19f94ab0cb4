// SPDX-License-Identifier: Apache-2.0
import CrashModel
import Glibc

/// The kill mode: `kill -9` at any moment, while starting, writing or stopping.
struct KillMode {
    /// The trial.
    let trial: Trial
    /// The number of cycles after which writers change to new items.
    private static let cyclesPerSet = 10

    /// Runs the cycles.
    func run() throws {
        for cycle in 1...trial.settings.cycles {
            try interruptedStart()
            try trial.start()
            try trial.settle()
            if cycle.isMultiple(of: Self.cyclesPerSet) { trial.turnPage() }
            try trial.beginWriting()
            try trial.write()
            try maybeTerminate()
            try trial.crash()
        }
        try trial.end()
    }

    /// Sometimes starts a daemon and kills it during its start, so that the next one has to
    /// recover.
    private func interruptedStart() throws {
        guard trial.random.happens(percent: 15) else { return }
        try trial.start()
        poll(nil, 0, Int32.random(in: 0...120, using: &trial.random))
        try trial.crash()
    }

    /// Sometimes asks the daemon to stop, so that it dies while stopping.
    private func maybeTerminate() throws {
        guard trial.random.happens(percent: 10) else { return }
        trial.daemon?.terminate()
        let end = wallClock() + Int.random(in: 0...40, using: &trial.random)
        try trial.harness.run(until: "time passes") { wallClock() >= end }
    }
}
