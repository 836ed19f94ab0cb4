// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// Watches the reason why a player is not followed, until it lasts and the daemon knows it.
package struct ObstacleWatch: Sendable {
    /// The time for which a reason has to last, in milliseconds: players report a track bit by bit.
    private static let settlingMilliseconds = 3_000

    /// The reason that has held for the settling time.
    package private(set) var settled: Obstacle?
    /// True if the daemon has the current reason.
    package var isDescribed = false
    private var candidate: Obstacle?
    private var since = 0
    private var reported: Set<Obstacle> = []
    private var label: String?

    /// Creates a watch for a new player.
    package init() {}

    /// The time at which a reason will have lasted, in milliseconds; `nil` if there is none.
    package var wakeAt: Int? {
        candidate == settled || candidate == nil ? nil : since + Self.settlingMilliseconds
    }

    /// Updates the present reason.
    ///
    /// - Parameters:
    ///   - obstacle: The reason.
    ///   - now: The time, in milliseconds.
    /// - Returns: A reason to report to the user; `nil` if there is none.
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

    /// Returns true if the reason or the name must be sent to the daemon.
    package func needsTelling(_ label: String?) -> Bool {
        guard isDescribed, self.label == label else { return settled != nil || label != nil }
        return false
    }

    /// Records that the daemon has the reason and the name.
    package mutating func described(_ label: String?) {
        isDescribed = true
        self.label = label
    }
}
