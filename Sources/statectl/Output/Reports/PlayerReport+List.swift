// SPDX-License-Identifier: Apache-2.0
import StateModel

extension PlayerReport: TableEntry {
    /// Returns a report for each player; different items have different names.
    static func all(_ players: [Player], titles: [String: String]) -> [PlayerReport] {
        let items = Set(players.compactMap(\.item)).sorted()
        var listed = ListedNames()
        let names = Dictionary(
            uniqueKeysWithValues: zip(items, listed.names(of: items.map { ($0, titles[$0]) }))
        )
        return players.map { PlayerReport(player: $0, title: $0.item.flatMap { names[$0] }) }
    }

    static let columns: [Table.Column] = [
        .init(heading: "PLAYER", flexible: true), .init(heading: "STATE"),
        .init(heading: "ITEM", flexible: true, comfort: 20),
        .init(heading: "QUEUED", right: true, yields: 4),
        .init(heading: "SURFACES", right: true, yields: 3),
        .init(heading: "PHASE", yields: 2), .init(heading: "REVISION", right: true, yields: 1),
    ]

    func cells(from context: TimeContext) -> [String] {
        [
            fullName, doing.rawValue, playedItemText, String(player.queue.count),
            String(player.surfaces), player.surfaces > 0 ? player.phase.rawValue : "",
            player.revision.description,
        ]
    }

    /// The fields for programs; the item is the last, because it may contain any text.
    var fields: [String] {
        [
            player.player.visible, doing.rawValue, player.phase.rawValue, String(player.surfaces),
            String(player.queue.count), player.revision.description, player.item?.visible ?? "",
        ]
    }
}
