// SPDX-License-Identifier: Apache-2.0
internal import Varlink

/// The daemon's metrics in the Prometheus text format 0.0.4, converted from OpenMetrics.
///
/// The formats differ in the declared names of counters, and in the last line.
package struct MetricsText: Equatable, Sendable {
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    package let text: String

    package var bytes: [UInt8] { Array(text.utf8) }

    package init(openMetrics: String) {
        let lines = openMetrics.split(separator: "\n")
        let counters = Set(
            lines.filter { $0.hasPrefix("# TYPE ") && $0.hasSuffix(" counter") }
                .map { $0.split(separator: " ")[2] }
        )
        let converted = lines.filter { $0 != "# EOF" }.map { line -> String in
            let words = line.split(separator: " ", maxSplits: 3)
            guard line.hasPrefix("# "), words.count == 4, counters.contains(words[2]) else {
                return String(line)
            }
            return "# \(words[1]) \(words[2])_total \(words[3])"
        }
        text = converted.joined(separator: "\n") + "\n"
    }

    package static func own(streams: Int) -> [UInt8] {
        Array(
            """
            # HELP stated_web_streams Streams that readers have open at the web server.
            # TYPE stated_web_streams gauge
            stated_web_streams \(streams)

            """.utf8
        )
    }

    package init?(reply: [UInt8]) {
        guard let text = JSONValue.parse(reply)?["text"]?.string else { return nil }
        self.init(openMetrics: text)
    }
}
