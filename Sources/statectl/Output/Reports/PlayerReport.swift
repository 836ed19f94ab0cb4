// SPDX-License-Identifier: Apache-2.0
import StateBridge
import StateModel

struct PlayerReport {
    let player: Player
    var title: String?
    /// The resume point of the item; `nil` if there is none, or if it was not requested.
    var point: PointReport?

    enum Doing: String {
        case playing
        case paused
        case failed
        case idle
    }

    var doing: Doing {
        guard player.item != nil else { return .idle }
        if player.playing { return .playing }
        return point?.point.status == .failed ? .failed : .paused
    }

    var fullName: String {
        let name = player.player.visible
        guard let label = player.label?.visible, label.lowercased() != name.lowercased()
        else { return name }
        return "\(name) (\(label))"
    }

    var friendlyName: String { (player.label ?? player.player).visible }

    var playedItemText: String {
        guard let obstacle = player.obstacle else { return itemName }
        let reason = obstacle.sentence()
        return itemName.isEmpty ? reason : "\(itemName) (\(reason))"
    }

    var itemName: String {
        player.item.map { ItemName.of($0, title: title) } ?? ""
    }

    var surfaces: String {
        guard player.surfaces > 0 else { return "no surface" }
        let count = HealthReport.count(player.surfaces, "surface")
        return "\(count) \(player.phase == .foreground ? "in the foreground" : "in the background")"
    }

    var queued: String? {
        player.queue.isEmpty ? nil : "\(player.queue.count) queued"
    }
}
