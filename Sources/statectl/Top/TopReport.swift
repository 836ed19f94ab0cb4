// SPDX-License-Identifier: Apache-2.0
import StateClient

struct TopReport {
    let content: TopFeed.Content
    let context: TimeContext

    func lines(in room: Room, style: Style) -> [String] {
        let head = head(width: room.width, style: style)
        let rest = max(0, room.height - head.count - 2)
        // On a small screen, players come before changes.
        let height = max(rest / 2, min(3, rest))
        let players = players(in: Room(width: room.width, height: height), style: style)
        let space = max(0, rest - players.count - (players.isEmpty ? 0 : 1))
        let changes = changes(in: Room(width: room.width, height: space), style: style)
        let sections = [head, players, changes].filter { !$0.isEmpty }
        var lines = Array(sections.joined(separator: [""]).prefix(max(0, room.height - 1)))
        while lines.count < room.height - 1 { lines.append("") }
        return lines + [style.faint(TextWidth.cut("q quits", to: room.width))]
    }

    private func head(width: Int, style: Style) -> [String] {
        guard let overview = content.overview else { return [] }
        let report = HealthReport(health: overview.health, context: context)
        let time = context.moment(context.now).timeOrDate
        let space = max(0, width - TextWidth.of(time) - 2)
        let plain = TextWidth.cut(report.headline(style: .plain), to: space)
        let headline =
            style.strong(plain) + String(repeating: " ", count: space - TextWidth.of(plain))
        let problems =
            [content.problem.map { "  ! \($0)" }].compactMap(\.self)
            + report.problems(style: .plain)
        let sync = overview.sync.flatMap {
            SyncReport(status: $0, context: context).note(width: .max, style: .plain)
        }
        let rows = [
            ("saves", rate(content.rates.savesPerSecond(), width: width, style: style)),
            ("commits", rate(content.rates.commitsPerSecond(), width: width, style: style)),
            ("duration", duration), ("streams", streams),
            ("sync", sync.map { String($0.drop { $0 == " " }) }),
        ]
        return ["\(headline)  \(time)"]
            + problems.map { style.warning(TextWidth.cut($0, to: width)) }
            + rows.compactMap { label, text in
                text.map {
                    style.faint(TextWidth.left(label, 8)) + "  "
                        + TextWidth.cut($0, to: max(0, width - 10))
                }
            }
    }

    /// Returns a rate with a plot of its past values, such as `   12.0/s  ▁▂▃█`.
    private func rate(_ values: [Double], width: Int, style: Style) -> String {
        let last = values.last ?? 0
        let tenths = Int((min(last, 1e9) * 10).rounded())
        let text = TextWidth.right("\(tenths / 10).\(tenths % 10)/s", 9)
        let course = values.suffix(max(0, min(60, width - 22)))
        return text + "  " + style.series(BarChart.sparkline(Array(course)), 0)
    }

    /// The durations of commits, such as `≤ 1 ms p50, ≤ 5 ms p99, mean 0.8 ms`; `nil` if there were
    /// none.
    private var duration: String? {
        guard let commits = content.rates.commits else { return nil }
        return "\(Self.bound(commits.p50)) p50, \(Self.bound(commits.p99)) p99, "
            + "mean \(Self.milliseconds(commits.mean))"
    }

    private static func bound(_ seconds: Double) -> String {
        seconds.isFinite ? "≤ \(milliseconds(seconds))" : "> 1 s"
    }

    private static func milliseconds(_ seconds: Double) -> String {
        let hundredths = Int((min(seconds, 1e6) * 100_000).rounded())
        let fraction = Decimal.fraction(thousandths: hundredths % 100 * 10)
        return "\(hundredths / 100)\(fraction) ms"
    }

    private var streams: String? {
        guard let overview = content.overview else { return nil }
        let skipped = Int(content.rates.newest?.value("stated_skipped_total") ?? 0)
        let counts = [
            HealthReport.count(overview.health.subscribers, "subscriber"),
            HealthReport.count(overview.health.connections, "connection"),
            skipped > 0 ? "\(HealthReport.count(skipped, "state")) skipped" : nil,
        ]
        return counts.compactMap(\.self).joined(separator: ", ")
    }

    private func players(in room: Room, style: Style) -> [String] {
        let all = content.overview?.players ?? []
        guard !all.isEmpty, room.height > 1 else { return [] }
        let columns: [Table.Column] = [
            .init(heading: "PLAYER", flexible: true), .init(heading: "STATE"),
            .init(heading: "ITEM", flexible: true), .init(heading: "%", right: true),
            .init(heading: "POSITION", right: true), .init(heading: "QUEUED", right: true),
            .init(heading: "SURFACES", right: true),
        ]
        let count = room.width < 60 ? 4 : columns.count
        let fitting = all.count < room.height ? all.count : room.height - 1
        let rows = all.prefix(fitting).map { standing in
            let report = PlayerReport(standing, context: context)
            let cells = [
                report.friendlyName, report.doing.rawValue, report.itemName,
                report.point?.percentage.map { "\($0) %" } ?? "", report.point?.clock ?? "",
                String(standing.player.queue.count), String(standing.player.surfaces),
            ]
            return Array(cells.prefix(count))
        }
        let table = Table(columns: Array(columns.prefix(count)), rows: rows)
        let lines = table.lines(width: room.width, style: style)
        return zip(lines, [false] + all.map(\.player.playing)).map { line, isPlaying in
            isPlaying ? style.strong(line) : line
        }
    }

    private func changes(in room: Room, style: Style) -> [String] {
        guard room.height > 1, !content.changes.isEmpty else { return [] }
        return [style.faint("LATEST CHANGES")]
            + content.changes.prefix(room.height - 1).map { arrival in
                let then = TimeContext(now: arrival.at, zone: context.zone)
                return ChangeLine(change: arrival.change, context: then)
                    .text(width: room.width, style: style)
            }
    }
}
