/// The pace of calls that keep everybody else waiting, because one call is carried out as a whole.
///
/// A batch as long as a message may be takes tens of milliseconds. Where somebody else calls as well,
/// the next long call begins once so much time has passed that the long ones had no more than a
/// hundredth of it: of a hundred short calls one at most meets one. A process that is alone waits for
/// nothing. Times are in nanoseconds, of any clock that does not stop.
package struct LongCallPace: Sendable {
    /// The expected time from which on a call is a long one.
    package static let long = 5_000_000
    /// The time between two long calls, as a multiple of the time that the first one took.
    package static let share = 100
    /// The time for which a process that called counts as one that calls.
    package static let presence = 1_000_000_000

    /// A process, and when it called last.
    private struct Caller: Sendable {
        var process: Int32
        var at: Int
    }

    private var latest: Caller?
    /// The last one that called before ``latest`` and is another.
    private var other: Caller?
    private var due: Int?

    /// A pace that has seen no calls.
    package init() {}

    /// Notes that a call of a process was carried out.
    ///
    /// - Parameters:
    ///   - cost: The time that it was expected to take.
    ///   - time: The time that it took.
    ///   - process: The process at the other end.
    ///   - now: The time at its end.
    package mutating func served(
        _ cost: Int,
        taking time: Int,
        by process: Int32,
        now: Int
    ) {
        if latest?.process != process { other = latest }
        latest = Caller(process: process, at: now)
        // Part of the work may come in a later turn.
        if cost >= Self.long { due = now + Self.share * max(cost, time) }
    }

    /// Returns the time from which on a call may be carried out.
    ///
    /// - Parameters:
    ///   - cost: The time that it is expected to take.
    ///   - process: The process at the other end.
    ///   - now: The time.
    /// - Returns: The time; `nil` for at once.
    package func due(_ cost: Int, of process: Int32, now: Int) -> Int? {
        guard cost >= Self.long, let due, now < due else { return nil }
        let caller = latest?.process == process ? other : latest
        guard let caller, now - caller.at < Self.presence else { return nil }
        return due
    }
}
