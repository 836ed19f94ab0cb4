// SPDX-License-Identifier: Apache-2.0

/// A rate limit of one log line per second, so that a flood of faults does not flood the log.
struct Throttle {
    private static let pause = Duration.seconds(1)

    private var last: Duration?
    private var unsaid = 0

    /// Returns the number of lines suppressed since the last one, or `nil` to suppress this one.
    ///
    /// `now` counts from any fixed point in time.
    mutating func admit(now: Duration) -> Int? {
        if let last, now - last < Self.pause {
            unsaid += 1
            return nil
        }
        last = now
        defer { unsaid = 0 }
        return unsaid
    }
}
