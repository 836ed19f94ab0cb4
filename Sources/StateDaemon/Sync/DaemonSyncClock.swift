internal import StateModel
internal import StateSync
internal import StateSystem
internal import VarlinkNIO

/// The daemon's time, as sync sees it: trusted time, and CLOCK_BOOTTIME to wait by.
struct DaemonSyncClock: SyncClock {
    /// Trusted time of the store that is synced.
    let trusted: TrustedClock
    /// The machine's clocks.
    let clocks: any MachineClocks
    /// Ends the waits.
    let timer: LoopClock

    var now: SyncMoment {
        SyncMoment(trusted: trusted.now(), elapsed: clocks.reading().boottime)
    }

    /// A sleep that a suspend prolongs is no harm: waking up is an event of its own.
    func wait(until elapsed: Int) async {
        let rest = elapsed - clocks.reading().boottime
        guard rest > 0 else { return }
        // Cancelled or over: the driver looks at the time.
        try? await timer.sleep(for: .milliseconds(rest))
    }
}
