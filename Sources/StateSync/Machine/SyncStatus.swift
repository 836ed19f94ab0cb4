// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import StateProtocol
package import SyncModel

package struct SyncStatus: Sendable, Equatable {
    /// The state in one word; `disabled` is never used here.
    package typealias State = Sync.State

    /// A failure of the last round, or of the network since then.
    package struct Failure: Sendable, Equatable {
        static let noNetwork = Failure(state: .offline, error: "there is no network")

        /// Either `offline` or `failed`.
        package var state: State
        package var error: String

        package init(state: State, error: String) {
            (self.state, self.error) = (state, error)
        }
    }

    package var isRunning = false
    package var failure: Failure?
    package var outlook = OutboxOutlook()
    /// True if the last round had a network and did not find the remote offline, and the network
    /// was not lost since.
    package var isOnline = false
    package var isPolling = false
    package var phases: [Sync.PhaseName: Sync.Phase] = [:]
    /// The time at which the last successful round ended, in milliseconds since 1970.
    package var lastSuccessAt: Timestamp?
    package var pushes = 0
    /// The number of pages requested so far.
    package var pulls = 0
    package var notifications = 0
    /// The duration of the last round, in milliseconds.
    package var lastDuration: Int?
    package var delay = SyncDelay()
    /// The trusted time of the next scheduled round, in milliseconds since 1970; `nil` if none is
    /// scheduled.
    package var nextRoundAt: Timestamp?
    /// The damaged parts of the remote; at most ``RemoteFindings/listed`` of them.
    package var damaged: [RemoteDamage] = []
    /// The number of damaged parts, including those that ``damaged`` leaves out.
    package var damagedCount = 0
    /// The missing parts of the remote that are still expected to arrive.
    package var awaited: [RemoteDamage] = []
    package var repaired: [String] = []
    package var isVolatile = false

    package init() {}

    package func phase(_ name: Sync.PhaseName) -> Sync.Phase {
        phases[name] ?? Sync.Phase(name: name, state: .notStarted)
    }

    /// The state `offline` or `failed`; `nil` if sync works.
    ///
    /// It lasts until a round succeeds and no entry has failed or waits with an error.
    package var trouble: State? { failure?.state ?? outlook.error.map { _ in .failed } }
    /// The state in one word, from which all indicators follow.
    ///
    /// While ``trouble`` lasts, a running round is not shown as `syncing`.
    package var state: State { trouble ?? (isRunning ? .syncing : .idle) }
    package var error: String? { failure?.error ?? outlook.error }

    package var indicator: Sync.Indicator {
        let (icon, label): (String?, String) =
            switch state {
            case .idle where damaged.isEmpty, .disabled: (nil, "")
            case .idle: (Self.warning, "Sync: some files cannot be read")
            case .syncing: ("emblem-synchronizing-symbolic", "Syncing")
            case .offline: ("cloud-offline-symbolic", "Offline, saving here")
            case .failed where failure == nil && outlook.hasFailed:
                (Self.warning, "Sync: some changes were refused")
            case .failed: (Self.warning, "Sync failed, will retry")
            }
        let tone: Sync.Tone =
            icon == nil ? .silent : icon == Self.warning ? .warning : .neutral
        return Sync.Indicator(icon: icon, label: label, tone: tone)
    }

    private static let warning = "dialog-warning-symbolic"
}

/// The times from changes on other devices to their arrival on this device, in milliseconds.
///
/// Percentiles are those of the last thousand changes.
package struct SyncDelay: Sendable, Equatable {
    private static let kept = 1_000

    /// The histogram of all times; its bounds are in milliseconds.
    package var seconds = Histogram(bounds: Histogram.delayBounds)
    package private(set) var count = 0
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
