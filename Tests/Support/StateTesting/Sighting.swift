// SPDX-License-Identifier: Apache-2.0

/// The position of a player that plays; it has moved on by the time a test uses it.
package struct Sighting: Sendable {
    /// The position, in seconds.
    package let place: Double
    private let at = ContinuousClock.now

    /// Creates a sighting of a player that is at the position now.
    package init(_ place: Double) {
        self.place = place
    }

    /// Returns true if the player may have been at the position, within a second, at some time
    /// since.
    package func allows(_ reported: Double) -> Bool {
        let since = (ContinuousClock.now - at) / .seconds(1)
        return reported > place - 1 && reported < place + since + 1
    }
}
