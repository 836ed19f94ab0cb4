// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A table of an item's earlier values, for a person or as fields for a program.
enum HistoryTable {
    /// Returns the lines of a table, at most `width` wide.
    static func lines(
        _ entries: [HistoryEntry],
        from context: TimeContext,
        width: Int,
        style: Style
    ) -> [String] {
        var table = Table(columns: [
            .init(heading: "REVISION", right: true), .init(heading: "POSITION", right: true),
            .init(heading: "PLAYER", flexible: true, yields: 3),
            .init(heading: "DEVICE", flexible: true, yields: 2),
            .init(heading: "OBSERVED"), .init(heading: "ENDED", yields: 1),
            .init(heading: "HOW", flexible: true),
        ])
        table.rows = entries.map { entry in
            [
                entry.revision.description, Position(seconds: entry.point.position).clock,
                entry.point.player.visible, entry.point.device.visible,
                context.moment(entry.point.at).ago,
                context.moment(entry.endedAt).ago, how(entry),
            ]
        }
        return table.lines(width: width, style: style)
    }

    /// Returns one entry's fields, separated by tabs.
    ///
    /// Revision, position, player, device, the times of observation and of its end, the kind of its
    /// end, and the reason (empty if unknown).
    static func fields(_ entry: HistoryEntry) -> String {
        [
            entry.revision.description, Position(seconds: entry.point.position).plain,
            entry.point.player.visible, entry.point.device.visible,
            Instant(entry.point.at).iso, Instant(entry.endedAt).iso,
            entry.ending.rawValue, entry.reason?.visible ?? "",
        ].joined(separator: "\t")
    }

    private static func how(_ entry: HistoryEntry) -> String {
        let ending = entry.finished == true ? "finished" : entry.ending.rawValue
        guard let reason = entry.reason, !reason.isEmpty else { return ending }
        return "\(ending): \(reason.visible)"
    }
}
