// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateModel
import SystemSupport

struct TimeContext: Sendable {
    let now: Timestamp
    let zone: LocalZone

    static var current: TimeContext {
        TimeContext(now: Timestamp(milliseconds(of: CLOCK_REALTIME)), zone: .current)
    }

    func moment(_ time: Timestamp) -> Moment {
        Moment(time, from: self)
    }
}

struct LocalZone: Sendable {
    /// Returns the offset from UTC in seconds, positive in the east, for a time in seconds since
    /// 1970.
    let offset: @Sendable (Int) -> Int

    /// The time zone of this process: that of the variable `TZ`, or the machine's.
    static let current = LocalZone { seconds in
        var time = time_t(seconds)
        var local = tm()
        return localtime_r(&time, &local) == nil ? 0 : local.tm_gmtoff
    }

    func local(_ seconds: Int) -> Int {
        let (sum, overflow) = seconds.addingReportingOverflow(offset(seconds))
        return overflow ? seconds : sum
    }

    /// The inverse of ``local(_:)``.
    func global(_ local: Int) -> Int {
        // This is exact, except within hours of a change of the offset.
        local - offset(local - offset(local))
    }
}
