// SPDX-License-Identifier: Apache-2.0
import StateTesting

/// The beats of a daemon's watchdog, and the longest time without one.
struct Heartbeat {
    private let manager: DaemonManager
    private var heardAt = ContinuousClock.now
    private(set) var longestSilence = Duration.zero

    /// Listens to a daemon from now on; earlier beats do not count.
    init(_ manager: DaemonManager) {
        self.manager = manager
        _ = manager.heard()
    }

    /// Takes in the beats that have arrived.
    mutating func listen() {
        let now = ContinuousClock.now
        longestSilence = max(longestSilence, now - heardAt)
        if manager.heard().contains(where: { $0.contains("WATCHDOG=1") }) { heardAt = now }
    }
}
