/// How much of what was interrupted is written down in a turn: as much as nobody notices.
///
/// What is read is right without it, so there is no hurry, and those who call come first.
struct RestorePace: Equatable {
    /// How many points a start looks at before anybody is served: nearly always all there are.
    static let atStart = 1_000
    /// How many at a time while nobody calls: whoever comes meanwhile waits for that long.
    static let idleSlice = 64
    /// How often that is, in milliseconds.
    static let idleInterval = 4
    /// How many at a time between calls.
    static let busySlice = 32
    /// How often that is, in milliseconds.
    static let busyInterval = 20
    /// For how long after a call others are expected, in milliseconds.
    static let patience = 10

    private var calledAt: Int?
    private var writtenAt: Int?

    /// Somebody called.
    mutating func called(at now: Int) {
        calledAt = now
    }

    /// How many points to look at now; nil: none yet.
    mutating func slice(at now: Int) -> Int? {
        let isBusy = Self.end(of: Self.patience, after: calledAt, now) != nil
        let interval = isBusy ? Self.busyInterval : Self.idleInterval
        guard Self.end(of: interval, after: writtenAt, now) == nil else { return nil }
        writtenAt = now
        return isBusy ? Self.busySlice : Self.idleSlice
    }

    /// When the next slice is due if nobody calls meanwhile.
    func next(after now: Int) -> Int {
        max(
            Self.end(of: Self.patience, after: calledAt, now) ?? now,
            Self.end(of: Self.idleInterval, after: writtenAt, now) ?? now
        )
    }

    /// When a span of time ends that `now` lies within; nil: it does not.
    private static func end(of span: Int, after start: Int?, _ now: Int) -> Int? {
        // A clock that was put back must not hold anything up.
        guard let start, start <= now, now < start + span else { return nil }
        return start + span
    }
}
