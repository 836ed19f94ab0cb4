import Glibc

/// From when and where a person looks at points in time.
struct Viewpoint: Sendable {
    /// The time of looking, in milliseconds since 1970.
    let now: Int
    /// What the clocks there show.
    let zone: LocalZone

    /// Now and here.
    static var current: Viewpoint {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Viewpoint(now: time.tv_sec * 1000 + time.tv_nsec / 1_000_000, zone: .current)
    }

    /// A point in time, in milliseconds since 1970, as seen from here.
    func moment(_ milliseconds: Int) -> Moment {
        Moment(milliseconds: milliseconds, from: self)
    }
}

/// What the clocks on the wall show here.
struct LocalZone: Sendable {
    private let offset: @Sendable (Int) -> Int

    /// A zone that is so many seconds east of Greenwich at a time in seconds since 1970.
    init(offset: @escaping @Sendable (Int) -> Int) {
        self.offset = offset
    }

    /// The zone of this process: `TZ`, else the machine's.
    static let current = LocalZone { seconds in
        var time = time_t(seconds)
        var local = tm()
        return localtime_r(&time, &local) == nil ? 0 : local.tm_gmtoff
    }

    /// Greenwich.
    static let utc = LocalZone { _ in 0 }

    /// What the clocks here show at `seconds` since 1970, counted the same way.
    func local(_ seconds: Int) -> Int {
        let (sum, overflow) = seconds.addingReportingOverflow(offset(seconds))
        return overflow ? seconds : sum
    }
}
