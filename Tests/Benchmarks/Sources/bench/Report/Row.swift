// SPDX-License-Identifier: Apache-2.0

/// The result of one server in one case: the medians of its rounds.
struct Row: Encodable {
    /// The name of the case, for people.
    var work: String
    /// The server.
    var server: String
    /// Operations per second.
    var rate: Double
    /// The median latency, in microseconds.
    var p50: Double
    /// The 99th percentile of the latency, in microseconds.
    var p99: Double
    /// The 99.9th percentile of the latency, in microseconds.
    var p999: Double
    /// The CPU time of the server, as a share of one core.
    var serverCPU: Double
    /// The CPU time of the load generator, as a share of one core.
    var clientCPU: Double
    /// The number of bytes that the server wrote to the disk for an operation.
    var written: Double
    /// The rate of each round.
    var rounds: [Double]

    /// Creates a row with the medians of measurements.
    init(_ work: String, _ server: String, _ statistics: [Statistics]) {
        self.work = work
        self.server = server
        rate = Self.median(statistics.map(\.rate))
        p50 = Self.median(statistics.map { $0.microseconds(atPercentile: 50) })
        p99 = Self.median(statistics.map { $0.microseconds(atPercentile: 99) })
        p999 = Self.median(statistics.map { $0.microseconds(atPercentile: 99.9) })
        serverCPU = Self.median(statistics.map { $0.serverCPU / max($0.seconds, 0.001) })
        clientCPU = Self.median(statistics.map { $0.clientCPU / max($0.seconds, 0.001) })
        written = Self.median(statistics.map { Double($0.written) / Double(max(1, $0.operations)) })
        rounds = statistics.map { $0.rate.rounded() }
    }

    /// Returns the median; 0 without values.
    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}

/// A report of all measurements, with the time and the machine.
struct Report: Encodable {
    /// The time of the report, in ISO 8601.
    var date: String
    /// The processor, the number of cores and the kernel.
    var machine: String
    /// The number of rounds behind each median.
    var rounds: Int
    /// The rows, grouped by case.
    var rows: [Row] = []

    /// The cases, in the order in which they were measured.
    var works: [String] {
        rows.reduce(into: []) { if $0.last != $1.work { $0.append($1.work) } }
    }

    /// Returns the daemon's rate divided by that of a row's server, in the same case.
    ///
    /// Returns `nil` if the daemon was not measured.
    func ratio(of row: Row) -> Double? {
        guard row.server != "stated",
            let own = rows.first(where: { $0.work == row.work && $0.server == "stated" }),
            row.rate > 0
        else { return nil }
        return own.rate / row.rate
    }
}
