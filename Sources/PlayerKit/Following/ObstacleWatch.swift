// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The reason why a player cannot be followed, and the times at which to report it.
///
/// A reason is reported after it has lasted for three seconds: once to the user, and to the daemon
/// after each connection.
package struct ObstacleWatch: Sendable {
    /// The time for which an obstacle must last before it is reported, in milliseconds.
    ///
    /// Players send the data of a track bit by bit, so an obstacle may vanish.
    private static let settlingMilliseconds = 3_000

    /// The obstacle that has lasted long enough; `nil` if there is none.
    package private(set) var settled: Obstacle?
    /// True if the connected daemon knows the current obstacle.
    package var isDescribed = false
    private var candidate: Obstacle?
    private var since = 0
    private var reported: Set<Obstacle> = []
    private var label: String?

    package init() {}

    /// The time at which the obstacle will have lasted long enough, in milliseconds; `nil` if there
    /// is nothing to wait for.
    package var wakeAt: Int? {
        candidate == settled || candidate == nil ? nil : since + Self.settlingMilliseconds
    }

    /// Updates the obstacle; returns it if it must be reported to the user now.
    package mutating func note(_ obstacle: Obstacle?, now: Int) -> Obstacle? {
        if obstacle != candidate {
            candidate = obstacle
            since = now
        }
        guard candidate != settled else { return nil }
        if candidate != nil, now - since < Self.settlingMilliseconds { return nil }
        settled = candidate
        isDescribed = false
        guard let settled, reported.insert(settled).inserted else { return nil }
        return settled
    }

    /// Returns true if the obstacle or the player's display name must be sent to the daemon.
    package func mustBeReported(_ label: String?) -> Bool {
        guard isDescribed, self.label == label else { return settled != nil || label != nil }
        return false
    }

    package mutating func described(_ label: String?) {
        isDescribed = true
        self.label = label
    }
}
