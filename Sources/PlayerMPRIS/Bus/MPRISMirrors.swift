// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The players on the bus that only mirror another player.
///
/// For example, a browser and its desktop integration both represent the same page, and a music
/// server and its client the same song.
package struct MPRISMirrors: Sendable {
    package struct Sighting: Equatable, Sendable {
        package let item: String
        package let position: Double
        package let isRunning: Bool

        fileprivate func isAt(_ other: Sighting?) -> Bool {
            guard let other else { return false }
            return ExactString(item) == ExactString(other.item) && isRunning == other.isRunning
                && abs(position - other.position) <= MPRISMirrors.nearness
        }
    }

    private struct Mirror: Equatable {
        let original: String
        /// The time since which the mirror has differed from its original, in milliseconds; `nil`
        /// if they agree.
        var apartSince: Int?
    }

    /// The maximum distance between positions that count as equal, in seconds.
    private static let nearness = 2.0
    /// The time for which a mirror may differ from its original, in milliseconds.
    ///
    /// After a seek, one of the two reports the new position before the other.
    private static let lagMilliseconds = 3_000

    private var mirrors: [String: Mirror] = [:]

    package init() {}

    /// Returns the bus names of the mirrors: the players that are in the same state, and at the
    /// same position in the same item, as a player that arrived earlier.
    ///
    /// `players` is in the order of arrival; a sighting is `nil` while it is unreliable.
    package mutating func among(
        _ players: [(owner: String, sighting: Sighting?)],
        now: Int
    ) -> Set<String> {
        var known: [String: Mirror] = [:]
        for (index, player) in players.enumerated() {
            if let mirror = mirrors[player.owner] {
                known[player.owner] = updated(mirror, player.sighting, players, now: now)
            } else if let sighting = player.sighting {
                let original = players[..<index].first {
                    known[$0.owner] == nil && sighting.isAt($0.sighting)
                }
                known[player.owner] = original.map { Mirror(original: $0.owner) }
            }
        }
        mirrors = known
        return Set(known.keys)
    }

    /// Returns the updated state of a mirror; `nil` if the player is no longer a mirror.
    private func updated(
        _ mirror: Mirror,
        _ sighting: Sighting?,
        _ players: [(owner: String, sighting: Sighting?)],
        now: Int
    ) -> Mirror? {
        guard let original = players.first(where: { $0.owner == mirror.original }) else {
            return nil
        }
        if sighting?.isAt(original.sighting) == true {
            return Mirror(original: mirror.original)
        }
        let since = mirror.apartSince ?? now
        guard now - since < Self.lagMilliseconds else { return nil }
        return Mirror(original: mirror.original, apartSince: since)
    }
}
