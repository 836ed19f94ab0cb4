// SPDX-License-Identifier: Apache-2.0

/// A histogram of integers, such as durations, in cumulative buckets as Prometheus defines them.
package struct Histogram: Sendable, Equatable {
    /// The upper bounds for the duration of a round, in milliseconds.
    static let roundBounds = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000]
    /// The upper bounds for the delay of a change, in milliseconds, up to a week.
    static let delayBounds = [
        100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000, 3_600_000,
        86_400_000, 604_800_000,
    ]

    /// The upper bounds of the buckets.
    package let bounds: [Int]
    /// The number of values up to and including each bound.
    package private(set) var counts: [Int]
    /// The total number of values.
    package private(set) var count = 0
    /// The sum of all values.
    package private(set) var sum = 0

    /// Creates an empty histogram.
    package init(bounds: [Int]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count)
    }

    package mutating func add(_ value: Int) {
        count += 1
        sum = sum.addingReportingOverflow(max(0, value)).partialValue
        for index in bounds.indices where value <= bounds[index] { counts[index] += 1 }
    }

    /// Adds the counts to named numbers.
    func save(into numbers: inout [String: Int], _ prefix: String) {
        guard count > 0 else { return }
        numbers[prefix + "count"] = count
        numbers[prefix + "sum"] = sum
        for (bound, count) in zip(bounds, counts) { numbers[prefix + "\(bound)"] = count }
    }

    /// Restores the counts from named numbers; a missing count equals that of the next lower bound.
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
