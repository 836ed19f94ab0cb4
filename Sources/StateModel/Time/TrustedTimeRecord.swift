// SPDX-License-Identifier: Apache-2.0

/// The part of the trusted time's state that is stored across restarts.
package struct TrustedTimeRecord: Equatable, Sendable {
    package var bootID: String
    /// Trusted time minus CLOCK_BOOTTIME, in milliseconds.
    package var trustedOffset: Int
    /// The wall clock minus CLOCK_BOOTTIME, in milliseconds, when trusted time started, the wall
    /// clock was last accepted, or a step was last detected.
    package var wallOffset: Int
    /// The trusted time at which the record was made or last renewed, in milliseconds since 1970.
    package var recordedAt: Timestamp
    /// True if trusted time is from a synchronised clock that was not stepped afterwards.
    package var isSettled: Bool
    /// The highest trusted time before a backward correction; `nil` unless it was in the future
    /// when the record was made.
    ///
    /// Rows with times up to this one may have been written before the correction. Their times do
    /// not show how far trusted time has advanced.
    package var setBackFrom: Timestamp?
    /// The part of the time off that only an unsynchronised wall clock measured, in milliseconds.
    package var unconfirmed = 0
    /// The time on CLOCK_BOOTTIME, in milliseconds, at which trusted time started in this boot;
    /// `nil` once a synchronised clock has been accepted.
    package var startedAt: Int?
}

extension TrustedTimeRecord {
    /// The earliest ``startedAt``; the text has 0 and 1 for records without it.
    static let earliestStart = 2

    init(
        trusted: Timestamp,
        reading: ClockReading,
        isSettled: Bool,
        setBackFrom: Timestamp?,
        unconfirmed: Int = 0
    ) {
        self.init(
            bootID: reading.bootID,
            trustedOffset: trusted.rawValue - reading.boottime,
            wallOffset: reading.wall.rawValue - reading.boottime,
            recordedAt: trusted,
            isSettled: isSettled,
            setBackFrom: setBackFrom.flatMap { $0 > trusted ? $0 : nil },
            unconfirmed: unconfirmed
        )
    }

    /// True if all times in the record are within `Timestamp.range`; others could cause an
    /// overflow.
    var isPlausible: Bool {
        [
            Timestamp(trustedOffset), Timestamp(wallOffset), recordedAt, setBackFrom ?? .epoch,
            Timestamp(unconfirmed), Timestamp(startedAt ?? 0),
        ].allSatisfy(Timestamp.range.contains) && unconfirmed >= 0
    }
}
