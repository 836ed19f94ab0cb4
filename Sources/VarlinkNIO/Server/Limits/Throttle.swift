// SPDX-License-Identifier: Apache-2.0

/// A rate limiter for log lines, so that a flood of faults does not flood the log.
package struct Throttle: Sendable {
    private let pause: Duration
    private var last: Duration?
    private var suppressed = 0

    /// Creates a limit of one line per `pause`.
    package init(pause: Duration = .seconds(1)) {
        self.pause = pause
    }

    /// Returns the number of lines suppressed since the last one; `nil` to suppress this one too.
    ///
    /// `now` counts from an arbitrary fixed point.
    package mutating func admit(now: Duration) -> Int? {
        if let last, now - last < pause {
            suppressed += 1
            return nil
        }
        last = now
        defer { suppressed = 0 }
        return suppressed
    }
}
