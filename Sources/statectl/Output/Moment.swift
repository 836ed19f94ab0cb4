/// A point in time as a person takes it in: how long ago, and at what time here.
struct Moment {
    private let milliseconds: Int
    private let view: Viewpoint

    /// A point in time, in milliseconds since 1970, as seen from there.
    init(milliseconds: Int, from view: Viewpoint) {
        self.milliseconds = milliseconds
        self.view = view
    }

    /// `5 min ago`, `in 3 h`, `just now`.
    var ago: String {
        let (distance, overflow) = view.now.subtractingReportingOverflow(milliseconds)
        guard !overflow else { return "at some time" }
        let seconds = Int(distance.magnitude / 1000)
        if seconds < 1 { return "just now" }
        let rough = TimeSpan(seconds: seconds).rough
        return distance > 0 ? "\(rough) ago" : "in \(rough)"
    }

    /// `2026-11-21 08:40`, here.
    var dateAndTime: String {
        "\(civil.date) \(civil.hourAndMinute)"
    }

    /// `2026-11-21 08:40:12`, here.
    var dateAndSeconds: String {
        "\(civil.date) \(civil.time)"
    }

    /// `08:40:12`, or the date on another day, here.
    var timeOrDate: String {
        let today = CivilTime(seconds: view.zone.local(view.now / 1000))
        return civil.date == today.date ? civil.time : civil.date
    }

    private var civil: CivilTime {
        CivilTime(seconds: view.zone.local(milliseconds / 1000))
    }
}
