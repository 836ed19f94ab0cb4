// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The pace at which interrupted points are written, chosen so that no caller notices.
///
/// Reads are correct without these rows, so there is no hurry, and calls come first.
struct RestorePace: Equatable {
    /// The number of points that a start examines before the first call: nearly always all of them.
    static let atStart = 1_000
    /// The number of points per slice while there are no calls; a call that arrives waits for one
    /// slice.
    static let idleSlice = 64
    /// The interval between slices while there are no calls, in milliseconds.
    static let idleIntervalMilliseconds = 4
    /// The number of points per slice between calls.
    static let busySlice = 32
    /// The interval between slices between calls, in milliseconds.
    static let busyIntervalMilliseconds = 20
    /// The time after a call during which further calls are expected, in milliseconds.
    static let gracePeriodMilliseconds = 10

    private var calledAt: Timestamp?
    private var writtenAt: Timestamp?

    /// Notes a call.
    mutating func called(at now: Timestamp) {
        calledAt = now
    }

    /// Returns the number of points to examine now; `nil` if the next slice is not due.
    mutating func slice(at now: Timestamp) -> Int? {
        let isBusy = Self.end(of: Self.gracePeriodMilliseconds, after: calledAt, now) != nil
        let interval = isBusy ? Self.busyIntervalMilliseconds : Self.idleIntervalMilliseconds
        guard Self.end(of: interval, after: writtenAt, now) == nil else { return nil }
        writtenAt = now
        return isBusy ? Self.busySlice : Self.idleSlice
    }

    /// Returns the time when the next slice is due, if there are no calls meanwhile.
    func next(after now: Timestamp) -> Timestamp {
        max(
            Self.end(of: Self.gracePeriodMilliseconds, after: calledAt, now) ?? now,
            Self.end(of: Self.idleIntervalMilliseconds, after: writtenAt, now) ?? now
        )
    }

    /// Returns the end of a span of time that contains `now`; `nil` if it does not contain `now`.
    private static func end(of span: Int, after start: Timestamp?, _ now: Timestamp) -> Timestamp? {
        // A clock that was set back must not delay the work.
        guard let start, start <= now, now < start + span else { return nil }
        return start + span
    }
}
