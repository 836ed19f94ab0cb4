// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateModel
import SystemSupport

/// The present time, and the time zone in which times are shown.
struct TimeContext: Sendable {
    let now: Timestamp
    let zone: LocalZone

    static var current: TimeContext {
        TimeContext(now: Timestamp(milliseconds(of: CLOCK_REALTIME)), zone: .current)
    }

    /// Returns a time in the form shown to the user.
    func moment(_ time: Timestamp) -> Moment {
        Moment(time, from: self)
    }
}

/// A time zone, represented by its offset at each time.
struct LocalZone: Sendable {
    private let offset: @Sendable (Int) -> Int

    /// Creates a zone.
    ///
    /// - Parameter offset: Returns the offset east of Greenwich, in seconds, at a time in seconds
    ///   since 1970.
    init(offset: @escaping @Sendable (Int) -> Int) {
        self.offset = offset
    }

    /// The time zone of this process: that of `TZ`, or the machine's.
    static let current = LocalZone { seconds in
        var time = time_t(seconds)
        var local = tm()
        return localtime_r(&time, &local) == nil ? 0 : local.tm_gmtoff
    }

    /// Converts a time in seconds since 1970 to local time, in the same form as if it were UTC.
    func local(_ seconds: Int) -> Int {
        let (sum, overflow) = seconds.addingReportingOverflow(offset(seconds))
        return overflow ? seconds : sum
    }

    /// Converts local time to seconds since 1970; the inverse of ``local(_:)``.
    func global(_ local: Int) -> Int {
        // The offset at the estimate is correct, except within hours of a change of the offset.
        local - offset(local - offset(local))
    }
}
