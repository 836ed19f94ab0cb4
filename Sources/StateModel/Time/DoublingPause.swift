// SPDX-License-Identifier: Apache-2.0

/// The pause before the next attempt, which doubles with each failure.
package struct DoublingPause: Equatable, Sendable {
    private let shortest: Int
    private let longest: Int
    private var current: Int

    /// Creates the pauses from a shortest to a longest one, in milliseconds.
    package init(milliseconds shortest: Int, longest: Int) {
        (self.shortest, self.longest, current) = (shortest, longest, shortest)
    }

    /// The pauses before a program connects to the daemon again.
    package static var reconnection: Self { Self(milliseconds: 100, longest: 5_000) }

    /// Returns the next pause in milliseconds, or a share of it.
    ///
    /// With a random share from 0 to 1, many programs do not come back at the same moment.
    package mutating func next(share: Double = 1) -> Int {
        defer { current = min(2 * current, longest) }
        return Int(Double(current) * share)
    }

    /// Begins with the shortest pause again, after a success.
    package mutating func restart() { current = shortest }
}
