// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateSync
internal import StateSystem
internal import VarlinkNIO

/// The daemon's clock for sync: trusted time, and CLOCK_BOOTTIME for waiting.
struct DaemonSyncClock: SyncClock {
    /// The trusted clock of the synced store.
    let trusted: TrustedClock
    let clocks: any MachineClocks
    /// The timer of the waits.
    let timer: LoopClock

    /// The current time.
    var now: SyncMoment {
        SyncMoment(trusted: trusted.now(), elapsed: clocks.reading().boottime)
    }

    /// Waits until the given time on CLOCK_BOOTTIME, or longer.
    ///
    /// A suspend may prolong the wait, since the wake-up is a separate event.
    func wait(until elapsed: Int) async {
        let rest = elapsed - clocks.reading().boottime
        guard rest > 0 else { return }
        // The driver checks the time, even if the sleep was cancelled.
        try? await timer.sleep(for: .milliseconds(rest))
    }
}
