// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateSync

struct Metrics {
    struct Outcomes {
        private var counts = Array(repeating: 0, count: Outcome.allCases.count)

        mutating func count(_ outcome: Outcome) {
            // A dictionary would hash the name of the outcome for each Save.
            switch outcome {
            case .saved: counts[0] += 1
            case .cleared: counts[1] += 1
            case .ignored: counts[2] += 1
            case .quarantined: counts[3] += 1
            }
        }

        /// The numbers of the outcomes that have occurred, by name.
        var byName: [String: Int] {
            let outcomes: [Outcome] = [.saved, .cleared, .ignored, .quarantined]
            let pairs = zip(outcomes.map(\.rawValue), counts).filter { $1 > 0 }
            return Dictionary(uniqueKeysWithValues: pairs)
        }
    }

    var saves = Outcomes()
    var commits = 0
    /// The durations of the commits, in microseconds.
    var commitDurations = Histogram(
        bounds: [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000, 1_000_000])
    /// The number of replies and callbacks that each transaction released.
    var commitBatch = Histogram(bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024])
    /// The time taken to restore the state, in seconds.
    ///
    /// It includes the opening of the store, unless the store was opened in the background.
    var restoreSeconds = 0.0
    /// The number of states that were skipped for slow subscribers.
    var skipped = 0
    var alerts: [String: Int] = [:]

    func write(to text: inout MetricsText) {
        let help = "Snapshots judged, by outcome."
        text.counter("stated_saves", help, by: "outcome", saves.byName)
        text.counter("stated_commits", "Transactions committed to stable storage.", commits)
        text.histogram(
            "stated_commit_seconds",
            "The duration of a commit.",
            commitDurations,
            per: 1_000_000
        )
        text.histogram("stated_commit_batch", "Replies that waited for a commit.", commitBatch)
        text.gauge(
            "stated_restore_seconds",
            "The time that restoring the state took when the store was opened.",
            restoreSeconds
        )
        text.counter(
            "stated_skipped",
            "States skipped for slow subscribers.",
            skipped
        )
        text.counter("stated_alerts", "Alerts raised, by kind.", by: "kind", alerts)
    }
}
