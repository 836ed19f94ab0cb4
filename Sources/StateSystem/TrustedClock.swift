// SPDX-License-Identifier: Apache-2.0
package import StateModel
import Synchronization

/// The clock of trusted time, which all threads of the daemon can use.
package final class TrustedClock: Sendable {
    private let clocks: any MachineClocks
    private let time: Mutex<TrustedTime>

    /// Creates a clock that continues from the times in the store.
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

    package func now() -> Timestamp {
        // The clocks are read while the lock is held: a reading that had waited for the lock would
        // look like a clock step.
        time.withLock { time in
            let quick = clocks.quickReading()
            let reading = time.needsExact(quick) ? clocks.reading() : quick
            return time.now(reading, isSynchronised: { clocks.isSynchronised() })
        }
    }

    /// Returns a time that has certainly been reached when trusted time is `now`.
    package func certain(_ now: Timestamp) -> Timestamp {
        time.withLock { $0.certain(now) }
    }

    /// Returns the trusted time at which `moment` will certainly have been reached.
    package func certainty(of moment: Timestamp) -> Timestamp {
        time.withLock { $0.certainty(of: moment) }
    }

    package var isSynchronized: Bool { clocks.isSynchronised() }

    /// The record to store; it must be stored whenever it has changed.
    package var record: TrustedTimeRecord {
        time.withLock(\.storedRecord)
    }

    /// Returns the correction of stored times, which the caller must make; `nil` if there is none.
    ///
    /// From then on, ``record`` is the corrected one. Both are stored in one commit.
    package func takeCorrection() -> ClockCorrection? {
        time.withLock { $0.correction.take() }
    }

    /// Returns a correction that could not be stored to the clock.
    package func putBack(_ correction: ClockCorrection) {
        time.withLock { $0.correction = correction }
    }

    /// Returns the time, in milliseconds of CLOCK_BOOTTIME, at which trusted time will be
    /// `trusted`.
    package func boottime(at trusted: Timestamp) -> Int {
        time.withLock { $0.boottime(at: trusted) }
    }
}
