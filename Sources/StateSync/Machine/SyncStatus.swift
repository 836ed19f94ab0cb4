// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import StateProtocol
package import SyncModel

/// The status of sync, as a value.
package struct SyncStatus: Sendable, Equatable {
    /// The state in one word, which is never `disabled` here.
    package typealias State = Sync.State

    /// A failure of the last round, or of the network since then.
    package struct Failure: Sendable, Equatable {
        /// The failure that there is no network.
        static let noNetwork = Failure(state: .offline, error: "there is no network")

        /// The resulting state, which is `offline` or `failed`.
        package var state: State
        /// The reason, for the user.
        package var error: String

        package init(state: State, error: String) {
            (self.state, self.error) = (state, error)
        }
    }

    /// True while a round runs.
    package var isRunning = false
    /// The failure of the last round, or of the network; `nil` if there is none.
    package var failure: Failure?
    /// A summary of the waiting and failed entries of the outbox after the last round.
    package var outlook = OutboxOutlook()
    /// True if the remote answered the last call.
    package var isOnline = false
    /// True while rounds begin at regular intervals.
    package var isPolling = false
    /// The last run of each phase.
    package var phases: [Sync.PhaseName: Sync.Phase] = [:]
    /// The time at which the last successful round ended, in milliseconds since 1970.
    package var lastSuccessAt: Timestamp?
    /// The number of pushes so far.
    package var pushes = 0
    /// The number of pages that were requested so far.
    package var pulls = 0
    /// The number of notifications from the remote so far.
    package var notifications = 0
    /// The duration of the last round, in milliseconds.
    package var lastDuration: Int?
    /// The times from changes on other devices to their arrival on this device.
    package var delay = SyncDelay()
    /// The trusted time of the next scheduled round, in milliseconds since 1970; `nil` if none is
    /// scheduled.
    package var nextRoundAt: Timestamp?
    /// The first of the damaged parts of the remote.
    package var damaged: [RemoteDamage] = []
    /// The total number of damaged parts of the remote.
    package var damagedCount = 0
    /// The missing parts of the remote that may still arrive.
    package var awaited: [RemoteDamage] = []
    /// The paths of the files that this device repaired in the last round.
    package var mended: [String] = []
    /// True if the remote may lose the newest acknowledged records.
    package var isVolatile = false

    package init() {}

    package func phase(_ name: Sync.PhaseName) -> Sync.Phase {
        phases[name] ?? Sync.Phase(name: name, state: .notStarted)
    }

    /// The state `offline` or `failed`; `nil` if sync works.
    ///
    /// After a failure, the state lasts until a round succeeds and no entry has failed or waits
    /// with an error.
    package var trouble: State? { failure?.state ?? outlook.error.map { _ in .failed } }
    /// The state in one word, from which all indicators follow.
    ///
    /// A round after a failure is not shown, because the failure lasts until a round succeeds.
    package var state: State { trouble ?? (isRunning ? .syncing : .idle) }
    /// The reason for ``trouble``; `nil` if there is none.
    package var error: String? { failure?.error ?? outlook.error }

    /// The indicator for the user, which is empty while sync works.
    package var indicator: SyncIndicator {
        switch state {
        case .idle, .disabled: damaged.isEmpty ? .silent : .damaged
        case .syncing: .syncing
        case .offline: .offline
        case .failed: failure == nil && outlook.hasFailed ? .refused : .failed
        }
    }
}

/// The sign by which a user interface shows the status of sync.
package enum SyncIndicator: Sendable, Equatable {
    /// No sign, because sync works.
    case silent
    /// A quiet sign of progress.
    case syncing
    /// A cloud with a slash.
    case offline
    /// A warning that sync has failed.
    case failed
    /// A warning that the remote refuses some entries.
    case refused
    /// A warning that some files of other devices cannot be read.
    case damaged
}

/// The times from changes on other devices to their arrival on this device, in milliseconds.
///
/// Percentiles are those of the last thousand changes.
package struct SyncDelay: Sendable, Equatable {
    private static let kept = 1_000

    /// The histogram of all times.
    package var seconds = Histogram(bounds: Histogram.delayBounds)
    /// The number of times so far.
    package private(set) var count = 0
    /// The longest time so far.
    package private(set) var max = 0
    private var recent: [Int] = []

    package init() {}

    package mutating func add(_ delay: Int) {
        if recent.count < Self.kept {
            recent.append(delay)
        } else {
            recent[count % Self.kept] = delay
        }
        count += 1
        max = Swift.max(max, delay)
        seconds.add(delay)
    }

    /// Returns a percentile of the recent times; 0 if there are none.
    package func percentile(_ percent: Int) -> Int {
        guard !recent.isEmpty else { return 0 }
        let sorted = recent.sorted()
        let rank = (sorted.count * percent + 99) / 100
        return sorted[Swift.max(0, rank - 1)]
    }
}
