// SPDX-License-Identifier: Apache-2.0

package struct ClockReading: Equatable, Sendable {
    package var bootID: String
    /// The time in milliseconds of CLOCK_BOOTTIME, which is never set and includes suspended time.
    package var boottime: Int
    /// The time in milliseconds since 1970 of CLOCK_REALTIME, which can be set at any time.
    package var wall: Timestamp

    package init(bootID: String, boottime: Int, wall: Timestamp) {
        self.bootID = bootID
        self.boottime = boottime
        self.wall = wall
    }
}

/// The clock that decides when values expire, and that a wrong wall clock does not mislead.
///
/// Within a boot, trusted time advances with CLOCK_BOOTTIME only. This is not enough after a
/// reboot, nor after a step of the wall clock, which suggests that trusted time was wrong before.
/// In both cases, the wall clock is accepted if the kernel reports it as synchronised. Until then,
/// the time for which the machine was off is taken from the wall clock, up to
/// ``longestAbsenceMilliseconds``, and steps while the machine runs are ignored. An expiry by such
/// a time is not final; see ``certain(_:)``.
///
/// The type does no I/O: each call receives a reading of the clocks, and a closure that asks the
/// kernel whether the wall clock is synchronised. The closure is called only at startup, at a step,
/// and at most once per ``askingIntervalMilliseconds`` while the clock is not synchronised.
package struct TrustedTime: Equatable, Sendable {
    /// The maximum change in the difference of the two clocks that is not a step, in milliseconds.
    ///
    /// Both clocks are slewed at the same rate, so only steps change the difference. Small steps
    /// add up, because the difference is compared with ``TrustedTimeRecord/wallOffset``.
    package static let stepToleranceMilliseconds = 1_000
    /// The maximum time off that is accepted from an unsynchronised wall clock: 31 days, in
    /// milliseconds.
    package static let longestAbsenceMilliseconds = 31 * 86_400_000
    /// The time since boot after which time off counts as certain, although only an unsynchronised
    /// wall clock measured it: 2 hours, in milliseconds.
    package static let longestDoubtMilliseconds = 2 * 3_600_000
    package static let askingIntervalMilliseconds = 1_000
    /// The interval at which the record is stored again: 24 hours, in milliseconds.
    ///
    /// Without this, the time since the last stored row would later be taken for time off.
    package static let recordIntervalMilliseconds = 86_400_000

    /// The current record; it changes only if it must be stored again.
    package private(set) var record: TrustedTimeRecord
    /// The correction of stored times; `nil` if they need none.
    package var correction: ClockCorrection?
    /// The time on CLOCK_BOOTTIME, in milliseconds, of the next check whether the wall clock is
    /// synchronised.
    private var asksAfter: Int

    /// Continues from the record that the last run stored, `restored`; `nil` if there is none.
    ///
    /// `lastStored` is the trusted time of the last stored row.
    package init(
        restored: TrustedTimeRecord?,
        lastStored: Timestamp?,
        reading: ClockReading,
        isSynchronised: () -> Bool
    ) {
        asksAfter = reading.boottime
        if let restored, restored.isPlausible, restored.bootID == reading.bootID {
            record = restored
            _ = now(reading, isSynchronised: isSynchronised)
            return
        }
        let known = LastKnown(record: restored, lastStored: lastStored)
        let absence = known?.absence(until: reading.wall) ?? 0
        record = TrustedTimeRecord(
            trusted: known.map { $0.trusted + absence } ?? reading.wall,
            reading: reading,
            isSettled: false,
            setBackFrom: known?.setBackFrom,
            unconfirmed: absence + (known?.unconfirmed ?? 0)
        )
        record.startedAt = max(reading.boottime, TrustedTimeRecord.earliestStart)
        trust(reading, isSynchronised: isSynchronised)
    }

    /// Returns the trusted time, which is less than an earlier result only if a synchronised clock
    /// has corrected it.
    package mutating func now(_ reading: ClockReading, isSynchronised: () -> Bool) -> Timestamp {
        if shows(stepIn: reading) {
            record.wallOffset = Self.wallOffset(of: reading)
            record.isSettled = false
            asksAfter = reading.boottime
        }
        if !record.isSettled, reading.boottime >= asksAfter {
            trust(reading, isSynchronised: isSynchronised)
        }
        let trusted = Timestamp(reading.boottime + record.trustedOffset)
        if trusted - record.recordedAt >= Self.recordIntervalMilliseconds {
            record.recordedAt = trusted
        }
        return trusted
    }

    /// Returns true if a reading shows a step of the wall clock, or if a check is due.
    ///
    /// Both clocks must then be read at the same instant.
    package func needsExact(_ reading: ClockReading) -> Bool {
        shows(stepIn: reading) || !record.isSettled && reading.boottime >= asksAfter
    }

    private func shows(stepIn reading: ClockReading) -> Bool {
        abs(Self.wallOffset(of: reading) - record.wallOffset) > Self.stepToleranceMilliseconds
    }

    private static func wallOffset(of reading: ClockReading) -> Int {
        reading.wall.rawValue - reading.boottime
    }

    /// Returns a time that has certainly passed when trusted time is `now`.
    ///
    /// While stored times need a correction, they are compared with the uncorrected clock. The result
    /// does not include time off that only an unsynchronised clock measured, until the clock is
    /// synchronised or ``longestDoubtMilliseconds`` have passed since the boot.
    package func certain(_ now: Timestamp) -> Timestamp {
        if let correction { return now - max(0, correction.milliseconds) }
        return now < beliefTime ? now - record.unconfirmed : now
    }

    /// Returns the trusted time at which `time` will certainly have passed.
    package func certainty(of time: Timestamp) -> Timestamp {
        min(time + record.unconfirmed, max(time, beliefTime))
    }

    /// The record to store: until stored times are corrected, the one by which they were made.
    package var storedRecord: TrustedTimeRecord { correction?.uncorrected ?? record }

    private var beliefTime: Timestamp {
        Timestamp(Self.longestDoubtMilliseconds + record.trustedOffset)
    }

    /// Returns the time on CLOCK_BOOTTIME at which trusted time will be `trusted`, in milliseconds.
    ///
    /// When the record changes, timers must be set again, because the result may be different then.
    package func boottime(at trusted: Timestamp) -> Int {
        trusted.rawValue - record.trustedOffset
    }

    private mutating func trust(_ reading: ClockReading, isSynchronised: () -> Bool) {
        guard isSynchronised() else {
            asksAfter = reading.boottime + Self.askingIntervalMilliseconds
            return
        }
        let before = max(
            Timestamp(reading.boottime + record.trustedOffset),
            record.setBackFrom ?? .min
        )
        let uncorrected = record
        record = TrustedTimeRecord(
            trusted: reading.wall,
            reading: reading,
            isSettled: true,
            setBackFrom: before
        )
        let next = ClockCorrection(of: uncorrected, to: record, at: reading.boottime)
        correction = correction ?? next
    }
}

