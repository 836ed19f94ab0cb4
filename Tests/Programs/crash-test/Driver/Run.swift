// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CrashModel
import CrashSystem
import Glibc

/// The way in which the daemon is crashed.
enum Mode: String, ExpressibleByArgument, CaseIterable {
    /// `kill -9`.
    case kill
    /// The store's disk becomes full.
    case full
    /// Writes and syncs of the store fail.
    case io
    /// Unsynced writes are lost completely or in part.
    case power
    /// `kill -9` of the daemon and of players that play, queue, fail and raise alerts.
    case session
    /// `kill -9` of either of two daemons that share a folder.
    case sync
    /// `kill -9` of either of two daemons, and of one or all of three NATS servers that they share.
    case nats
}

/// The command that runs the test.
struct Run: AsyncParsableCommand {
    /// The description of the command.
    static let configuration = CommandConfiguration(
        abstract: "Write, bring the daemon down, start it again, compare; so many times."
    )

    /// The number of crashes.
    @Option(help: "How often.")
    var cycles = 10

    /// The seed of all random choices; `nil` to use the time.
    @Option(help: "What chance follows from; by default the time.")
    var seed: UInt64?

    /// The way in which the daemon is crashed.
    @Option(help: "How the daemon is brought down: kill, full, io, power, session, sync or nats.")
    var mode = Mode.kill

    /// The number of concurrent writers.
    @Option(help: "How many write at a time.")
    var writers = 8

    /// The directory of the files.
    @Option(help: "Where the files are; /dev/shm is a tmpfs.")
    var folder = "/tmp"

    /// The path of the daemon; `nil` for the one beside this program.
    @Option(help: "The daemon; by default the one beside this program.")
    var daemon: String?

    /// Runs the cycles of the mode and prints a summary.
    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        _ = crash_interruptions()
        let settings = try settings()
        let trial = try Trial(settings)
        let clock = ContinuousClock()
        let start = clock.now
        print("crash-test --mode \(mode.rawValue) --cycles \(cycles) --seed \(settings.seed)")
        do {
            switch mode {
            case .kill: try KillMode(trial: trial).run()
            case .full: try FullMode(trial).run()
            case .io: try FaultMode(trial).run()
            case .power: try PowerMode(trial).run()
            case .session:
                let sessions = SessionMode(trial)
                try sessions.run()
                return summarise(sessions, trial, took: clock.now - start)
            case .sync:
                let folders = SharedFolders(in: trial.directory)
                let sync = SyncMode(trial, folders, percentDisturbed: 15)
                try await sync.run()
                return summarise(sync, took: clock.now - start)
            case .nats:
                let sync = SyncMode(trial, try SharedServers(), percentDisturbed: 50)
                try await sync.run()
                return summarise(sync, took: clock.now - start)
            }
        } catch is Interrupted {
            print("interrupted")
            throw ExitCode(130)
        } catch {
            report(error, trial)
            throw ExitCode.failure
        }
        summarise(trial, took: clock.now - start)
    }

    private func settings() throws -> TrialSettings {
        var path = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &path, path.count - 1)
        let bytes = path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
        let program = String(decoding: bytes, as: UTF8.self)
        let programs = program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
        let daemon = daemon ?? programs + "/stated"
        guard access(daemon, X_OK) == 0 else {
            throw ValidationError("there is no daemon at \(daemon): swift build --product stated")
        }
        return TrialSettings(
            cycles: max(1, cycles),
            seed: seed ?? UInt64(wallClock()),
            writers: writers,
            daemon: daemon,
            program: program,
            faults: programs + "/libcrash-faults.so",
            folder: folder
        )
    }

    private func report(_ error: any Error, _ trial: Trial) {
        print("VIOLATION: \(error)")
        print("see it again, with some luck: --mode \(mode.rawValue) --seed \(trial.settings.seed)")
        print("the daemon's last words:")
        for line in DaemonProcess.lines(of: trial.log).suffix(20) {
            print("  " + line, terminator: "")
        }
    }

    private func summarise(_ sessions: SessionMode, _ trial: Trial, took: Duration) {
        print(
            """
            cycles               \(cycles)
            players killed       \(sessions.killed)
            steps acknowledged   \(sessions.done)
            steps lost           0
            ticks published      \(sessions.ticks), none older than the interval lost
            longest start        \(trial.longestStart) ms
            took                 \(took)
            """
        )
    }

    private func summarise(_ sync: SyncMode, took: Duration) {
        let (cast, book) = (sync.cast, sync.cast.book)
        let words = sync.remote.absence
        let absence = words + String(repeating: " ", count: max(0, 20 - words.count))
        print(
            """
            daemons killed       \(sync.killed)
            writes acknowledged  \(book.acknowledged)
            writes lost          0
            writes not taken     \(cast.ignored)
            events acknowledged  \(cast.events.acknowledged)
            events lost          0, none twice, none out of order
            \(absence) \(sync.remote.absences) times
            records              \(sync.records), no number used twice
            longest start        \(sync.longestStart) ms
            took                 \(took)
            """
        )
    }

    private func summarise(_ trial: Trial, took: Duration) {
        let checker = trial.checker
        print(
            """
            cycles               \(cycles)
            saves acknowledged   \(checker.acknowledged)
            saves lost           0
            events acknowledged  \(trial.events.book.acknowledged)
            events lost          0
            events delivered     \(trial.events.book.delivered), none twice, none left out
            calls refused        \(trial.refused)
            changes received     \(checker.delivered), \(checker.skipped) passed over
            longest start        \(trial.longestStart) ms
            took                 \(took)
            """
        )
    }
}
