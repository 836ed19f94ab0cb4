// SPDX-License-Identifier: Apache-2.0

/// A histogram of integers, such as durations, with cumulative buckets as in Prometheus.
package struct Histogram: Sendable, Equatable {
    /// The upper bounds for durations of rounds, in milliseconds.
    static let roundBounds = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000]
    /// The upper bounds for delays of changes, up to a week, in milliseconds.
    static let delayBounds = [
        100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000, 3_600_000,
        86_400_000, 604_800_000,
    ]

    package let bounds: [Int]
    /// For each bound, the number of values up to it.
    package private(set) var counts: [Int]
    package private(set) var count = 0
    package private(set) var sum = 0

    package init(bounds: [Int]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count)
    }

    package mutating func add(_ value: Int) {
        count += 1
        sum = sum.addingReportingOverflow(max(0, value)).partialValue
        for index in bounds.indices where value <= bounds[index] { counts[index] += 1 }
    }

    func save(into numbers: inout [String: Int], _ prefix: String) {
        guard count > 0 else { return }
        numbers[prefix + "count"] = count
        numbers[prefix + "sum"] = sum
        for (bound, count) in zip(bounds, counts) { numbers[prefix + "\(bound)"] = count }
    }

    /// Restores the counts from `numbers`; a missing count equals that of the next lower bound, or
    /// 0.
    mutating func restore(_ numbers: [String: Int], _ prefix: String) {
        count = numbers[prefix + "count"] ?? 0
        sum = numbers[prefix + "sum"] ?? 0
        var below = 0
        for index in bounds.indices {
            below = numbers[prefix + "\(bounds[index])"] ?? below
            counts[index] = below
        }
    }
}
