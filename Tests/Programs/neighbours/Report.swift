// SPDX-License-Identifier: Apache-2.0
import StateTesting

/// What an honest client's Saves may take beside an attack, and the daemon's memory.
struct Limits {
    /// The most that 99 of 100 Saves may take.
    let p99: Duration
    /// The most that one Save may take.
    let longest: Duration
    /// The most memory that may be in use beyond that before the attack, in bytes.
    let memory: Int

    /// The number of Saves of which a hundredth is more than a stall or two of the machine.
    private static let enough = 300

    /// True if 99 of 100 Saves kept the limit, a busy machine's share left out.
    ///
    /// A client of a daemon that nobody attacks waits, too, where the machine is busy: as long as
    /// that one waited is not held against the daemon.
    func keepsP99(_ times: Latencies, beside control: Latencies) -> Bool {
        times.quantile(0.99) <= p99 + control.quantile(0.99)
    }

    /// True if more Saves would not change the verdict on 99 of 100.
    ///
    /// Of fewer than a hundred Saves, the slowest one alone is more than a hundredth.
    func areJudged(by times: Latencies, beside control: Latencies) -> Bool {
        guard times.count >= Report.leastSaves else { return false }
        return times.count >= Self.enough || keepsP99(times, beside: control)
    }
}

/// An attack, and an honest client's lot beside it.
struct Report {
    let name: String
    let times: Latencies
    let control: Latencies
    /// The longest time without a beat of the watchdog.
    let missedBeats: Duration
    let memory: (before: Int, peak: Int, after: Int)
    let complaint: String?

    /// The memory that may be in use in the end besides that before the attack, in MiB.
    static let memoryAfterwards = 64

    /// The Saves without which p99 says nothing.
    ///
    /// How many there are in a given time is the machine's business: the attack goes on until
    /// there are as many.
    static let leastSaves = 20

    /// The heading of the table; times in milliseconds, memory in MiB.
    static let heading =
        column("attack", 38)
        + "     p50     p99     max | control p99     max | memory   peak  after"

    /// A line of the table.
    var line: String {
        Self.column(name, 38)
            + Self.number(times.quantile(0.5)) + Self.number(times.quantile(0.99))
            + Self.number(times.longest) + " |     " + Self.number(control.quantile(0.99))
            + Self.number(control.longest) + " | "
            + [memory.before, memory.peak, memory.after]
            .map { Self.right("\($0 >> 20)", 6) }.joined(separator: " ")
            + (complaint.map { "  " + $0.prefix(110) } ?? "")
    }

    /// The limits that were missed, in words.
    func faults(_ limits: Limits) -> [String] {
        var faults: [String] = []
        if !limits.keepsP99(times, beside: control) { faults.append("p99") }
        if times.longest > limits.longest + control.longest { faults.append("longest") }
        // After a second without a beat, systemd would have killed the daemon.
        if missedBeats > .seconds(1) + control.longest { faults.append("watchdog \(missedBeats)") }
        if memory.peak - memory.before > limits.memory { faults.append("peak memory") }
        if memory.after - memory.before > Self.memoryAfterwards << 20 {
            faults.append("memory afterwards")
        }
        if times.count < Self.leastSaves { faults.append("only \(times.count) Saves") }
        return faults
    }

    private static func number(_ time: Duration) -> String {
        let tenths = Int((time / .milliseconds(1) * 10).rounded())
        return right("\(tenths / 10).\(tenths % 10)", 8)
    }

    private static func column(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
