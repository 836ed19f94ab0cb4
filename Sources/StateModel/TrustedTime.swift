/// What the machine's clocks said, both read at the same moment.
package struct ClockReading: Equatable, Sendable {
    /// The kernel's random name of this boot.
    package var bootID: String
    /// CLOCK_BOOTTIME in milliseconds: never steps, counts while suspended.
    package var boottime: Int
    /// CLOCK_REALTIME in milliseconds since 1970: anybody may step it.
    package var wall: Int

    /// A reading with all its members.
    package init(bootID: String, boottime: Int, wall: Int) {
        self.bootID = bootID
        self.boottime = boottime
        self.wall = wall
    }
}

/// The time that expiry goes by, which no wrong wall clock can lead astray.
///
/// Within a boot it runs with CLOCK_BOOTTIME alone. Where that cannot help (a new boot) or may
/// have been wrong all along (the wall clock was stepped), the wall clock is believed if the
/// kernel calls it synchronised; until it does, time that passed while switched off counts as
/// the wall clock says, within ``longestAbsence``, and a step while running changes nothing.
///
/// Pure: each call is given the clocks' reading, and a closure for the kernel's opinion, which is
/// asked for only at a start, at a step, and once in ``askingInterval`` while it is open.
package struct TrustedTime: Equatable, Sendable {
    /// How far wall clock and CLOCK_BOOTTIME may drift apart before that is a step: 1 s, in ms.
    ///
    /// Both are slewed by the same rate, so only steps move them apart; small ones add up, for the
    /// difference is always taken from the last one that was accepted.
    package static let stepTolerance = 1_000
    /// The longest time switched off that an unsynchronised wall clock can vouch for: 31 days, in ms.
    package static let longestAbsence = 31 * 86_400_000
    /// How often an undecided wall clock is asked about again: 1 s, in ms.
    package static let askingInterval = 1_000
    /// How often the record renews itself, so that time spent running is not taken for time
    /// switched off where nothing else was stored: 24 h, in ms.
    package static let recordInterval = 86_400_000

    /// What to store: it changes, rarely, exactly when it has to be stored again.
    package private(set) var record: TrustedTimeRecord
    /// From when on (CLOCK_BOOTTIME) an undecided wall clock may be asked about again.
    private var asksAfter: Int

    /// Continues from what was stored.
    ///
    /// - Parameters:
    ///   - restored: The record of the last run; nil: none.
    ///   - lastStored: The trusted time of the last row that was stored; nil: none.
    ///   - reading: The clocks now.
    ///   - isSynchronised: Whether the kernel calls its wall clock synchronised.
    package init(
        restored: TrustedTimeRecord?,
        lastStored: Int?,
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
        let trusted = known?.continued(at: reading.wall) ?? reading.wall
        record = TrustedTimeRecord(
            trusted: trusted,
            reading: reading,
            isSettled: false,
            setBackFrom: known?.setBackFrom
        )
        settle(reading, isSynchronised: isSynchronised)
    }

    /// Trusted now, in milliseconds since 1970.
    ///
    /// - Parameters:
    ///   - reading: The clocks now.
    ///   - isSynchronised: Whether the kernel calls its wall clock synchronised; rarely asked.
    /// - Returns: Milliseconds since 1970; smaller than before only where a synchronised clock
    ///   put it right.
    package mutating func now(_ reading: ClockReading, isSynchronised: () -> Bool) -> Int {
        let wallOffset = reading.wall - reading.boottime
        if abs(wallOffset - record.wallOffset) > Self.stepTolerance {
            record.wallOffset = wallOffset
            record.isSettled = false
            asksAfter = reading.boottime
        }
        if !record.isSettled, reading.boottime >= asksAfter {
            settle(reading, isSynchronised: isSynchronised)
        }
        let trusted = reading.boottime + record.trustedOffset
        if trusted - record.recordedAt >= Self.recordInterval {
            record.recordedAt = trusted
        }
        return trusted
    }

    /// When CLOCK_BOOTTIME will show, in milliseconds, the trusted time `trusted`.
    ///
    /// Holds until the record changes: timers are then set anew.
    package func boottime(at trusted: Int) -> Int {
        trusted - record.trustedOffset
    }

    /// Takes the wall clock for the truth if the kernel does.
    private mutating func settle(_ reading: ClockReading, isSynchronised: () -> Bool) {
        guard isSynchronised() else {
            asksAfter = reading.boottime + Self.askingInterval
            return
        }
        let before = max(reading.boottime + record.trustedOffset, record.setBackFrom ?? .min)
        record = TrustedTimeRecord(
            trusted: reading.wall,
            reading: reading,
            isSettled: true,
            setBackFrom: before
        )
    }
}

/// Where trusted time had come to before a boot, as far as was stored.
private struct LastKnown {
    /// The latest trusted time known.
    let trusted: Int
    /// What the wall clock said then, in milliseconds since 1970.
    let wall: Int
    /// See ``TrustedTimeRecord/setBackFrom``.
    let setBackFrom: Int?

    /// What record and last row tell together; nil: nothing.
    init?(record: TrustedTimeRecord?, lastStored: Int?) {
        let row = lastStored.flatMap { TrustedTimeRecord.plausible.contains($0) ? $0 : nil }
        guard let record, record.isPlausible else {
            guard let row else { return nil }
            (trusted, wall, setBackFrom) = (row, row, nil)
            return
        }
        // A row that may be older than the last correction backward says nothing.
        let counts = row.map { $0 > record.setBackFrom ?? .min } ?? false
        trusted = max(record.recordedAt, counts ? row ?? .min : .min)
        wall = trusted - record.trustedOffset + record.wallOffset
        setBackFrom = record.setBackFrom
    }

    /// Trusted time after an absence that only an unsynchronised wall clock measured.
    func continued(at wallNow: Int) -> Int {
        trusted + min(max(0, wallNow - wall), TrustedTime.longestAbsence)
    }
}
