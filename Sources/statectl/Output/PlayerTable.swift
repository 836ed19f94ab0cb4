import StateModel

/// Players as a table for a person, or as fields for a program.
enum PlayerTable {
    /// The lines of a table, at most `width` wide.
    static func lines(_ players: [Player], width: Int, style: Style) -> [String] {
        var table = Table(columns: [
            .init(heading: "PLAYER", flexible: true), .init(heading: "STATE"),
            .init(heading: "ITEM", flexible: true), .init(heading: "QUEUED", right: true),
            .init(heading: "SURFACES", right: true), .init(heading: "PHASE"),
            .init(heading: "REVISION", right: true),
        ])
        table.rows = players.map { player in
            let report = PlayerReport(player: player)
            return [
                report.fullName, report.doing.rawValue, report.whatItPlays,
                String(player.queue.count), String(player.surfaces),
                player.surfaces > 0 ? player.phase.rawValue : "", String(player.revision),
            ]
        }
        return table.lines(width: width, style: style)
    }

    /// One player's fields, with tabs between them.
    ///
    /// Player, state, phase, number of surfaces, number of items queued, revision and the item,
    /// which stands last because anything may be in it (empty: it has none).
    static func fields(_ player: Player) -> String {
        [
            player.player.visible, PlayerReport(player: player).doing.rawValue,
            player.phase.rawValue, String(player.surfaces), String(player.queue.count),
            String(player.revision), player.item?.visible ?? "",
        ].joined(separator: "\t")
    }
}
