// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A load test of minutes on the daemon alone: the longest wait and the size of the write-ahead
/// log.
///
/// It shows the effects of work that alternates with commits, which a window of two seconds does
/// not show: flushes, compaction of the log, checkpoints.
struct Endurance {
    /// The wait that a person notices, in microseconds.
    private static let stall = 20_000.0

    /// The path of the daemon's program.
    var program: String
    /// The directory of its store.
    var folder: String
    /// The length of the test, in seconds.
    var seconds: Double
    /// The number of items that each of the 64 clients writes in turn.
    var items = 1_000

    /// Runs the load and returns a report for people.
    func run() throws -> String {
        let daemon = try Stated(Plan.Build(stated: program), folder: folder)
        var log = 0
        var load = ClosedLoop(clients: 64, depth: 1, items: items)
        load.eachSecond = { log = max(log, Self.bytes(of: folder + "/state.db-wal")) }
        let statistics = try load.run(daemon, Window(warmUp: 1, length: seconds))
        let percentiles = [50, 99, 99.9, 99.99].map { percentile in
            "p\(percentile) \(Int(statistics.microseconds(atPercentile: percentile))) µs"
        }
        let longest = Double(statistics.latencies.max) / 1_000
        let late = statistics.latencies.recordedValues()
            .filter { Double($0.value) / 1_000 > Self.stall }.reduce(0) { $0 + Int($1.count) }
        let cpu = statistics.serverCPU / Double(max(1, statistics.operations)) * 1_000_000
        return """
            64 clients, 1 in flight, \(64 * items) items, \(Int(seconds)) s
            rate          \(Int(statistics.rate)) Saves/s, \(statistics.operations) in all
            latency       \(percentiles.joined(separator: ", "))
            longest wait  \((longest / 10).rounded() / 100) ms; \(late) of more than 20 ms
            largest log   \(log >> 20) MiB
            daemon        \((cpu * 10).rounded() / 10) µs of CPU for each Save, \
            \(CPU.resident(daemon.process.pid) >> 20) MiB resident
            """
    }

    private static func bytes(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
