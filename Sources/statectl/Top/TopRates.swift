// SPDX-License-Identifier: Apache-2.0

struct TopRates {
    struct Sample {
        /// The time on a monotonic clock, in milliseconds.
        let at: Int
        let metrics: OpenMetrics
    }

    /// The durations of commits, in seconds.
    struct Commits: Equatable {
        let mean: Double
        /// An upper bound of the median.
        let p50: Double
        /// An upper bound of the 99th percentile.
        let p99: Double
    }

    /// The maximum number of samples, which cover a minute.
    private static let maximumSamples = 61

    private var samples: [Sample] = []

    var newest: OpenMetrics? { samples.last?.metrics }

    /// Adds a newer sample; drops the earlier ones if the daemon has restarted.
    mutating func add(_ sample: Sample) {
        if let last = samples.last, sample.metrics.commits < last.metrics.commits {
            samples = []
        }
        samples.append(sample)
        if samples.count > Self.maximumSamples { samples.removeFirst() }
    }

    /// Returns the rate between successive samples, the latest last.
    func savesPerSecond() -> [Double] { rates { $0.saves } }

    func commitsPerSecond() -> [Double] { rates { $0.commits } }

    /// The durations of commits since the oldest sample; `nil` if there were none.
    var commits: Commits? {
        guard let last = samples.last?.metrics.histogram("stated_commit_seconds") else {
            return nil
        }
        let first = samples.first?.metrics.histogram("stated_commit_seconds")
        let recent = samples.count > 1 ? first.map { last.since($0) } ?? last : last
        guard recent.count > 0, let p50 = recent.bound(of: 0.5), let p99 = recent.bound(of: 0.99)
        else { return nil }
        return Commits(mean: recent.sum / recent.count, p50: p50, p99: p99)
    }

    private func rates(_ total: (OpenMetrics) -> Double) -> [Double] {
        zip(samples, samples.dropFirst()).map { before, after in
            let seconds = Double(max(1, after.at - before.at)) / 1000
            return max(0, total(after.metrics) - total(before.metrics)) / seconds
        }
    }
}

extension OpenMetrics {
    /// The number of snapshots since the daemon's start, whatever their outcome.
    var saves: Double { sum("stated_saves_total") }
    var commits: Double { value("stated_commits_total") ?? 0 }
}
