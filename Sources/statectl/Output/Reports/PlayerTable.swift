// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A table of players, for a person or as fields for a program.
enum PlayerTable {
    /// Returns the lines of a table, at most `width` wide.
    ///
    /// - Parameters:
    ///   - players: the players.
    ///   - titles: the titles of items that have one.
    ///   - width: the number of columns.
    ///   - style: the style of the text.
    /// - Returns: the lines.
    static func lines(
        _ players: [Player],
        titles: [String: String],
        width: Int,
        style: Style
    ) -> [String] {
        let columns: [Table.Column] = [
            .init(heading: "PLAYER", flexible: true), .init(heading: "STATE"),
            .init(heading: "ITEM", flexible: true, comfort: 20),
            .init(heading: "QUEUED", right: true, yields: 4),
            .init(heading: "SURFACES", right: true, yields: 3),
            .init(heading: "PHASE", yields: 2), .init(heading: "REVISION", right: true, yields: 1),
        ]
        let items = Set(players.compactMap(\.item)).sorted()
        var listed = ListedNames()
        let names = Dictionary(
            uniqueKeysWithValues: zip(items, listed.names(of: items.map { ($0, titles[$0]) }))
        )
        let rows = players.map { player in
            let report = PlayerReport(player: player, title: player.item.flatMap { names[$0] })
            return [
                report.fullName, report.doing.rawValue, report.whatItPlays,
                String(player.queue.count), String(player.surfaces),
                player.surfaces > 0 ? player.phase.rawValue : "", player.revision.description,
            ]
        }
        return Table(columns: columns, rows: rows).lines(width: width, style: style)
    }

    /// Returns one player's fields, separated by tabs.
    ///
    /// Player, state, phase, number of surfaces, number of items queued, revision and the item
    /// (empty if there is none), which is last because it may hold any text.
    static func fields(_ player: Player) -> String {
        [
            player.player.visible, PlayerReport(player: player).doing.rawValue,
            player.phase.rawValue, String(player.surfaces), String(player.queue.count),
            player.revision.description, player.item?.visible ?? "",
        ].joined(separator: "\t")
    }
}
