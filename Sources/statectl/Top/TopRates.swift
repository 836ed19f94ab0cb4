// SPDX-License-Identifier: Apache-2.0

/// The daemon's metrics at several times, as rates.
struct TopRates {
    /// The metrics at one time.
    struct Sample {
        /// The time, in milliseconds since any start.
        let at: Int
        /// The metrics.
        let metrics: OpenMetrics
    }

    /// The times of commits in a span.
    struct Commits: Equatable {
        /// The average, in seconds.
        let mean: Double
        /// The bound below which half of the times are, in seconds.
        let half: Double
        /// The bound below which 99 % of the times are, in seconds.
        let most: Double
    }

    /// The number of samples that are kept.
    private static let most = 61

    private var samples: [Sample] = []

    /// The newest metrics; `nil` before the first.
    var newest: OpenMetrics? { samples.last?.metrics }

    /// Adds the metrics of a later time; those of another run of the daemon replace all before.
    mutating func add(_ sample: Sample) {
        if let last = samples.last, sample.metrics.commits < last.metrics.commits {
            samples = []
        }
        samples.append(sample)
        if samples.count > Self.most { samples.removeFirst() }
    }

    /// Returns the snapshots judged in each second, the latest last.
    func savesPerSecond() -> [Double] { rates { $0.saves } }

    /// Returns the commits in each second, the latest last.
    func commitsPerSecond() -> [Double] { rates { $0.commits } }

    /// The times of the commits since the oldest sample; `nil` if there was none.
    var commits: Commits? {
        guard let last = samples.last?.metrics.histogram("stated_commit_seconds") else {
            return nil
        }
        let first = samples.first?.metrics.histogram("stated_commit_seconds")
        let recent = samples.count > 1 ? first.map { last.since($0) } ?? last : last
        guard recent.count > 0, let half = recent.bound(of: 0.5), let most = recent.bound(of: 0.99)
        else { return nil }
        return Commits(mean: recent.sum / recent.count, half: half, most: most)
    }

    private func rates(_ total: (OpenMetrics) -> Double) -> [Double] {
        zip(samples, samples.dropFirst()).map { before, after in
            let seconds = Double(max(1, after.at - before.at)) / 1000
            return max(0, total(after.metrics) - total(before.metrics)) / seconds
        }
    }
}

extension OpenMetrics {
    /// The number of snapshots judged.
    var saves: Double { sum("stated_saves_total") }
    /// The number of commits.
    var commits: Double { value("stated_commits_total") ?? 0 }
}
