// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting

/// The beats of a daemon's watchdog, and the longest time without one, waits for a processor left
/// out.
struct Heartbeat {
    private let manager: DaemonManager
    private var heardAt = ContinuousClock.now
    private var wait: ProcessorWait
    private var waited = Duration.zero
    private(set) var longestSilence = Duration.zero

    /// Listens to a daemon from now on; earlier beats do not count.
    init(_ manager: DaemonManager, pid: pid_t) {
        self.manager = manager
        wait = ProcessorWait(daemon: pid)
        _ = manager.heard()
    }

    /// Takes in the beats that have arrived.
    mutating func listen() {
        let now = ContinuousClock.now
        waited += wait.sinceLastCall()
        longestSilence = max(longestSilence, now - heardAt - waited)
        guard manager.heard().contains(where: { $0.contains("WATCHDOG=1") }) else { return }
        (heardAt, waited) = (now, .zero)
    }
}
