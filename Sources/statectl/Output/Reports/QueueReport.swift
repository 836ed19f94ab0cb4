// SPDX-License-Identifier: Apache-2.0
import StateModel

struct QueueReport {
    let player: Player
    var titles: [String: String] = [:]

    func lines(width: Int, style: Style) -> [String] {
        let report = PlayerReport(player: player, title: player.item.flatMap { titles[$0] })
        let state = [report.doing.rawValue, report.itemName].filter { !$0.isEmpty }
        let headline =
            "\(player.player.visible): \(state.joined(separator: " ")), "
            + "\(Self.counted(player.queue)), revision \(player.revision)"
        let digits = String(player.queue.count).count
        var listed = ListedNames()
        let names = listed.names(of: player.queue.map { ($0, titles[$0]) })
        let items = names.enumerated().map { index, name in
            "\(TextWidth.right(String(index + 1), digits + 2))  \(name)"
        }
        return [style.strong(TextWidth.cut(headline, to: width))]
            + items.map { TextWidth.cut($0, to: width) }
    }

    static func sentence(_ player: String, queue: [String], revision: Revision) -> String {
        "\(player.visible): \(counted(queue)), revision \(revision)"
    }

    /// Returns the report about a new current item; `known` is the player before the change.
    static func sentence(
        _ player: String,
        _ known: Player?,
        current item: String?,
        queue: [String]
    ) -> String {
        guard let item else { return "\(player.visible): nothing is left to play" }
        let name = ItemName.of(item, title: nil)
        let advice = "\(player.visible) does not open it, but “statectl play \(item.quoted)” does"
        return "\(player.visible): \(name) is current, \(counted(queue))"
            + (known?.ignoresQueue == true ? "; \(advice)" : "")
    }

    private static func counted(_ queue: [String]) -> String {
        queue.isEmpty ? "nothing queued" : "\(HealthReport.count(queue.count, "item")) queued"
    }
}
