import StateModel

/// Resume points as a table for a person, or as fields for a program.
enum PointTable {
    /// The lines of a table, at most `width` wide.
    static func lines(
        _ points: [ResumePoint],
        from view: Viewpoint,
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
                view.moment(point.at).ago,
            ]
        }
        return table.lines(width: width, style: style)
    }

    /// One point's fields, with tabs between them.
    ///
    /// Position, length (empty: not known), status, player, device, the time of observation and
    /// the item, which stands last because anything may be in it.
    static func fields(_ point: ResumePoint) -> String {
        [
            Position(seconds: point.position).plain,
            point.duration.map { Position(seconds: $0).plain } ?? "",
            point.status.rawValue, point.player.visible, point.device.visible,
            Instant(milliseconds: point.at).iso, point.item.visible,
        ].joined(separator: "\t")
    }
}
