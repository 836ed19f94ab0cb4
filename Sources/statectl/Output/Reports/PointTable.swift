// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A table of resume points, for a person or as fields for a program.
enum PointTable {
    /// Returns the lines of a table, at most `width` wide.
    static func lines(
        _ points: [ResumePoint],
        from context: TimeContext,
        width: Int,
        style: Style
    ) -> [String] {
        var table = Table(columns: [
            .init(heading: "ITEM", flexible: true), .init(heading: "POSITION", right: true),
            .init(heading: "LENGTH", right: true), .init(heading: "STATUS"),
            .init(heading: "PLAYER", flexible: true), .init(heading: "DEVICE", flexible: true),
            .init(heading: "WHEN"),
        ])
        table.rows = points.map { point in
            [
                ItemName.of(point.item, title: point.title),
                Position(seconds: point.position).clock,
                point.duration.map { Position(seconds: $0).clock } ?? "",
                point.status.rawValue, point.player.visible, point.device.visible,
                context.moment(point.at).ago,
            ]
        }
        return table.lines(width: width, style: style)
    }

    /// Returns one point's fields, separated by tabs.
    ///
    /// Position, duration (empty if unknown), status, player, device, the time of observation and
    /// the item, which is last because it may hold any text.
    static func fields(_ point: ResumePoint) -> String {
        [
            Position(seconds: point.position).plain,
            point.duration.map { Position(seconds: $0).plain } ?? "",
            point.status.rawValue, point.player.visible, point.device.visible,
            Instant(point.at).iso, point.item.visible,
        ].joined(separator: "\t")
    }
}
