// SPDX-License-Identifier: Apache-2.0

struct OpenMetrics {
    /// A histogram with cumulative buckets.
    struct Histogram {
        /// The upper bounds with the numbers of observations up to them, in ascending order; the
        /// last bound is infinite.
        var buckets: [(bound: Double, count: Double)] = []
        var sum = 0.0

        var count: Double { buckets.last?.count ?? 0 }

        /// Returns the observations since an earlier state of this histogram; all of them if it was
        /// reset.
        func since(_ earlier: Histogram) -> Histogram {
            guard earlier.buckets.count == buckets.count, earlier.count <= count else {
                return self
            }
            let rest = zip(buckets, earlier.buckets).map { ($0.bound, $0.count - $1.count) }
            return Histogram(buckets: rest, sum: sum - earlier.sum)
        }

        /// Returns the lowest bound that includes the given share of the observations, from 0 to 1;
        /// `nil` if there are none.
        func bound(of share: Double) -> Double? {
            guard count > 0 else { return nil }
            return buckets.first { $0.count >= share * count }?.bound
        }

        /// The number of observations in each bucket, without those of lower buckets.
        var parts: [(bound: Double, count: Double)] {
            var before = 0.0
            return buckets.map { bucket in
                defer { before = bucket.count }
                return (bucket.bound, bucket.count - before)
            }
        }
    }

    /// The values, by name and labels.
    private var values: [String: Double] = [:]

    init(_ text: String) {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let space = line.lastIndex(of: " ") else { continue }
            values[String(line[..<space])] = Double(line[line.index(after: space)...])
        }
    }

    func value(_ name: String) -> Double? { values[name] }

    /// Returns the sum of a metric's values over all labels.
    func sum(_ name: String) -> Double {
        values.filter { $0.key == name || $0.key.hasPrefix(name + "{") }.values.reduce(0, +)
    }

    func histogram(_ name: String) -> Histogram? {
        let start = "\(name)_bucket{le=\""
        let buckets = values.filter { $0.key.hasPrefix(start) }.compactMap { key, count in
            let bound = key.dropFirst(start.count).prefix { $0 != "\"" }
            let number = bound == "+Inf" ? .infinity : Double(bound)
            return number.map { (bound: $0, count: count) }
        }
        guard !buckets.isEmpty else { return nil }
        return Histogram(
            buckets: buckets.sorted { $0.bound < $1.bound },
            sum: values[name + "_sum"] ?? 0
        )
    }
}
