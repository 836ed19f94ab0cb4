// SPDX-License-Identifier: Apache-2.0

/// A point in time for people: its distance from now, and its local time.
struct Moment {
    private let milliseconds: Int
    private let context: TimeContext

    /// Creates a point in time, in milliseconds since 1970, in a time context.
    init(milliseconds: Int, from context: TimeContext) {
        self.milliseconds = milliseconds
        self.context = context
    }

    /// The distance from now: `5 min ago`, `in 3 h`, `just now`.
    var ago: String {
        let (distance, overflow) = context.now.subtractingReportingOverflow(milliseconds)
        guard !overflow else { return "at some time" }
        let seconds = Int(distance.magnitude / 1000)
        if seconds < 1 { return "just now" }
        let rough = TimeSpan(seconds: seconds).rough
        return distance > 0 ? "\(rough) ago" : "in \(rough)"
    }

    /// The local date and time: `2026-11-21 08:40`.
    var dateAndTime: String {
        "\(civil.date) \(civil.hourAndMinute)"
    }

    /// The local date and time with seconds: `2026-11-21 08:40:12`.
    var dateAndSeconds: String {
        "\(civil.date) \(civil.time)"
    }

    /// The local time, `08:40:12`, or the local date if it is not today.
    var timeOrDate: String {
        let today = CivilTime(seconds: context.zone.local(context.now / 1000))
        return civil.date == today.date ? civil.time : civil.date
    }

    private var civil: CivilTime {
        CivilTime(seconds: context.zone.local(milliseconds / 1000))
    }
}
