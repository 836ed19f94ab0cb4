// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A build beside an earlier one: what was measured of both, as ratios.
struct Comparison {
    /// The end of the names of the earlier build's rows.
    static let mark = ", before"

    /// One case of both builds; each ratio is above 1 where the new build is better.
    struct Line {
        /// The name of the case and of what was measured.
        var name: String
        /// The median of the rounds' ratios of rates; about 1 where the load sets the rate.
        var rate: Double
        /// The median latency of the earlier build divided by ours.
        var p50: Double
        /// The 99th percentile of the earlier build divided by ours.
        var p99: Double
        /// The CPU time of an operation of the earlier build divided by ours.
        var cpu: Double
        /// The bytes written for an operation of the earlier build divided by ours.
        var written: Double
    }

    /// The cases that were measured of both builds, in order.
    let lines: [Line]

    /// Creates the comparison from the rows of a report.
    init(_ report: Report) {
        lines = report.rows.compactMap { row in
            let earlier = report.rows.first {
                $0.work == row.work && $0.server == row.server + Self.mark
            }
            return earlier.map { Line(row, before: $0) }
        }
    }

    /// The comparison as a table for people.
    var table: String {
        let head = "beside the earlier build, above 1 is better"
        let names = lines.map(\.name)
        let width = ([head] + names).map(\.count).max() ?? 0
        let pad = { (name: String) in name + String(repeating: " ", count: width - name.count) }
        let rows = lines.map { line in
            pad(line.name)
                + [line.rate, line.p50, line.p99, line.cpu, line.written].map {
                    $0 > 0 ? String(format: "%8.3f", $0) : "        "
                }.joined()
        }
        return ([pad(head) + "    rate     p50     p99     cpu   bytes"] + rows).joined(
            separator: "\n"
        )
    }
}

extension Comparison.Line {
    fileprivate init(_ row: Row, before: Row) {
        name = row.server == "stated" ? row.work : "\(row.work): \(row.server)"
        rate = Row.median(zip(row.rounds, before.rounds).map { $1 > 0 ? $0 / $1 : 0 })
        p50 = Self.ratio(before.p50, row.p50)
        p99 = Self.ratio(before.p99, row.p99)
        cpu = Self.ratio(before.serverCPU * row.rate, row.serverCPU * before.rate)
        written = Self.ratio(before.written, row.written)
    }

    /// Returns a ratio; 0 if something was not measured.
    private static func ratio(_ one: Double, _ other: Double) -> Double {
        other > 0 ? one / other : 0
    }
}
