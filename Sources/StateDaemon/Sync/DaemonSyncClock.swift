// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateSync
internal import StateSystem
internal import VarlinkNIO

/// The clock that sync uses in the daemon: trusted time for timestamps, and CLOCK_BOOTTIME for
/// waiting.
struct DaemonSyncClock: SyncClock {
    /// The trusted clock of the synced store.
    let trusted: TrustedClock
    let clocks: any MachineClocks
    /// The timer for waiting.
    let timer: LoopClock

    /// The current time.
    var now: SyncMoment {
        SyncMoment(trusted: trusted.now(), elapsed: clocks.reading().boottime)
    }

    /// Waits at least until the given time on CLOCK_BOOTTIME.
    ///
    /// A suspend may prolong the wait; the wake-up is handled as a separate event.
    func wait(until elapsed: Int) async {
        let rest = elapsed - clocks.reading().boottime
        guard rest > 0 else { return }
        // The caller checks the time, even if the sleep was cancelled.
        try? await timer.sleep(for: .milliseconds(rest))
    }
}
