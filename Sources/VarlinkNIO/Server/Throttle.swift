/// Lets one thing a second be said, so that a flood of faults is not a flood of log lines.
package struct Throttle {
    private static let pause = Duration.seconds(1)

    private var last: Duration?
    private var unsaid = 0

    /// Nothing has been said.
    package init() {}

    /// How many things were left unsaid since the last one that was said; nil: do not say this one.
    ///
    /// `now` counts from any one moment on.
    package mutating func admit(now: Duration) -> Int? {
        if let last, now - last < Self.pause {
            unsaid += 1
            return nil
        }
        last = now
        defer { unsaid = 0 }
        return unsaid
    }
}
