// SPDX-License-Identifier: Apache-2.0

/// A player and one of its items, as lookup keys that are computed once for each snapshot.
package struct PlayerItem: Hashable, Sendable {
    package let player: ExactString
    package let item: ExactString

    package init(player: String, item: String) {
        self.player = ExactString(player)
        self.item = ExactString(item)
    }
}

extension Snapshot {
    package var names: PlayerItem { PlayerItem(player: player, item: item) }
}
