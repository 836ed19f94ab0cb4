// SPDX-License-Identifier: Apache-2.0

/// A simultaneous reading of both clocks of the machine.
package struct ClockReading: Equatable, Sendable {
    /// The kernel's random ID of this boot.
    package var bootID: String
    /// CLOCK_BOOTTIME in milliseconds; it never steps and counts while the machine is suspended.
    package var boottime: Int
    /// CLOCK_REALTIME in milliseconds since 1970; anyone may step it.
    package var wall: Timestamp

    /// Creates a reading from its members.
    package init(bootID: String, boottime: Int, wall: Timestamp) {
        self.bootID = bootID
        self.boottime = boottime
        self.wall = wall
    }
}

/// The clock for expiry, which a wrong wall clock cannot mislead.
///
/// Within a boot it advances with CLOCK_BOOTTIME alone. This is not enough after a reboot, nor
/// after a step of the wall clock, which suggests that trusted time was wrong before. In both cases
/// the wall clock is accepted if the kernel reports it as synchronised. Until then, the time that
/// the machine was off is taken from the wall clock, up to ``longestAbsenceMilliseconds``, and a
/// step while the machine runs changes nothing. An expiry that rests on such time is not final; see
/// ``certain(_:)``.
///
/// The type is pure: each call receives a reading of the clocks and a closure that asks the kernel.
/// The closure is called only at a start, at a step, and once per ``askingIntervalMilliseconds``
/// while the clock is unsynchronised.
package struct TrustedTime: Equatable, Sendable {
    /// The maximum drift between wall clock and CLOCK_BOOTTIME that does not count as a step: 1 s,
    /// in milliseconds.
    ///
    /// Both are slewed at the same rate, so only steps move them apart. Small steps add up, because
    /// the difference is always taken from the last accepted one.
    package static let stepToleranceMilliseconds = 1_000
    /// The maximum time off that an unsynchronised wall clock can measure, in milliseconds: 31
    /// days.
    package static let longestAbsenceMilliseconds = 31 * 86_400_000
    /// The milliseconds since boot after which an unsynchronised wall clock is accepted: 2 h.
    package static let longestDoubtMilliseconds = 2 * 3_600_000
    /// The interval between checks of an unsynchronised wall clock: 1 s, in milliseconds.
    package static let askingIntervalMilliseconds = 1_000
    /// The interval at which the record is renewed: 24 h, in milliseconds.
    ///
    /// Without renewal, running time would count as time off if nothing else was stored.
    package static let recordIntervalMilliseconds = 86_400_000

    /// The record to store; it changes only when it must be stored again.
    package private(set) var record: TrustedTimeRecord
    /// The CLOCK_BOOTTIME, in milliseconds, of the next check of an unsynchronised wall clock.
    private var asksAfter: Int

    /// Creates trusted time that continues from the stored record.
    ///
    /// - Parameters:
    ///   - restored: The record of the last run; `nil` if there is none.
    ///   - lastStored: The trusted time of the last stored row; `nil` if there is none.
    ///   - reading: The clocks now.
    ///   - isSynchronised: Returns true if the kernel's wall clock is synchronised.
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
        trust(reading, isSynchronised: isSynchronised)
    }

    /// Returns the trusted time, in milliseconds since 1970.
    ///
    /// - Parameters:
    ///   - reading: The clocks now.
    ///   - isSynchronised: Returns true if the kernel's wall clock is synchronised; rarely called.
    /// - Returns: Milliseconds since 1970; smaller than before only if a synchronised clock
    ///   corrected it.
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

    /// Returns true if a reading changes more than the time, so that both clocks must be read at
    /// the same instant.
    package func needsExact(_ reading: ClockReading) -> Bool {
        shows(stepIn: reading) || !record.isSettled && reading.boottime >= asksAfter
    }

    /// Returns true if the wall clock has been stepped since its last accepted reading.
    private func shows(stepIn reading: ClockReading) -> Bool {
        abs(Self.wallOffset(of: reading) - record.wallOffset) > Self.stepToleranceMilliseconds
    }

    private static func wallOffset(of reading: ClockReading) -> Int {
        reading.wall.rawValue - reading.boottime
    }

    /// Returns the time that has certainly been reached when trusted time is `now`.
    ///
    /// It excludes time off that only an unsynchronised clock has measured, until the clock is
    /// synchronised or ``longestDoubtMilliseconds`` have passed since the boot.
    package func certain(_ now: Timestamp) -> Timestamp {
        now < beliefTime ? now - record.unconfirmed : now
    }

    /// Returns the trusted time at which `time` has certainly passed.
    package func certainty(of time: Timestamp) -> Timestamp {
        min(time + record.unconfirmed, max(time, beliefTime))
    }

    /// The trusted time at which an unsynchronised wall clock is accepted.
    private var beliefTime: Timestamp {
        Timestamp(Self.longestDoubtMilliseconds + record.trustedOffset)
    }

    /// Returns the CLOCK_BOOTTIME, in milliseconds, at which trusted time is `trusted`.
    ///
    /// The result holds until the record changes; timers must then be set again.
    package func boottime(at trusted: Timestamp) -> Int {
        trusted.rawValue - record.trustedOffset
    }

    /// Adopts the wall clock if it is synchronised.
    private mutating func trust(_ reading: ClockReading, isSynchronised: () -> Bool) {
        guard isSynchronised() else {
            asksAfter = reading.boottime + Self.askingIntervalMilliseconds
            return
        }
        let before = max(
            Timestamp(reading.boottime + record.trustedOffset),
            record.setBackFrom ?? .min
        )
        record = TrustedTimeRecord(
            trusted: reading.wall,
            reading: reading,
            isSettled: true,
            setBackFrom: before
        )
    }
}

/// The last trusted time stored before a boot.
private struct LastKnown {
    /// The latest known trusted time.
    let trusted: Timestamp
    /// The wall clock at that moment, in milliseconds since 1970.
    let wall: Timestamp
    /// See ``TrustedTimeRecord/setBackFrom``.
    let setBackFrom: Timestamp?
    /// See ``TrustedTimeRecord/unconfirmed``.
    let unconfirmed: Int

    /// Creates the value from the record and the last row; `nil` if neither is usable.
    init?(record: TrustedTimeRecord?, lastStored: Timestamp?) {
        let row = lastStored.flatMap { Timestamp.range.contains($0) ? $0 : nil }
        guard let record, record.isPlausible else {
            guard let row else { return nil }
            (trusted, wall, setBackFrom, unconfirmed) = (row, row, nil, 0)
            return
        }
        // A row that may predate the last backward correction is not evidence.
        let counts = row.map { $0 > record.setBackFrom ?? .min } ?? false
        trusted = max(record.recordedAt, counts ? row ?? .min : .min)
        wall = trusted - record.trustedOffset + record.wallOffset
        setBackFrom = record.setBackFrom
        unconfirmed = record.unconfirmed
    }

    /// Returns the time off, in milliseconds, as measured by an unsynchronised wall clock.
    func absence(until wallNow: Timestamp) -> Int {
        min(max(0, wallNow - wall), TrustedTime.longestAbsenceMilliseconds)
    }
}
