import NIOCore

/// Lets one thing a second be said, so that a flood of faults is not a flood of log lines.
struct Throttle {
    private static let pause = TimeAmount.seconds(1)

    private var last: NIODeadline?
    private var unsaid = 0

    /// How many things were left unsaid since the last one that was said; nil: do not say this one.
    mutating func admit(now: NIODeadline) -> Int? {
        if let last, now - last < Self.pause {
            unsaid += 1
            return nil
        }
        last = now
        defer { unsaid = 0 }
        return unsaid
    }
}
