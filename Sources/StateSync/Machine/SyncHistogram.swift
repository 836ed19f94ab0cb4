/// Spans of time in buckets, as Prometheus counts them.
package struct SyncHistogram: Sendable, Equatable {
    /// The bounds for the duration of a round, in milliseconds.
    static let roundBounds = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000]
    /// The bounds for the delay of a change, in milliseconds: up to a week.
    static let delayBounds = [
        100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000, 3_600_000,
        86_400_000, 604_800_000,
    ]

    /// The upper bounds of the buckets, in milliseconds.
    package let bounds: [Int]
    /// The number of spans at or below each bound.
    package private(set) var counts: [Int]
    /// The number of all spans.
    package private(set) var count = 0
    /// The sum of all spans, in milliseconds.
    package private(set) var sum = 0

    /// An empty histogram.
    init(bounds: [Int]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count)
    }

    /// Takes in a span in milliseconds.
    mutating func add(_ span: Int) {
        count += 1
        sum = sum.addingReportingOverflow(max(0, span)).partialValue
        for index in bounds.indices where span <= bounds[index] { counts[index] += 1 }
    }

    /// Adds the counts to named numbers.
    func save(into numbers: inout [String: Int], _ prefix: String) {
        guard count > 0 else { return }
        numbers[prefix + "count"] = count
        numbers[prefix + "sum"] = sum
        for (bound, count) in zip(bounds, counts) { numbers[prefix + "\(bound)"] = count }
    }

    /// Takes the counts from named numbers; a bound that has none there begins at that of the one below.
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
