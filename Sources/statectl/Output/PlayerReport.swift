import StateModel

/// A player in words.
struct PlayerReport {
    /// The player.
    let player: Player

    /// What a player does, as its latest snapshot or its queue has it.
    enum Doing: String {
        /// Its item plays.
        case playing
        /// It has an item that does not play.
        case paused
        /// It has no item.
        case idle
    }

    /// What it does.
    var doing: Doing {
        guard player.item != nil else { return .idle }
        return player.playing ? .playing : .paused
    }

    /// The player's name, and its name for people where that is another one.
    var fullName: String {
        let name = player.player.visible
        guard let label = player.label?.visible, label.lowercased() != name.lowercased()
        else { return name }
        return "\(name) (\(label))"
    }

    /// The player's name for people, or else its name.
    var friendlyName: String { (player.label ?? player.player).visible }

    /// The player's item, or the reason why it is not followed.
    var whatItPlays: String {
        guard let obstacle = player.obstacle else { return itemName }
        return itemName.isEmpty ? obstacle.sentence : "\(itemName) (\(obstacle.sentence))"
    }

    /// What to call its item; empty: it has none.
    var itemName: String {
        player.item.map { ItemName.of($0, title: nil) } ?? ""
    }

    /// `2 surfaces in front`, `1 surface behind`, or `no surface`.
    var surfaces: String {
        guard player.surfaces > 0 else { return "no surface" }
        let count = HealthReport.count(player.surfaces, "surface")
        return player.phase == .foreground ? "\(count) in front" : "\(count) behind"
    }

    /// `3 queued`; nil: nothing is.
    var queued: String? {
        player.queue.isEmpty ? nil : "\(player.queue.count) queued"
    }
}
