// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateTesting

/// Lets devices work while their folder is away, brings it back, and sees that all arrives.
@main
struct BacklogTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backlog-test",
        abstract: "Hours offline, on daemons of its own, and what it takes to catch up."
    )

    @Option(help: "How many devices.")
    var devices = 3

    @Option(help: "How many events, on all devices together.")
    var events = 100_000

    @Option(help: "How many changes of position, on all devices together.")
    var positions = 10_000

    @Option(help: "How much memory a daemon may take at its peak, in MiB.")
    var memory = 256

    func run() throws {
        let backlog = try Backlog(devices: devices, events: events, positions: positions)
        let clock = ContinuousClock()
        print("devices       \(devices)")
        let working = try clock.measure { try backlog.work() }
        print("offline       \(events) events and \(positions) positions in \(working.words)")
        print("resident      \(try backlog.residents().words), offline")
        var rounds = 0
        let draining = try clock.measure { rounds = try backlog.drain() }
        let sent = try backlog.sent()
        print("drained       in \(draining.words), asked for \(rounds) rounds")
        let rate = Int(Double(sent) / (draining / .seconds(1)))
        print("sent          \(sent) records, \(rate) a second")
        print("longest save  \(backlog.longestSave.words), while it drained")
        let peaks = try backlog.peaks()
        print("resident      \(peaks.words) at most")
        try backlog.check()
        print("events        all there, once, in order, on every device")
        print("positions     the newest of each, on every device")
        guard let peak = peaks.max(), peak < memory << 20 else {
            print("more memory than the \(memory) MiB that it may take")
            throw ExitCode.failure
        }
    }
}

extension [Int] {
    /// Numbers of bytes, for people.
    fileprivate var words: String { map { "\($0 >> 20)" }.joined(separator: ", ") + " MiB" }
}

extension Duration {
    /// It in seconds, for people.
    fileprivate var words: String { "\((self / .milliseconds(1)).rounded() / 1_000) s" }
}
