// SPDX-License-Identifier: Apache-2.0

/// The changes without a row: surfaces and phases of players, and the storage alert.
///
/// The changes are numbered, so that a subscriber receives those it missed after it has caught up.
final class VolatileChanges {
    /// The maximum number of remembered players.
    ///
    /// Beyond it, players with neither state nor a surface are forgotten.
    private static let mostPlayers = 16_384

    /// The number of the last change.
    private(set) var last = 0
    /// The number of the alert's last change; 0 if there was none.
    private(set) var alert = 0
    /// The number of each player's last change.
    private var players: [String: Int] = [:]

    /// Records a change of a player; `isKnown` returns true for players that must be remembered.
    func note(player: String, _ isKnown: (String) -> Bool) {
        last += 1
        players[player] = last
        if players.count > Self.mostPlayers { players = players.filter { isKnown($0.key) } }
    }

    /// Records a change of the storage alert.
    func noteAlert() {
        last += 1
        alert = last
    }

    /// Returns the players that changed after the change with the given number, in order.
    func players(after number: Int) -> [String] {
        players.filter { $0.value > number }.keys.sorted()
    }
}
