package import StateModel

/// Everything that the daemon answers about its items while nobody writes.
package struct Survey: Sendable {
    /// A resume point as it was found.
    package struct Point: Sendable, Equatable {
        /// Where the item stands.
        package var place: Place
        /// When that was observed, in milliseconds since 1970.
        package var at: Int
        /// When it expires, in milliseconds since 1970.
        package var expiresAt: Int

        /// A point with all its members.
        package init(place: Place, at: Int, expiresAt: Int) {
            self.place = place
            self.at = at
            self.expiresAt = expiresAt
        }
    }

    /// The older values of an item as they were found.
    package struct History: Sendable, Equatable {
        /// Those that once stood, newest first.
        package var past: [ItemState.Past]
        /// The numbers of those that were put aside.
        package var quarantined: Set<Int>

        /// A history with both its members.
        package init(past: [ItemState.Past] = [], quarantined: Set<Int> = []) {
            self.past = past
            self.quarantined = quarantined
        }

        /// Whether it may have been cut off at the daemon's limit.
        var isFull: Bool { past.count + quarantined.count >= ItemState.historyLimit }
    }

    /// When it began, in milliseconds since 1970.
    package var began: Int
    /// When it ended, in milliseconds since 1970.
    package var ended: Int
    /// The resume points of all items.
    package var points: [String: Point] = [:]
    /// The players, by name.
    package var players: [String: Player] = [:]
    /// The histories that were asked for.
    package var histories: [String: History] = [:]

    /// A survey that has found nothing yet and begins at `began`.
    package init(began: Int) {
        self.began = began
        ended = began
    }

    /// How what was found of an item differs from how it must be; nil: it does not.
    func difference(of item: String, from state: ItemState) -> String? {
        let found = points[item]?.place
        guard found == state.live else {
            return "it is \(Self.text(found)), not \(Self.text(state.live))"
        }
        guard let history = histories[item] else { return nil }
        let isSame =
            history.isFull
            ? state.past.starts(with: history.past)
                && history.quarantined.isSubset(of: state.quarantined)
            : history.past == state.past && history.quarantined == state.quarantined
        return isSame ? nil : "its history is \(history), not \(state.past) \(state.quarantined)"
    }

    private static func text(_ place: Place?) -> String {
        place.map { "\($0)" } ?? "nowhere"
    }
}

extension Survey.History: CustomStringConvertible {
    package var description: String { "\(past) \(quarantined)" }
}

extension ItemState.Past: CustomStringConvertible {
    package var description: String { "\(place) \(ending)" }
}
