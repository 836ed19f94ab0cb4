// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CrashModel
import Glibc
import StateTesting
import StoreWorkloads

/// The command that makes calls of a daemon fail at named places.
@main
struct FailPoints: ParsableCommand {
    /// The description of the command.
    static let configuration = CommandConfiguration(
        commandName: "fail-points",
        abstract: "Make a call fail at each named place, once and each time, and compare."
    )

    /// The places to run; empty for all.
    @Option(help: "The name of a place; may be repeated. By default all of them.")
    var only: [String] = []

    /// The maximum number of calls of a kind that fail in a step of a store.
    @Option(help: "How many calls of a kind fail in each step of a store; by default all of them.")
    var calls = Int.max

    /// The directory for the stores of this process, whose calls can fail.
    @Option(help: .hidden)
    var sweep: String?

    /// Runs the places, and prints a line for each that breaks a promise.
    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        if let sweep { return try StoreSweep(directory: sweep, limit: calls).run() }
        let program = try DaemonProcess.executable("fail-points")
        let library = String(program.dropLast("fail-points".count)) + "libcrash-faults.so"
        let points = FailPoint.all.filter { only.isEmpty || only.contains($0.name) }
        let directory = try TemporaryDirectory(in: "/dev/shm")
        let store = only.isEmpty ? try startSweep(program, library, directory.path) : nil
        var (hits, failures) = (0, 0)
        for point in points {
            do {
                var run = try FailPointRun(point, library: library)
                hits += try run.run()
            } catch {
                failures += 1
                print("\(point.name): \(error)")
                fflush(nil)
            }
        }
        if let store, store.wait() != 0 { failures += 1 }
        guard failures == 0 else { throw ExitCode.failure }
        print("\(points.count) places, each hit: \(hits) calls of daemons failed")
    }

    private func startSweep(_ program: String, _ library: String, _ folder: String) throws -> Child
    {
        let faults = try FaultControl(folder + "/\(Recorder.controls)")
        return try Child(
            program,
            ["--sweep", folder, "--calls", "\(calls)"],
            environment: faults.environment(library: library, below: folder)
        )
    }
}
