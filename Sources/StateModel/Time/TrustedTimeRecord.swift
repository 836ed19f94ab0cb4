// SPDX-License-Identifier: Apache-2.0

/// The part of trusted time that is stored across restarts.
package struct TrustedTimeRecord: Equatable, Sendable {
    /// The boot to which the offsets belong.
    package var bootID: String
    /// Trusted time minus CLOCK_BOOTTIME, in milliseconds.
    package var trustedOffset: Int
    /// The wall clock minus CLOCK_BOOTTIME, in milliseconds, as last accepted.
    package var wallOffset: Int
    /// The trusted time of this record, in milliseconds since 1970.
    package var recordedAt: Timestamp
    /// True if trusted time came from a synchronised clock that has not been stepped since.
    package var isSettled: Bool
    /// The highest trusted time before a backward correction, if it is still in the future.
    ///
    /// Rows up to that time may be older than the correction, so their times are no evidence of how
    /// far trusted time has advanced.
    package var setBackFrom: Timestamp?
    /// The time off, in milliseconds, that only an unsynchronised wall clock has measured.
    package var unconfirmed: Int

    /// Creates a record from its members.
    package init(
        bootID: String,
        trustedOffset: Int,
        wallOffset: Int,
        recordedAt: Timestamp,
        isSettled: Bool,
        setBackFrom: Timestamp?,
        unconfirmed: Int = 0
    ) {
        self.bootID = bootID
        self.trustedOffset = trustedOffset
        self.wallOffset = wallOffset
        self.recordedAt = recordedAt
        self.isSettled = isSettled
        self.setBackFrom = setBackFrom
        self.unconfirmed = unconfirmed
    }

    /// Creates the record of the moment at which trusted time is `trusted`.
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

    /// True if all times of the record lie within `Timestamp.range`.
    ///
    /// A damaged store must not cause an overflow in the daemon.
    var isPlausible: Bool {
        [
            Timestamp(trustedOffset), Timestamp(wallOffset), recordedAt, setBackFrom ?? .epoch,
            Timestamp(unconfirmed),
        ].allSatisfy(Timestamp.range.contains) && unconfirmed >= 0
    }
}
