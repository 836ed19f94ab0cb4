// SPDX-License-Identifier: Apache-2.0
import StateBridge
import StateModel

/// A player in words.
struct PlayerReport {
    let player: Player
    /// The title of the player's item; `nil` if unknown.
    var title: String?
    /// The resume point of the player's item; `nil` if there is none, or if it was not requested.
    var point: PointReport?

    /// The activity of a player, according to its latest snapshot or its queue.
    enum Doing: String {
        case playing
        /// The player has an item, which is not playing.
        case paused
        /// The player could not play its item.
        case failed
        /// The player has no item.
        case idle
    }

    /// The player's activity.
    var doing: Doing {
        guard player.item != nil else { return .idle }
        if player.playing { return .playing }
        return point?.point.status == .failed ? .failed : .paused
    }

    /// The player's name, followed by its display name if that differs.
    var fullName: String {
        let name = player.player.visible
        guard let label = player.label?.visible, label.lowercased() != name.lowercased()
        else { return name }
        return "\(name) (\(label))"
    }

    /// The player's display name, or its name if there is none.
    var friendlyName: String { (player.label ?? player.player).visible }

    /// The player's item, or the reason why the player is not followed.
    var whatItPlays: String {
        guard let obstacle = player.obstacle else { return itemName }
        let reason = obstacle.sentence()
        return itemName.isEmpty ? reason : "\(itemName) (\(reason))"
    }

    /// The name of the player's item; empty if it has none.
    var itemName: String {
        player.item.map { ItemName.of($0, title: title) } ?? ""
    }

    /// The number of surfaces: `2 surfaces in the foreground`, `1 surface in the background`, or
    /// `no surface`.
    var surfaces: String {
        guard player.surfaces > 0 else { return "no surface" }
        let count = HealthReport.count(player.surfaces, "surface")
        return "\(count) \(player.phase == .foreground ? "in the foreground" : "in the background")"
    }

    /// The number of queued items, `3 queued`; `nil` if there are none.
    var queued: String? {
        player.queue.isEmpty ? nil : "\(player.queue.count) queued"
    }
}
