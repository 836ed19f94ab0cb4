// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateTesting

/// Counts what a Save allocates in a daemon, and fails where that is more than it was.
///
/// Times depend on the machine and on who else uses it; this does not.
@main
struct AllocationTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allocation-test",
        abstract: "Counts the allocations of a Save in a daemon of its own."
    )

    @Option(help: "How many batches are counted in a round.")
    var batches = 50

    @Option(help: "How many rounds there are at most; the best counts.")
    var rounds = 10

    /// A way of saving, and how many allocations a Save may have.
    private struct Case {
        var name: String
        var inFlight: Int
        var limit: Double
    }

    // What was measured on 2026-11-22, and a little room: in one batch after the other it differs by
    // some tenths in a release build, and by two allocations in a debug build.
    #if DEBUG
    private static let cases = [
        // 44.9; nearly all of it is the turn's, which a Save shares with those beside it.
        Case(name: "one in flight", inFlight: 1, limit: 56),
        // 13.2
        Case(name: "64 in flight", inFlight: 64, limit: 14),
    ]
    #else
    private static let cases = [
        // 17.04
        Case(name: "one in flight", inFlight: 1, limit: 18),
        // 8.4 to 8.8
        Case(name: "64 in flight", inFlight: 64, limit: 9.3),
    ]
    #endif

    func run() throws {
        let count = try AllocationCount()
        let daemon = try DaemonProcess.running(count.setup())
        let subscriber = try daemon.stream()
        let observer = try daemon.client()
        var isTooMuch = false
        var ofCommit = 0.0
        for one in Self.cases {
            let saver = try Saver(
                daemon.socket,
                inFlight: one.inFlight,
                subscriber: subscriber.client.socket
            )
            // Buffers and tables grow to what they need.
            for _ in 0..<batches { try saver.batch() }
            // A slow machine carries a batch out in several turns, and calls that wait for the next are put
            // aside: both only ever add, so the least of some rounds is what the Saves need.
            var least = Double.infinity
            for _ in 0..<rounds where least > one.limit {
                least = min(least, try round(one, saver, count, observer, ofCommit: ofCommit))
            }
            let each = least
            if one.inFlight == 1 { ofCommit = each }
            isTooMuch = isTooMuch || each > one.limit
            print("\(one.name): \(each) allocations for each Save, at most \(one.limit)")
        }
        try daemon.stop()
        if isTooMuch { throw ExitCode.failure }
    }

    /// The allocations of each Save in a round of batches.
    private func round(
        _ one: Case,
        _ saver: Saver,
        _ count: AllocationCount,
        _ observer: Client,
        ofCommit: Double
    ) throws -> Double {
        let commits = try Self.commits(observer)
        let before = try count.value()
        for _ in 0..<batches { try saver.batch() }
        let made = try count.value() - before
        // A commit more than there are batches costs about what a Save does that is alone in its commit.
        let extra = Double(max(0, try Self.commits(observer) - commits - batches))
        return (Double(made) - extra * ofCommit) / Double(batches * one.inFlight)
    }

    /// The number of commits that the daemon has made.
    private static func commits(_ client: Client) throws -> Int {
        let text = try client.service("GetMetrics")["text"]?.text ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("stated_commits_total ") }
        guard let value = line?.split(separator: " ").last.flatMap({ Double($0) }) else {
            throw ValidationError("the daemon does not say how many commits it made")
        }
        return Int(value)
    }
}
