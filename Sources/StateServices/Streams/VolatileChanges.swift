// SPDX-License-Identifier: Apache-2.0

/// The changes that are not stored in a row: surfaces and phases of players, and the storage alert.
///
/// The changes are numbered, so that a subscriber that has caught up with the log receives those it
/// has missed.
final class VolatileChanges {
    /// The number of remembered players above which those that have neither state nor a surface are
    /// forgotten.
    private static let maximumPlayers = 16_384

    private(set) var last = 0
    /// The number of the last change of the storage alert; 0 if there was none.
    private(set) var alert = 0
    /// The number of the last change of each player.
    private var players: [String: Int] = [:]

    /// Records a change of a player.
    ///
    /// `isKnown` returns true for the players that must not be forgotten.
    func note(player: String, _ isKnown: (String) -> Bool) {
        last += 1
        players[player] = last
        if players.count > Self.maximumPlayers { players = players.filter { isKnown($0.key) } }
    }

    func noteAlert() {
        last += 1
        alert = last
    }

    /// Returns the players that have changed since the change with the given number, ordered by
    /// name.
    func players(after number: Int) -> [String] {
        players.filter { $0.value > number }.keys.sorted()
    }
}
