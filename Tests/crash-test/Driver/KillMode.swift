import CrashModel
import Glibc

/// `kill -9` at any moment: while starting, while writing, while stopping.
struct KillMode {
    let trial: Trial
    /// How many sets of items there are at a time: writers turn to new ones after so many cycles.
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

    /// Sometimes a daemon dies while it starts, and leaves things to the next one.
    private func interruptedStart() throws {
        guard trial.random.happens(percent: 15) else { return }
        try trial.start()
        poll(nil, 0, Int32.random(in: 0...120, using: &trial.random))
        try trial.crash()
    }

    /// Sometimes it is stopping already when it dies.
    private func maybeTerminate() throws {
        guard trial.random.happens(percent: 10) else { return }
        trial.daemon?.terminate()
        let end = wallClock() + Int.random(in: 0...40, using: &trial.random)
        try trial.stage.run(until: "time passes") { wallClock() >= end }
    }
}
