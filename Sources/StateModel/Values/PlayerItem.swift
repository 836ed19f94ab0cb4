// SPDX-License-Identifier: Apache-2.0

/// A player and one of its items, as keys.
///
/// The keys are made once per snapshot and used in several tables.
package struct PlayerItem: Hashable, Sendable {
    /// The player's name.
    package let player: ExactString
    /// The item's name.
    package let item: ExactString

    /// Creates the keys of a player and an item.
    package init(player: String, item: String) {
        self.player = ExactString(player)
        self.item = ExactString(item)
    }
}

extension Snapshot {
    /// The keys of the snapshot's player and item.
    package var names: PlayerItem { PlayerItem(player: player, item: item) }
}
