import StateClient

/// How much room there is for words.
struct Room {
    /// How many columns.
    var width = Int.max
    /// How many lines.
    var height = Int.max
    /// Whether a bar shows how far an item is.
    var hasBars = false
}

/// How things stand, in words: the one screen that a person wants.
struct StatusReport {
    /// How many players are told of at most.
    static let mostPlayers = 8
    private static let mostAlerts = 3

    /// What the daemon told.
    let overview: Overview
    /// From when and where one looks at it.
    let view: Viewpoint

    /// Players, alerts and health, with empty lines between them.
    func lines(in room: Room, style: Style) -> [String] {
        let sections = [
            players(in: room, style: style), alerts(width: room.width, style: style),
            health(width: room.width, style: style),
        ]
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    /// The player to tell of where there is room for one alone; nil: none has an item.
    var foremost: Overview.Standing? {
        overview.players.first { $0.player.item != nil }
    }

    /// How synchronisation is doing, in words; nil: there is nothing to sync with.
    var sync: SyncReport? {
        overview.sync.map { SyncReport(status: $0, view: view) }
    }

    private func players(in room: Room, style: Style) -> [String] {
        // One without an item, that nobody sees, is of no interest.
        let all = overview.players.filter { $0.player.item != nil || $0.player.surfaces > 0 }
        guard foremost != nil else {
            let latest = overview.latest.map { PointReport(point: $0, view: view).sentence }
            return (["Nothing is playing."] + [latest].compactMap(\.self))
                .map { TextWidth.cut($0, to: room.width) }
        }
        // Three lines for each, and a third of the screen for what comes below.
        let fitting = min(Self.mostPlayers, max(2, room.height / 3 * 2 / 3))
        let lines = all.prefix(fitting).flatMap { standing in
            StandingReport(standing: standing, view: view).lines(in: room, style: style)
        }
        guard all.count > fitting else { return lines }
        let rest = HealthReport.count(all.count - fitting, "more player")
        return lines + [TextWidth.cut("and \(rest): “statectl players”", to: room.width)]
    }

    private func alerts(width: Int, style: Style) -> [String] {
        let lines = overview.alerts.prefix(Self.mostAlerts).flatMap {
            AlertReport(alert: $0, view: view).lines(width: width, style: style)
        }
        guard overview.alerts.count > Self.mostAlerts else { return lines }
        let rest = HealthReport.count(overview.alerts.count - Self.mostAlerts, "more alert")
        return lines + [TextWidth.cut("and \(rest): “statectl alerts”", to: width)]
    }

    private func health(width: Int, style: Style) -> [String] {
        let report = HealthReport(health: overview.health, view: view)
        let problems = report.problems(style: .plain).map {
            style.warning(TextWidth.cut($0, to: width))
        }
        let plain = report.headline(style: .plain)
        let fits = TextWidth.of(plain) <= width
        return [fits ? report.headline(style: style) : TextWidth.cut(plain, to: width)] + problems
            + [sync?.note(width: width, style: style)].compactMap(\.self)
    }
}
