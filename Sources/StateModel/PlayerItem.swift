/// A player and an item of its, as keys: made once for a snapshot, and looked for in several tables.
package struct PlayerItem: Hashable, Sendable {
    /// The player's name.
    package let player: Verbatim
    /// The item's name.
    package let item: Verbatim

    /// The player and the item of those names.
    package init(player: String, item: String) {
        self.player = Verbatim(player)
        self.item = Verbatim(item)
    }
}

extension Snapshot {
    /// Who speaks of what.
    package var names: PlayerItem { PlayerItem(player: player, item: item) }
}
