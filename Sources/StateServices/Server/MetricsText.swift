// SPDX-License-Identifier: Apache-2.0

/// Metrics in the OpenMetrics text format.
struct MetricsText {
    private var lines: [String] = []

    /// The whole text.
    var text: String { (lines + ["# EOF", ""]).joined(separator: "\n") }

    /// Appends a gauge.
    mutating func gauge(_ name: String, _ help: String, _ value: some Numeric) {
        begin("gauge", name, help)
        lines.append("\(name) \(value)")
    }

    /// Appends a gauge with a value for each of some labels.
    mutating func gauge(
        _ name: String,
        _ help: String,
        by label: String,
        _ values: KeyValuePairs<String, Int>
    ) {
        begin("gauge", name, help)
        for (key, value) in values { lines.append("\(name){\(label)=\"\(key)\"} \(value)") }
    }

    /// Appends a counter.
    mutating func counter(_ name: String, _ help: String, _ value: Int) {
        begin("counter", name, help)
        lines.append("\(name)_total \(value)")
    }

    /// Appends a counter with a value for each of some labels.
    mutating func counter(_ name: String, _ help: String, by label: String, _ values: [String: Int])
    {
        begin("counter", name, help)
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            lines.append("\(name)_total{\(label)=\"\(key)\"} \(value)")
        }
    }

    /// Appends a histogram; a bucket has the number of observations at or below its bound.
    mutating func histogram(
        _ name: String,
        _ help: String,
        _ buckets: some Sequence<(Double, Int)>,
        count: Int,
        sum: Double
    ) {
        begin("histogram", name, help)
        for (bound, number) in buckets { lines.append("\(name)_bucket{le=\"\(bound)\"} \(number)") }
        lines.append("\(name)_bucket{le=\"+Inf\"} \(count)")
        lines.append("\(name)_count \(count)")
        lines.append("\(name)_sum \(sum)")
    }

    private mutating func begin(_ kind: String, _ name: String, _ help: String) {
        lines += ["# TYPE \(name) \(kind)", "# HELP \(name) \(help)"]
    }
}
