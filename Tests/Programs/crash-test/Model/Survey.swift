// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The daemon's answers about all its items while no writer is active.
package struct Survey: Sendable {
    /// A resume point as it was found.
    package struct Point: Sendable, Equatable {
        /// The place of the item.
        package var place: Place
        /// The time of the observation, in milliseconds since 1970.
        package var at: Int
        /// The time of the expiry, in milliseconds since 1970.
        package var expiresAt: Int

        /// Creates a point from its members.
        package init(place: Place, at: Int, expiresAt: Int) {
            self.place = place
            self.at = at
            self.expiresAt = expiresAt
        }
    }

    /// The older values of an item as they were found.
    package struct History: Sendable, Equatable {
        /// The values that were resume points, newest first.
        package var past: [ExpectedItemState.Past]
        /// The numbers of the quarantined observations.
        package var quarantined: Set<Int>

        /// Creates a history from its members.
        package init(past: [ExpectedItemState.Past] = [], quarantined: Set<Int> = []) {
            self.past = past
            self.quarantined = quarantined
        }

        /// True if the history may have been truncated at the daemon's limit.
        var isFull: Bool { past.count + quarantined.count >= ExpectedItemState.historyLimit }

        /// Returns false if an expected number is missing that is higher than all others: a daemon
        /// only drops the oldest values.
        func hasNewest(of expected: Set<Int>) -> Bool {
            guard let missing = expected.subtracting(quarantined).max() else { return true }
            return past.contains { $0.place.serial > missing }
                || quarantined.contains { $0 > missing }
        }
    }

    /// The time at which the survey began, in milliseconds since 1970.
    package var began: Int
    /// The time at which the survey ended, in milliseconds since 1970.
    package var ended: Int
    /// The resume points of all items.
    package var points: [String: Point] = [:]
    /// The players, by name.
    package var players: [String: Player] = [:]
    /// The histories that were read.
    package var histories: [String: History] = [:]

    /// Creates an empty survey that begins at `began`.
    package init(began: Int) {
        self.began = began
        ended = began
    }

    /// Returns the difference of an item from its expected state, or `nil` if there is none.
    func difference(of item: String, from state: ExpectedItemState) -> String? {
        let found = points[item]?.place
        guard found == state.live else {
            return "it is \(Self.text(found)), not \(Self.text(state.live))"
        }
        guard let history = histories[item] else { return nil }
        let isSame =
            history.isFull
            ? state.past.starts(with: history.past)
                && history.quarantined.isSubset(of: state.quarantined)
                && history.hasNewest(of: state.quarantined)
            : history.past == state.past && history.quarantined == state.quarantined
        return isSame ? nil : "its history is \(history), not \(state.past) \(state.quarantined)"
    }

    private static func text(_ place: Place?) -> String {
        place.map { "\($0)" } ?? "nowhere"
    }
}

extension Survey.History: CustomStringConvertible {
    /// The values and the quarantined numbers, for people.
    package var description: String { "\(past) \(quarantined)" }
}

extension ExpectedItemState.Past: CustomStringConvertible {
    /// The place and its ending, for people.
    package var description: String { "\(place) \(ending)" }
}
