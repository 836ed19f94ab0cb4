// SPDX-License-Identifier: Apache-2.0
internal import StateModel

extension Player {
    /// Creates a player of which only the name is known.
    init(named name: String) {
        self.init(
            player: name,
            item: nil,
            playing: false,
            phase: .background,
            surfaces: 0,
            queue: [],
            revision: .zero
        )
    }
}

/// The player directory: players as clients see them, with stored state and surfaces, and the open
/// alerts.
struct PlayerDirectory {
    /// Returns the players that have state or a surface, ordered by name: those after the given
    /// name, up to the given number.
    var players: (String, Int) -> [Player]
    /// Returns the player of that name.
    var player: (String) -> Player
    /// Returns true if a player has state or a surface, and is therefore among ``players``.
    var known: (String) -> Bool = { _ in false }
    /// Returns every open alert, by number.
    var alerts: () -> [Alert] = { [] }
    /// Returns the alert that has no row, which may be dismissed; `nil` if there is none.
    var volatileAlert: () -> Alert? = { nil }
}
