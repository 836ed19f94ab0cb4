// SPDX-License-Identifier: Apache-2.0

/// The samples of a text in the OpenMetrics format.
struct OpenMetrics {
    /// A histogram: the number of observations at or below each bound.
    struct Histogram: Equatable {
        /// The bounds and their numbers, the smallest first; the last bound is infinity.
        var buckets: [(bound: Double, count: Double)] = []
        /// The sum of the observations.
        var sum = 0.0

        /// The number of observations.
        var count: Double { buckets.last?.count ?? 0 }

        /// Returns true if all numbers are equal.
        static func == (one: Histogram, other: Histogram) -> Bool {
            one.sum == other.sum
                && one.buckets.elementsEqual(other.buckets) { $0 == $1 }
        }

        /// Returns the observations since an earlier state of the same histogram.
        func since(_ earlier: Histogram) -> Histogram {
            guard earlier.buckets.count == buckets.count, earlier.count <= count else {
                return self
            }
            let rest = zip(buckets, earlier.buckets).map { ($0.bound, $0.count - $1.count) }
            return Histogram(buckets: rest, sum: sum - earlier.sum)
        }

        /// Returns the bound below which a share of the observations lies; `nil` without any.
        func bound(of share: Double) -> Double? {
            guard count > 0 else { return nil }
            return buckets.first { $0.count >= share * count }?.bound
        }

        /// The number of observations in each bucket alone.
        var parts: [(bound: Double, count: Double)] {
            var before = 0.0
            return buckets.map { bucket in
                defer { before = bucket.count }
                return (bucket.bound, bucket.count - before)
            }
        }
    }

    /// The values by their names, with labels as they are written.
    private var values: [String: Double] = [:]
    private var histograms: [String: Histogram] = [:]

    /// Creates the samples from a text; lines that are none are left out.
    init(_ text: String) {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let space = line.lastIndex(of: " "),
                let value = Double(line[line.index(after: space)...])
            else { continue }
            let name = String(line[..<space])
            values[name] = value
            guard let start = name.firstRange(of: "_bucket{le=\"") else { continue }
            let bound = name[start.upperBound...].prefix { $0 != "\"" }
            let number = bound == "+Inf" ? Double.infinity : Double(bound)
            if let number {
                histograms[String(name[..<start.lowerBound]), default: Histogram()].buckets
                    .append((number, value))
            }
        }
    }

    /// Returns the value of a sample; `nil` if there is none.
    func value(_ name: String) -> Double? { values[name] }

    /// Returns the sum of all samples of a name, whatever their labels.
    func sum(_ name: String) -> Double {
        values.filter { $0.key == name || $0.key.hasPrefix(name + "{") }.values.reduce(0, +)
    }

    /// Returns a histogram; `nil` if there is none.
    func histogram(_ name: String) -> Histogram? {
        guard var histogram = histograms[name] else { return nil }
        histogram.sum = values[name + "_sum"] ?? 0
        return histogram
    }
}
