// SPDX-License-Identifier: Apache-2.0
import StateClient

struct Room {
    var width = Int.max
    var height = Int.max
    var hasBars = false
}

struct StatusReport {
    static let maximumPlayers = 8
    private static let maximumAlerts = 3

    var overview: Overview
    let context: TimeContext

    func lines(in room: Room, style: Style) -> [String] {
        let sections = [
            elsewhere(in: room), players(in: room, style: style),
            alerts(width: room.width, style: style),
            health(width: room.width, style: style),
        ]
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    /// The player to show if there is space for only one; `nil` if no player has an item.
    var foremost: Overview.Standing? {
        overview.players.first { $0.player.item != nil }
    }

    var sync: SyncReport? {
        overview.sync.map { SyncReport(status: $0, context: context) }
    }

    var elsewhere: PointReport? {
        overview.elsewhere.map { PointReport(point: $0, context: context) }
    }

    private func elsewhere(in room: Room) -> [String] {
        guard let elsewhere else { return [] }
        let point = elsewhere.point
        let headline = "\(point.device.visible): \(point.status.rawValue) \(elsewhere.name)"
        return [headline, "  \(elsewhere.placeAndAge(in: room))"]
            .map { TextWidth.cut($0, to: room.width) }
    }

    private func players(in room: Room, style: Style) -> [String] {
        // A player without an item and a surface is not shown.
        let all = overview.players.filter { $0.player.item != nil || $0.player.surfaces > 0 }
        guard foremost != nil else {
            guard elsewhere == nil else { return ["Nothing is playing here."] }
            let latest = overview.latest.map { PointReport(point: $0, context: context).sentence }
            return (["Nothing is playing."] + [latest].compactMap(\.self))
                .map { TextWidth.cut($0, to: room.width) }
        }
        // A player needs three lines; a third of the screen is left for the other parts.
        let fitting = min(Self.maximumPlayers, max(2, room.height / 3 * 2 / 3))
        let lines = all.prefix(fitting).flatMap { standing in
            PlayerReport(standing, context: context).lines(in: room, style: style)
        }
        guard all.count > fitting else { return lines }
        let rest = HealthReport.count(all.count - fitting, "more player")
        return lines + [TextWidth.cut("and \(rest): “statectl players”", to: room.width)]
    }

    private func alerts(width: Int, style: Style) -> [String] {
        let lines = overview.alerts.prefix(Self.maximumAlerts).flatMap {
            AlertReport(alert: $0, context: context).lines(width: width, style: style)
        }
        guard overview.alerts.count > Self.maximumAlerts else { return lines }
        let rest = HealthReport.count(overview.alerts.count - Self.maximumAlerts, "more alert")
        return lines + [TextWidth.cut("and \(rest): “statectl alerts”", to: width)]
    }

    private func health(width: Int, style: Style) -> [String] {
        let report = HealthReport(health: overview.health, context: context)
        let problems = report.problems(style: .plain).map {
            style.warning(TextWidth.cut($0, to: width))
        }
        let plain = report.headline(style: .plain)
        let fits = TextWidth.of(plain) <= width
        return [fits ? report.headline(style: style) : TextWidth.cut(plain, to: width)] + problems
            + [sync?.note(width: width, style: style)].compactMap(\.self)
    }
}
