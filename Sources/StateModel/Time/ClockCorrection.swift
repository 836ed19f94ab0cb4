// SPDX-License-Identifier: Apache-2.0

/// The correction of times that were stored in the current boot, before a synchronised clock
/// corrected trusted time for the first time in this boot.
package struct ClockCorrection: Equatable, Sendable {
    /// The minimum correction of stored times: 1 minute, in milliseconds.
    package static let shortestMilliseconds = 60_000

    /// The record of trusted time before the correction.
    let uncorrected: TrustedTimeRecord
    /// The times of this boot on the uncorrected clock.
    package let times: Range<Timestamp>
    /// The difference to add to these times.
    package let milliseconds: Int

    /// Creates the correction from one record to the next; `nil` if stored times remain as they
    /// are.
    init?(of uncorrected: TrustedTimeRecord, to record: TrustedTimeRecord, at boottime: Int) {
        milliseconds = record.trustedOffset - uncorrected.trustedOffset
        guard abs(milliseconds) >= Self.shortestMilliseconds,
            let startedAt = uncorrected.startedAt, startedAt <= boottime
        else { return nil }
        self.uncorrected = uncorrected
        // The last row of the boot before may have the very time at which this one started.
        let first = Timestamp(startedAt + uncorrected.trustedOffset) + 1
        times = first..<first + (boottime - startedAt)
    }
}
