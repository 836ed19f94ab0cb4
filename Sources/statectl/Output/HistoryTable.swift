import StateModel

/// An item's earlier values as a table for a person, or as fields for a program.
enum HistoryTable {
    /// The lines of a table, at most `width` wide.
    static func lines(
        _ entries: [HistoryEntry],
        from view: Viewpoint,
        width: Int,
        style: Style
    ) -> [String] {
        var table = Table(columns: [
            .init(heading: "REVISION", right: true), .init(heading: "POSITION", right: true),
            .init(heading: "PLAYER", flexible: true), .init(heading: "DEVICE", flexible: true),
            .init(heading: "OBSERVED"),
            .init(heading: "ENDED"), .init(heading: "HOW", flexible: true),
        ])
        table.rows = entries.map { entry in
            [
                String(entry.revision), Position(seconds: entry.point.position).clock,
                entry.point.player.visible, entry.point.device.visible,
                view.moment(entry.point.at).ago,
                view.moment(entry.endedAt).ago, how(entry),
            ]
        }
        return table.lines(width: width, style: style)
    }

    /// One entry's fields, with tabs between them.
    ///
    /// Revision, position, player, device, the times of observation and of its end, how it ended
    /// and why (empty: not told).
    static func fields(_ entry: HistoryEntry) -> String {
        [
            String(entry.revision), Position(seconds: entry.point.position).plain,
            entry.point.player.visible, entry.point.device.visible,
            Instant(milliseconds: entry.point.at).iso, Instant(milliseconds: entry.endedAt).iso,
            entry.ending.rawValue, entry.why?.visible ?? "",
        ].joined(separator: "\t")
    }

    private static func how(_ entry: HistoryEntry) -> String {
        guard let why = entry.why, !why.isEmpty else { return entry.ending.rawValue }
        return "\(entry.ending.rawValue): \(why.visible)"
    }
}
