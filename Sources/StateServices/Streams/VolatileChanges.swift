// SPDX-License-Identifier: Apache-2.0

/// The changes that have no row: the surfaces and phases of players, and the alert that the store
/// takes no writes.
///
/// They are numbered, so that a subscriber that has caught up receives those that it missed.
final class VolatileChanges {
    /// The number of players whose last change is remembered.
    ///
    /// Beyond it, players with neither state nor a surface are forgotten.
    private static let mostPlayers = 16_384

    /// The number of the last change.
    private(set) var last = 0
    /// The number of the alert's last change; 0 if there was none.
    private(set) var alert = 0
    /// The number of each player's last change.
    private var players: [String: Int] = [:]

    /// Notes a change of a player; `isKnown` returns true for players that are not forgotten.
    func note(player: String, _ isKnown: (String) -> Bool) {
        last += 1
        players[player] = last
        if players.count > Self.mostPlayers { players = players.filter { isKnown($0.key) } }
    }

    /// Notes a change of the alert.
    func noteAlert() {
        last += 1
        alert = last
    }

    /// Returns the players that changed after the change with the given number, in order.
    func players(after number: Int) -> [String] {
        players.filter { $0.value > number }.keys.sorted()
    }
}
