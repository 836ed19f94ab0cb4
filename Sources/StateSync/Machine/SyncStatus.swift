// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import StateProtocol
package import SyncModel

/// The status of sync, as a value.
package struct SyncStatus: Sendable, Equatable {
    /// The state in one word; never `disabled`.
    package typealias State = Sync.State

    /// The failure of the latest round, or a later failure of the network.
    package struct Failure: Sendable, Equatable {
        /// The failure when there is no network.
        static let noNetwork = Failure(state: .offline, error: "there is no network")

        /// The resulting state: `offline` or `failed`.
        package var state: State
        /// A human-readable reason.
        package var error: String

        /// Creates a failure.
        package init(state: State, error: String) {
            (self.state, self.error) = (state, error)
        }
    }

    /// True during a round.
    package var isRunning = false
    /// The failure of the latest round; `nil` if it succeeded or there was none.
    package var failure: Failure?
    /// A summary of the waiting and failed outbox entries after the latest round.
    package var outlook = OutboxOutlook()
    /// True if the remote answered the last call.
    package var isOnline = false
    /// True while rounds run at regular intervals.
    package var isPolling = false
    /// The latest run of every phase.
    package var phases: [Sync.PhaseName: Sync.Phase] = [:]
    /// The time of the last round that succeeded, in milliseconds since 1970.
    package var lastSuccessAt: Timestamp?
    /// The number of calls that sent records.
    package var pushes = 0
    /// The number of calls that asked for records.
    package var pulls = 0
    /// The number of notifications from the remote.
    package var notifications = 0
    /// The duration of the latest round, in milliseconds.
    package var lastDuration: Int?
    /// The delays from changes on other devices to their arrival here.
    package var delay = SyncDelay()
    /// The time of the next scheduled round, in milliseconds since 1970; `nil` if there is none.
    package var nextRoundAt: Timestamp?
    /// The first damaged parts of the remote.
    package var damaged: [RemoteDamage] = []
    /// The total number of damaged parts of the remote.
    package var damagedCount = 0
    /// The temporarily missing parts of the remote.
    package var awaited: [RemoteDamage] = []
    /// The files that this device repaired in the latest round.
    package var mended: [String] = []
    /// True if the remote may lose its newest acknowledged records.
    package var isVolatile = false

    /// Creates the status before the first event.
    package init() {}

    /// Returns the latest run of a phase.
    package func phase(_ name: Sync.PhaseName) -> Sync.Phase {
        phases[name] ?? Sync.Phase(name: name, state: .notStarted)
    }

    /// The present trouble, `offline` or `failed`; `nil` if there is none.
    ///
    /// It lasts until a round succeeds and no entry has failed or waits with an error.
    package var trouble: State? { failure?.state ?? outlook.error.map { _ in .failed } }
    /// The state in one word, on which all indicators are based.
    ///
    /// A round that follows a failure is not shown: the failure lasts until a round succeeds.
    package var state: State { trouble ?? (isRunning ? .syncing : .idle) }
    /// The reason for the trouble; `nil` if there is none.
    package var error: String? { failure?.error ?? outlook.error }

    /// The indicator for the user: empty while all is well.
    package var indicator: SyncIndicator {
        switch state {
        case .idle, .disabled: damaged.isEmpty ? .silent : .damaged
        case .syncing: .syncing
        case .offline: .offline
        case .failed: failure == nil && outlook.hasFailed ? .refused : .failed
        }
    }
}

/// The indicator for the user.
package enum SyncIndicator: Sendable, Equatable {
    /// No indicator, because all is well.
    case silent
    /// A quiet sign of progress.
    case syncing
    /// A cloud with a slash.
    case offline
    /// A warning that sync fails.
    case failed
    /// A warning that the remote rejects some entries.
    case refused
    /// A warning that some files of other devices cannot be read.
    case damaged
}

/// The delays of changes from other devices, in milliseconds; percentiles cover the last thousand.
package struct SyncDelay: Sendable, Equatable {
    private static let kept = 1_000

    /// The histogram of all delays.
    package var seconds = Histogram(bounds: Histogram.delayBounds)
    /// The number of delays measured.
    package private(set) var count = 0
    /// The longest delay of all.
    package private(set) var max = 0
    private var recent: [Int] = []

    /// Creates an empty collection.
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

    /// Returns the given percentile of the recent delays; 0 if there are none.
    package func percentile(_ percent: Int) -> Int {
        guard !recent.isEmpty else { return 0 }
        let sorted = recent.sorted()
        let rank = (sorted.count * percent + 99) / 100
        return sorted[Swift.max(0, rank - 1)]
    }
}
