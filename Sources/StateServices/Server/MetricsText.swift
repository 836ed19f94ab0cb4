// SPDX-License-Identifier: Apache-2.0
internal import StateSync

struct MetricsText {
    private var lines: [String] = []

    var text: String { (lines + ["# EOF", ""]).joined(separator: "\n") }

    mutating func gauge(_ name: String, _ help: String, _ value: some Numeric) {
        begin("gauge", name, help)
        lines.append("\(name) \(value)")
    }

    mutating func gauge(
        _ name: String,
        _ help: String,
        by label: String,
        _ values: KeyValuePairs<String, Int>
    ) {
        begin("gauge", name, help)
        for (key, value) in values { lines.append("\(name){\(label)=\"\(key)\"} \(value)") }
    }

    mutating func counter(_ name: String, _ help: String, _ value: Int) {
        begin("counter", name, help)
        lines.append("\(name)_total \(value)")
    }

    mutating func counter(_ name: String, _ help: String, by label: String, _ values: [String: Int])
    {
        begin("counter", name, help)
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            lines.append("\(name)_total{\(label)=\"\(key)\"} \(value)")
        }
    }

    /// Appends a histogram whose values were recorded in units of 1/`parts`.
    mutating func histogram(
        _ name: String,
        _ help: String,
        _ histogram: Histogram,
        per parts: Double = 1
    ) {
        begin("histogram", name, help)
        for (bound, count) in zip(histogram.bounds, histogram.counts) {
            lines.append("\(name)_bucket{le=\"\(Double(bound) / parts)\"} \(count)")
        }
        lines.append("\(name)_bucket{le=\"+Inf\"} \(histogram.count)")
        lines.append("\(name)_count \(histogram.count)")
        lines.append("\(name)_sum \(Double(histogram.sum) / parts)")
    }

    private mutating func begin(_ kind: String, _ name: String, _ help: String) {
        lines += ["# TYPE \(name) \(kind)", "# HELP \(name) \(help)"]
    }
}
