/// One case and one server: the medians of its rounds.
struct Row: Encodable {
    /// The case, for people.
    var work: String
    /// The server.
    var server: String
    /// Operations per second.
    var rate: Double
    /// Microseconds that half of them stayed below.
    var p50: Double
    /// The same of 99 %.
    var p99: Double
    /// The same of 99.9 %.
    var p999: Double
    /// CPU of the server, in parts of one core.
    var serverCPU: Double
    /// CPU of the load generator, in parts of one core.
    var clientCPU: Double
    /// The rate of each round.
    var rounds: [Double]

    /// The medians of what was measured.
    init(_ work: String, _ server: String, _ figures: [Figures]) {
        self.work = work
        self.server = server
        rate = Self.median(figures.map(\.rate))
        p50 = Self.median(figures.map { $0.microseconds(atPercentile: 50) })
        p99 = Self.median(figures.map { $0.microseconds(atPercentile: 99) })
        p999 = Self.median(figures.map { $0.microseconds(atPercentile: 99.9) })
        serverCPU = Self.median(figures.map { $0.serverCPU / max($0.seconds, 0.001) })
        clientCPU = Self.median(figures.map { $0.clientCPU / max($0.seconds, 0.001) })
        rounds = figures.map { $0.rate.rounded() }
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}

/// All that was measured, and where.
struct Report: Encodable {
    /// When, in ISO 8601.
    var date: String
    /// Processor, cores and kernel.
    var machine: String
    /// How many rounds each median is of.
    var rounds: Int
    /// The rows, grouped by case.
    var rows: [Row] = []

    /// The cases, in the order in which they were measured.
    var works: [String] {
        rows.reduce(into: []) { if $0.last != $1.work { $0.append($1.work) } }
    }

    /// How often as fast the daemon is as a row's server, in the same case; nil: it wasn't there.
    func ratio(of row: Row) -> Double? {
        guard row.server != "stated",
            let own = rows.first(where: { $0.work == row.work && $0.server == "stated" }),
            row.rate > 0
        else { return nil }
        return own.rate / row.rate
    }
}
