// SPDX-License-Identifier: Apache-2.0

/// A rate limit for calls so long that every other client waits, as a call is never interrupted.
///
/// A batch of the maximum message size takes tens of milliseconds. If other processes call as well,
/// the next long call begins only when long calls have taken at most a hundredth of the time: of a
/// hundred short calls, at most one meets a long one. A process that calls alone is not delayed.
/// Times are in nanoseconds, of any clock that does not stop.
package struct LongCallPace: Sendable {
    /// The expected time from which on a call counts as long.
    package static let long = 5_000_000
    /// The time between two long calls, as a multiple of the time that the first one took.
    package static let share = 100
    /// The time after its last call for which a process counts as calling.
    package static let presence = 1_000_000_000

    /// A process and the time of its last call.
    private struct Caller: Sendable {
        var process: Int32
        var at: Int
    }

    private var latest: Caller?
    /// The last caller before ``latest`` that is another process.
    private var other: Caller?
    private var due: Int?

    /// Creates a pace that has seen no calls.
    package init() {}

    /// Records that a call of a process was carried out.
    ///
    /// - Parameters:
    /// - cost: the expected time of the call.
    /// - time: the time that the call took.
    /// - process: the calling process.
    /// - now: the time at the end of the call.
    package mutating func served(
        _ cost: Int,
        taking time: Int,
        by process: Int32,
        now: Int
    ) {
        if latest?.process != process { other = latest }
        latest = Caller(process: process, at: now)
        // Part of the work may happen in a later turn.
        if cost >= Self.long { due = now + Self.share * max(cost, time) }
    }

    /// Returns the time from which on a call may be carried out.
    ///
    /// - Parameters:
    /// - cost: the expected time of the call.
    /// - process: the calling process.
    /// - now: the current time.
    /// - Returns: the time, or `nil` if the call may be carried out at once.
    package func due(_ cost: Int, of process: Int32, now: Int) -> Int? {
        guard cost >= Self.long, let due, now < due else { return nil }
        return isCalled(besides: process, now: now) ? due : nil
    }

    /// Returns true if another process than the given one calls as well.
    package func isCalled(besides process: Int32, now: Int) -> Bool {
        let caller = latest?.process == process ? other : latest
        return caller.map { now - $0.at < Self.presence } ?? false
    }
}
