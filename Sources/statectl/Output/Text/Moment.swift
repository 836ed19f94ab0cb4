// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A time as shown to the user, relative to the present or as local time.
struct Moment {
    let time: Timestamp
    let context: TimeContext

    /// The time relative to the present, such as `5 min ago`, `in 3 h` or `just now`.
    var ago: String {
        let (distance, overflow) = context.now.rawValue.subtractingReportingOverflow(
            time.rawValue
        )
        guard !overflow else { return "at some time" }
        let seconds = Int(distance.magnitude / 1000)
        if seconds < 1 { return "just now" }
        let rough = TimeSpan(seconds: seconds).rough
        return distance > 0 ? "\(rough) ago" : "in \(rough)"
    }

    var dateAndTime: String {
        "\(civil.date) \(civil.hourAndMinute)"
    }

    var dateAndSeconds: String {
        "\(civil.date) \(civil.time)"
    }

    /// The time of day, such as `08:40:12`; if it is not today, the date instead.
    var timeOrDate: String {
        isToday ? civil.time : civil.date
    }

    /// The time of day, such as `08:40`; if it is not today, with the date.
    var hourOrDate: String {
        isToday ? civil.hourAndMinute : dateAndTime
    }

    /// The time of day, such as `08:40:12`; if it is not today, with the date.
    var timeOrFullDate: String {
        isToday ? civil.time : dateAndSeconds
    }

    private var isToday: Bool {
        civil.date == CivilTime(seconds: context.zone.local(context.now.rawValue / 1000)).date
    }

    private var civil: CivilTime {
        CivilTime(seconds: context.zone.local(time.rawValue / 1000))
    }
}
