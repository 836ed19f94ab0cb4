// SPDX-License-Identifier: Apache-2.0
import CrashModel
import CrashSystem
import Glibc
import StateModel
import StateProtocol
import StateTesting

/// The full-disk mode: the store is on a small file system that other data fills.
struct FullMode {
    /// The trial.
    let trial: Trial
    /// The size of the file system, in bytes; the events of a set of cycles fill a third of it.
    private static let bytes: UInt = 192 << 20
    private static let cyclesPerSet = 3
    /// The number of events that no store of this size has room for.
    private static let events = 200_000

    /// Mounts a small file system for the trial's store.
    init(_ trial: Trial) throws {
        guard getuid() == 0 else {
            throw Violation("--mode full mounts a small file system, which only root may do")
        }
        self.trial = trial
        let folder = trial.directory.file("disk")
        mkdir(folder, 0o700)
        for code in [crash_own_mounts(), crash_mount_memory(folder, Self.bytes)] where code != 0 {
            throw Violation(
                "cannot mount a file system in memory: \(String(cString: strerror(code)))"
            )
        }
        trial.storeFolder = folder
    }

    /// Runs the cycles.
    func run() throws {
        defer { crash_unmount(trial.storeFolder) }
        for cycle in 1...trial.settings.cycles {
            if cycle.isMultiple(of: Self.cyclesPerSet) { trial.turnPage() }
            try trial.start()
            try trial.settle()
            try trial.beginWriting()
            try trial.write()
            try fill()
            try refuses()
            // The daemon has reserved space; sometimes that is taken too.
            if trial.random.happens(percent: 50) {
                try fill()
                try refuses()
            }
            if trial.random.happens(percent: 30) {
                try restartWhileFull()
            } else {
                empty()
                try trial.resumes()
            }
            try trial.crash()
        }
        try trial.end()
    }

    private var ballast: String { trial.storeFolder + "/ballast" }

    /// Takes all the space that is left.
    private func fill() throws {
        let file = open(ballast, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Violation("cannot write \(ballast)") }
        defer { close(file) }
        var size = 1 << 20
        let bytes = [UInt8](repeating: 0, count: size)
        while size > 0 {
            if Glibc.write(file, bytes, size) <= 0 { size /= 2 }
        }
    }

    /// Frees the space.
    private func empty() {
        unlink(ballast)
    }

    /// Writes until the daemon has no room left, then expects that reads succeed and health is
    /// degraded.
    private func refuses() throws {
        let before = trial.refused
        do {
            try trial.harness.run(until: "calls are refused", within: 20_000) {
                trial.refused > before
            }
        } catch is Violation {
            // On a busy machine, a minute of writes fits into the reserve that the daemon released.
            // If it flushes often, the same items fit for ever into the space that it has: events
            // do not, because all of them are kept.
            try fill()
            trial.events.append(Self.events)
            defer { trial.events.append(0) }
            try trial.harness.run(until: "calls are refused") { trial.refused > before }
        }
        try trial.expectHealth(.degraded)
    }

    /// Restarts the daemon on a full disk, which must keep all data and show no item as playing.
    ///
    /// Once there is room, it must store that without being asked.
    private func restartWhileFull() throws {
        try trial.crash()
        try trial.start()
        let caller = try trial.ready()
        try trial.expectHealth(.degraded)
        let full = try caller.survey(histories: [])
        if let playing = full.points.first(where: { $0.value.place.status != .paused }) {
            throw Violation("on a full disk \(playing.key) is \(playing.value.place)")
        }
        empty()
        try trial.harness.run(until: "health is well again", within: 10_000) {
            trial.isWell(caller)
        }
        let roomy = try caller.survey(histories: [])
        for (item, point) in roomy.points where ItemName.parse(item)?.kind != .brief {
            guard full.points[item]?.place != point.place else { continue }
            throw Violation("on a full disk \(item) is not \(point.place)")
        }
        try trial.settle(by: caller)
        try trial.beginWriting()
        try trial.write()
    }
}
