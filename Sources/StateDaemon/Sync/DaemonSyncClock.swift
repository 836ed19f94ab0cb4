// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateSync
internal import StateSystem
internal import VarlinkNIO

/// The clock of sync in the daemon: trusted time for what is stored, and CLOCK_BOOTTIME for
/// waiting.
struct DaemonSyncClock: SyncClock {
    /// The trusted clock of the store that is synced.
    let trusted: TrustedClock
    let clocks: any MachineClocks
    let timer: LoopClock

    var now: SyncMoment {
        SyncMoment(trusted: trusted.now(), elapsed: clocks.reading().boottime)
    }

    /// Waits until a time on CLOCK_BOOTTIME, in milliseconds.
    ///
    /// If the machine is suspended, the wait takes longer; the wake-up is a separate event.
    func wait(until elapsed: Int) async {
        let rest = elapsed - clocks.reading().boottime
        guard rest > 0 else { return }
        // The caller checks the time even if the sleep was cancelled.
        try? await timer.sleep(for: .milliseconds(rest))
    }
}
