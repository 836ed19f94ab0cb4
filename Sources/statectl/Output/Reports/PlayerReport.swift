// SPDX-License-Identifier: Apache-2.0
import StateBridge
import StateModel

/// A player as text.
struct PlayerReport {
    let player: Player
    /// The title of the player's item; `nil` if unknown.
    var title: String?
    /// The resume point of the player's item; `nil` if there is none, or if it was not requested.
    var point: PointReport?

    /// The activity of a player, according to its latest snapshot or to its queue.
    enum Doing: String {
        case playing
        /// The player has an item that is not playing.
        case paused
        /// The player could not play its item.
        case failed
        /// The player has no item.
        case idle
    }

    var doing: Doing {
        guard player.item != nil else { return .idle }
        if player.playing { return .playing }
        return point?.point.status == .failed ? .failed : .paused
    }

    /// The player's name, followed by its display name if the two differ.
    var fullName: String {
        let name = player.player.visible
        guard let label = player.label?.visible, label.lowercased() != name.lowercased()
        else { return name }
        return "\(name) (\(label))"
    }

    var friendlyName: String { (player.label ?? player.player).visible }

    /// The player's item, or the obstacle that prevents following the player.
    var whatItPlays: String {
        guard let obstacle = player.obstacle else { return itemName }
        let reason = obstacle.sentence()
        return itemName.isEmpty ? reason : "\(itemName) (\(reason))"
    }

    var itemName: String {
        player.item.map { ItemName.of($0, title: title) } ?? ""
    }

    /// The surfaces, such as `2 surfaces in the foreground`, `1 surface in the background` or
    /// `no surface`.
    var surfaces: String {
        guard player.surfaces > 0 else { return "no surface" }
        let count = HealthReport.count(player.surfaces, "surface")
        return "\(count) \(player.phase == .foreground ? "in the foreground" : "in the background")"
    }

    /// The number of queued items, such as `3 queued`; `nil` for an empty queue.
    var queued: String? {
        player.queue.isEmpty ? nil : "\(player.queue.count) queued"
    }
}
