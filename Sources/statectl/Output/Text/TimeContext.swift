// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateModel
import SystemSupport

/// The current time, and the time zone in which times are shown.
struct TimeContext: Sendable {
    /// The current time.
    let now: Timestamp
    let zone: LocalZone

    /// The current time in the local zone.
    static var current: TimeContext {
        TimeContext(now: Timestamp(milliseconds(of: CLOCK_REALTIME)), zone: .current)
    }

    /// Returns a time as shown in this context.
    func moment(_ time: Timestamp) -> Moment {
        Moment(time, from: self)
    }
}

/// A time zone, given by its offset at each time.
struct LocalZone: Sendable {
    private let offset: @Sendable (Int) -> Int

    /// Creates a zone from a function that returns the offset east of Greenwich at a time, both in
    /// seconds; the time counts from 1970.
    init(offset: @escaping @Sendable (Int) -> Int) {
        self.offset = offset
    }

    /// The zone of this process: that of `TZ`, or the machine's.
    static let current = LocalZone { seconds in
        var time = time_t(seconds)
        var local = tm()
        return localtime_r(&time, &local) == nil ? 0 : local.tm_gmtoff
    }

    /// Returns the local time for a time in seconds since 1970, as if it were UTC.
    func local(_ seconds: Int) -> Int {
        let (sum, overflow) = seconds.addingReportingOverflow(offset(seconds))
        return overflow ? seconds : sum
    }

    /// Returns the seconds since 1970 for a local time.
    func global(_ local: Int) -> Int {
        // The offset at the first estimate is right, except within hours of a change of the offset.
        local - offset(local - offset(local))
    }
}
