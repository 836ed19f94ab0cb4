// SPDX-License-Identifier: Apache-2.0
package import StateModel
import Synchronization

/// Trusted time, based on a machine's clocks, for every thread of the daemon.
package final class TrustedClock: Sendable {
    private let clocks: any MachineClocks
    private let time: Mutex<TrustedTime>

    /// Creates a clock that continues from the state in the store.
    ///
    /// - Parameters:
    ///   - clocks: The machine's clocks.
    ///   - restored: The record that the last run stored; `nil` if there is none.
    ///   - lastStored: The trusted time of the store's last row, in milliseconds since 1970; `nil`
    ///     if there is none.
    package init(clocks: any MachineClocks, restored: TrustedTimeRecord?, lastStored: Timestamp?) {
        self.clocks = clocks
        time = Mutex(
            TrustedTime(
                restored: restored,
                lastStored: lastStored,
                reading: clocks.reading(),
                isSynchronised: clocks.isSynchronised
            )
        )
    }

    /// Returns the trusted time, in milliseconds since 1970.
    package func now() -> Timestamp {
        // Read inside the lock, because a reading that waited for it would look like a step.
        time.withLock { time in
            let quick = clocks.quickReading()
            let reading = time.needsExact(quick) ? clocks.reading() : quick
            return time.now(reading, isSynchronised: { clocks.isSynchronised() })
        }
    }

    /// Returns the time that has certainly been reached when trusted time is `now`.
    package func certain(_ now: Timestamp) -> Timestamp {
        time.withLock { $0.certain(now) }
    }

    /// Returns the trusted time at which `moment` has certainly passed.
    package func certainty(of moment: Timestamp) -> Timestamp {
        time.withLock { $0.certainty(of: moment) }
    }

    /// True if the kernel reports its clock as synchronised now.
    package var isSynchronized: Bool { clocks.isSynchronised() }

    /// The record for the store, which must be stored whenever it differs from the stored one.
    package var record: TrustedTimeRecord {
        time.withLock(\.record)
    }

    /// Returns the CLOCK_BOOTTIME at which trusted time is `trusted`; both in milliseconds.
    package func boottime(at trusted: Timestamp) -> Int {
        time.withLock { $0.boottime(at: trusted) }
    }
}
