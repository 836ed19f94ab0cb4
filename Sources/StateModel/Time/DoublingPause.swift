// SPDX-License-Identifier: Apache-2.0

/// The delay before the next attempt, which doubles with each attempt up to a maximum.
package struct DoublingPause: Equatable, Sendable {
    private let shortest: Int
    private let longest: Int
    private var current: Int

    package init(milliseconds shortest: Int, longest: Int) {
        (self.shortest, self.longest, current) = (shortest, longest, shortest)
    }

    package static var reconnection: Self { Self(milliseconds: 100, longest: 5_000) }

    /// Returns the next delay multiplied by `share`, in milliseconds.
    ///
    /// A random share from 0 to 1 prevents many programs from reconnecting at the same time.
    package mutating func next(share: Double = 1) -> Int {
        defer { current = min(2 * current, longest) }
        return Int(Double(current) * share)
    }

    package mutating func restart() { current = shortest }
}
