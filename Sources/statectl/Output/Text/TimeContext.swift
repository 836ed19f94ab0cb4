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
        Moment(time: time, context: self)
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

    /// The inverse of ``local(_:)``: the first of two times that read the same, and for a time that a
    /// change of the offset skips, one as much after the change.
    func global(_ local: Int) -> Int {
        let times = [local - 86_400, local + 86_400].map { local - offset($0) }
        return times.first { self.local($0) == local } ?? times[0]
    }
}
