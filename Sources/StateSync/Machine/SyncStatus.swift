package import StateModel

/// How sync stands, as a value.
package struct SyncStatus: Sendable, Equatable {
    /// How it stands in a word.
    package enum State: String, Sendable, CaseIterable {
        /// There is nothing to do.
        case idle
        /// A round is under way.
        case syncing
        /// There is no network, or the remote does not answer.
        case offline
        /// The latest round failed.
        case failed
    }

    /// The latest run of one phase.
    package struct Phase: Sendable, Equatable {
        /// How a phase stands.
        package enum State: String, Sendable, CaseIterable {
            /// It has yet to begin.
            case notStarted
            /// It is under way.
            case inProgress
            /// It went well.
            case succeeded
            /// It did not.
            case failed
        }

        /// How it stands.
        package var state = State.notStarted
        /// When it began, in milliseconds since 1970.
        package var startedAt: Int?
        /// When it ended, in milliseconds since 1970.
        package var endedAt: Int?
        /// What went wrong.
        package var error: String?
    }

    /// How it stands in a word.
    package var state = State.idle
    /// How the latest round ended, `offline` or `failed`; nil: well, or there was none.
    package var trouble: State?
    /// Whether the remote answered last time.
    package var isOnline = false
    /// Whether rounds are made by the clock.
    package var isPolling = false
    /// The latest run of every phase.
    package var phases: [SyncPhase: Phase] = [:]
    /// When a round last went well, in milliseconds since 1970.
    package var lastSuccessAt: Int?
    /// What went wrong in the latest round.
    package var error: String?
    /// How often records were sent.
    package var pushes = 0
    /// How often records were asked for.
    package var pulls = 0
    /// How often the remote said that it has news.
    package var notifications = 0
    /// How long the latest round took, in milliseconds.
    package var lastDuration: Int?
    /// From changes elsewhere to their arrival here.
    package var delay = SyncDelay()
    /// When the next round begins by itself, in milliseconds since 1970; `nil` if none will.
    package var nextRoundAt: Int?
    /// The parts of the remote that cannot be used.
    package var damaged: [RemoteDamage] = []
    /// The parts that this device has put right in the latest round.
    package var mended: [String] = []

    /// Nothing has happened yet.
    package init() {}

    /// The run of that phase.
    package func phase(_ phase: SyncPhase) -> Phase { phases[phase] ?? Phase() }

    /// What a person should see: nothing while all is well.
    ///
    /// While it is tried again nothing is better yet: trouble shows until a round goes well.
    package var indicator: SyncIndicator {
        switch trouble ?? state {
        case .idle: damaged.isEmpty ? .silent : .damaged
        case .syncing: .syncing
        case .offline: .offline
        case .failed: .failed
        }
    }
}

/// What a person should see.
package enum SyncIndicator: Sendable, Equatable {
    /// Nothing: all is well.
    case silent
    /// A quiet sign of progress.
    case syncing
    /// A cloud with a slash.
    case offline
    /// A warning.
    case failed
    /// A warning that some of what others wrote cannot be read.
    case damaged

    /// The name of a freedesktop icon; nil: show nothing.
    package var icon: String? {
        switch self {
        case .silent: nil
        case .syncing: "emblem-synchronizing-symbolic"
        case .offline: "cloud-offline-symbolic"
        case .failed, .damaged: "dialog-warning-symbolic"
        }
    }

    /// What to say.
    package var label: String {
        switch self {
        case .silent: ""
        case .syncing: "Syncing"
        case .offline: "Offline, saving here"
        case .failed: "Sync error, will retry"
        case .damaged: "Sync: some files can't be read"
        }
    }
}

/// How long changes took from another device to here, in milliseconds: of the last thousand.
package struct SyncDelay: Sendable, Equatable {
    private static let kept = 1_000

    /// All of them, in buckets.
    package var seconds = SyncHistogram(bounds: SyncHistogram.delayBounds)
    /// How many were measured.
    package private(set) var count = 0
    /// The slowest of all.
    package private(set) var max = 0
    private var recent: [Int] = []

    /// None was measured.
    package init() {}

    /// Takes in one.
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

    /// The span that `percent` of them did not exceed; 0: none was measured.
    package func percentile(_ percent: Int) -> Int {
        guard !recent.isEmpty else { return 0 }
        let sorted = recent.sorted()
        let rank = (sorted.count * percent + 99) / 100
        return sorted[Swift.max(0, rank - 1)]
    }
}
