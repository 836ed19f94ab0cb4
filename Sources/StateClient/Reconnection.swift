// SPDX-License-Identifier: Apache-2.0

/// The delay before a lost connection is tried again.
///
/// It has full jitter: the delay is drawn evenly between zero and a ceiling that doubles with each
/// failure, so many programs do not come back at the same moment.
package struct Reconnection: Equatable, Sendable {
    /// The ceiling after the first failure.
    package static let first = Duration.milliseconds(100)
    /// The highest ceiling.
    package static let longest = Duration.seconds(5)

    private var ceiling = Reconnection.first

    /// Creates the state before any failure.
    package init() {}

    /// Returns the delay after an attempt failed, or after the connection ended.
    ///
    /// - Parameter share: A random number from 0 to 1.
    /// - Returns: The time to wait now.
    package mutating func failed(share: Double) -> Duration {
        let wait = ceiling * share
        ceiling = min(ceiling * 2, Self.longest)
        return wait
    }

    /// Resets the ceiling because something arrived: the next failure counts as the first again.
    package mutating func succeeded() {
        ceiling = Self.first
    }
}
