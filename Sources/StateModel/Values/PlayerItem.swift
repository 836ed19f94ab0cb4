// SPDX-License-Identifier: Apache-2.0

/// A player and one of its items, as lookup keys that are computed once for each snapshot.
package struct PlayerItem: Sendable {
    package let player: ExactString
    package var item: ExactString

    package init(player: String, item: String) {
        self.player = ExactString(player)
        self.item = ExactString(item)
    }

    /// A number that two pairs share only by coincidence.
    var digest: Int { item.digest &* 31 ^ player.digest }
}

extension Snapshot {
    package var names: PlayerItem { PlayerItem(player: player, item: item) }
}
