// SPDX-License-Identifier: Apache-2.0

package struct Throttle: Sendable {
    private let pause: Duration
    private var last: Duration?
    private var suppressed = 0

    package init(pause: Duration = .seconds(1)) {
        self.pause = pause
    }

    /// Returns the number of lines suppressed since the last allowed line; `nil` to suppress this
    /// line too.
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
