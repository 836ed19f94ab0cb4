// SPDX-License-Identifier: Apache-2.0
import Foundation

extension Report {
    /// The report as a table for people, with a line for each server in each case.
    var table: String {
        var lines = ["\(date), \(machine), medians of \(rounds) interleaved rounds", ""]
        lines.append(
            Self.line([
                "work", "server", "per s", "stated is", "p50 us", "p99", "p999", "cpu", "load",
                "bytes",
            ])
        )
        for work in works {
            for row in rows where row.work == work {
                lines.append(
                    Self.line([
                        row.work, row.server, Self.number(row.rate),
                        ratio(of: row).map { String(format: "%.2f x", $0) } ?? "",
                        Self.number(row.p50), Self.number(row.p99), Self.number(row.p999),
                        Self.share(row.serverCPU), Self.share(row.clientCPU),
                        Self.number(row.written),
                    ])
                )
            }
        }
        return lines.joined(separator: "\n")
    }

    private static let widths = [-38, -21, 11, 10, 9, 9, 9, 7, 7, 8]

    private static func line(_ cells: [String]) -> String {
        zip(cells, widths).map { cell, width in
            let room = String(repeating: " ", count: max(0, abs(width) - cell.count))
            return width < 0 ? cell + room : room + cell
        }.joined(separator: " ").trimmingCharacters(in: .newlines)
    }

    private static func number(_ value: Double) -> String {
        value == 0 ? "" : value < 10 ? String(format: "%.1f", value) : String(Int(value.rounded()))
    }

    private static func share(_ value: Double) -> String {
        value <= 0.001 ? "" : "\(Int((value * 100).rounded())) %"
    }
}