/// The last trusted time that was stored before the current boot.
private struct LastKnown {
    /// The latest trusted time that is known.
    let trusted: Timestamp
    /// The time of the wall clock at that moment, in milliseconds since 1970.
    let wall: Timestamp
    let setBackFrom: Timestamp?
    let unconfirmed: Int

    /// Creates the value from the stored record and the time of the last row; `nil` if neither can
    /// be used.
    init?(record: TrustedTimeRecord?, lastStored: Timestamp?) {
        let row = lastStored.flatMap { Timestamp.range.contains($0) ? $0 : nil }
        guard let record, record.isPlausible else {
            guard let row else { return nil }
            (trusted, wall, setBackFrom, unconfirmed) = (row, row, nil, 0)
            return
        }
        // If a row may be older than the last backward correction, its time proves nothing.
        let counts = row.map { $0 > record.setBackFrom ?? .min } ?? false
        trusted = max(record.recordedAt, counts ? row ?? .min : .min)
        wall = trusted - record.trustedOffset + record.wallOffset
        setBackFrom = record.setBackFrom
        unconfirmed = record.unconfirmed
    }

    /// Returns the time for which the machine was off by the wall clock, in milliseconds, up to
    /// ``TrustedTime/longestAbsenceMilliseconds``.
    func absence(until wallNow: Timestamp) -> Int {
        min(max(0, wallNow - wall), TrustedTime.longestAbsenceMilliseconds)
    }
}
