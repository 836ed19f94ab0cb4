// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

struct StatsReport {
    private static let maximumDays = 14
    private static let maximumWeeks = 8

    let tally: ListeningTally
    let delay: SyncDelay?
    /// The distribution of the delays in seconds, since the daemon's start; `nil` if unknown.
    let delays: OpenMetrics.Histogram?
    let context: TimeContext

    func lines(width: Int, style: Style) -> [String] {
        guard tally.items > 0 else {
            let none = "The history has no playback in that period."
            return TextWidth.wrapped(none, to: width)
                + section(delaySection(width: width, style: style))
        }
        let head =
            "At least \(Self.span(tally.total)) of playback, in \(HealthReport.count(tally.items, "item"))."
        return TextWidth.wrapped(head, to: width).map { style.strong($0) }
            + section(days(width: width, style: style))
            + section(weeks(width: width, style: style))
            + section(most(width: width, style: style))
            + section(delaySection(width: width, style: style)) + [""]
            + TextWidth.wrapped(coverage, to: width).map { style.faint($0) }
    }

    private func section(_ lines: [String]) -> [String] {
        lines.isEmpty ? [] : [""] + lines
    }

    var coverage: String {
        let start = context.moment(tally.earliest ?? tally.span.lowerBound).dateAndTime
        return "Time between reports since \(start), as far back as the history goes."
    }

    private func days(width: Int, style: Style) -> [String] {
        let first = max(tally.firstDay, tally.today - Self.maximumDays + 1)
        let bars = (first...tally.today).map { day in
            Self.bar(ListeningTally.name(ofDay: day), tally.days[day] ?? 0)
        }
        return chart("Each day", bars, width: width, style: style)
    }

    private func weeks(width: Int, style: Style) -> [String] {
        let last = ListeningTally.monday(of: tally.today)
        let first = max(
            ListeningTally.monday(of: tally.firstDay),
            last - 7 * (Self.maximumWeeks - 1)
        )
        guard first < last else { return [] }
        let weeks = tally.weeks
        let bars = stride(from: first, through: last, by: 7).map { day in
            Self.bar(ListeningTally.name(ofDay: day), weeks[day] ?? 0)
        }
        return chart("Each week, from Monday on", bars, width: width, style: style)
    }

    private func most(width: Int, style: Style) -> [String] {
        guard !tally.most.isEmpty else { return [] }
        var listed = ListedNames()
        let names = listed.names(of: tally.most.map { ($0.item, $0.title) })
        let bars = zip(names, tally.most).map { Self.bar($0, $1.milliseconds) }
        return chart("Most played", bars, width: width, style: style)
    }

    private func chart(
        _ title: String,
        _ bars: [BarChart.Bar],
        width: Int,
        style: Style
    ) -> [String] {
        [style.strong(title)] + BarChart(bars: bars).lines(width: width, style: style)
    }

    private static func bar(_ label: String, _ milliseconds: Int) -> BarChart.Bar {
        BarChart.Bar(
            label: label,
            value: Double(milliseconds),
            text: milliseconds > 0 ? span(milliseconds) : "-"
        )
    }

    private func delaySection(width: Int, style: Style) -> [String] {
        guard let delay, delay.count > 0 else { return [] }
        let bars = (delays?.parts ?? []).filter { $0.count > 0 }.map { part in
            BarChart.Bar(
                label: part.bound.isFinite ? "up to \(Self.delay(part.bound))" : "longer",
                value: part.count,
                text: String(Int(part.count))
            )
        }
        let words =
            "\(HealthReport.count(delay.count, "remote change")): p50 \(SyncReport.span(delay.p50)), "
            + "p99 \(SyncReport.span(delay.p99)), longest \(SyncReport.span(delay.max))"
        return [style.strong("Sync delay")]
            + TextWidth.wrapped(words, to: width - 2).map { "  \($0)" }
            + BarChart(bars: bars).lines(width: width, style: style)
    }

    private static func delay(_ seconds: Double) -> String {
        SyncReport.span(Int(min(seconds * 1000, 1e12)))
    }

    /// Returns a duration such as `2 h 05 min`, `5 min` or `40 s`.
    static func span(_ milliseconds: Int) -> String {
        let seconds = milliseconds / 1000
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3600: return "\(seconds / 60) min"
        default: return "\(seconds / 3600) h \(Decimal.padded(seconds / 60 % 60, 2)) min"
        }
    }
}

extension StatsReport {
    var fields: [String] {
        let days = tally.days.sorted { $0.key < $1.key }.map { day, time in
            "day\t\(ListeningTally.date(ofDay: day))\t\(time / 1000)"
        }
        let weeks = tally.weeks.sorted { $0.key < $1.key }.map { day, time in
            "week\t\(ListeningTally.date(ofDay: day))\t\(time / 1000)"
        }
        let items = tally.most.map { "item\t\($0.item.visible)\t\($0.milliseconds / 1000)" }
        let total = "total\t\(Instant(start).iso)\t\(tally.total / 1000)"
        return [total] + days + weeks + items
    }

    private var start: Timestamp { tally.earliest ?? tally.span.lowerBound }

    var json: [UInt8] {
        RawJSON.object([
            "from": .int(start.rawValue), "to": .int(tally.span.upperBound.rawValue),
            "items": .int(tally.items), "seconds": .int(tally.total / 1000),
            "days": Self.json(tally.days), "weeks": Self.json(tally.weeks),
            "mostPlayed": .array(
                tally.most.map { entry in
                    JSONValue.members([
                        "item": .string(entry.item), "title": entry.title.map(JSONValue.string),
                        "seconds": .int(entry.milliseconds / 1000),
                    ])
                }
            ),
            "syncDelay": delay.map { delay in
                JSONValue.members([
                    "count": .int(delay.count), "p50": .int(delay.p50), "p99": .int(delay.p99),
                    "max": .int(delay.max),
                ])
            },
        ])
    }

    private static func json(_ times: [Int: Int]) -> JSONValue {
        .array(
            times.sorted { $0.key < $1.key }.map { day, time in
                JSONValue.members([
                    "date": .string(ListeningTally.date(ofDay: day)), "seconds": .int(time / 1000),
                ])
            }
        )
    }
}
