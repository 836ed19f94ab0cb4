// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A plot of an item's positions over time.
///
/// Values are marked with letters, one for each combination of player and device; lines show
/// playback.
struct HistoryPlot {
    private static let widest = 120
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

    private let timeline: Timeline
    private let context: TimeContext
    private let series: [String]
    private let scale: TimeScale
    private let isBook: Bool
    private let top: Double

    /// Creates a plot; `nil` unless there are two values from different times.
    init?(_ timeline: Timeline, context: TimeContext) {
        let points = timeline.values.map(\.point)
        guard let first = points.first, let last = points.last, first.at < last.at else {
            return nil
        }
        self.timeline = timeline
        self.context = context
        var series: [String] = []
        for name in points.map(Self.name) where !series.contains(name) { series.append(name) }
        self.series = series
        let starts = timeline.runs.map(\.time.lowerBound)
        scale = TimeScale(([min(first.at, starts.min() ?? first.at)] + points.map(\.at)).sorted())
        isBook = last.onlyFraction != nil
        top = isBook ? 1 : max(1, points.map { max($0.position, $0.duration ?? 0) }.max() ?? 1)
    }

    /// Returns the plot, in lines of at most `width` columns; empty if `width` is too small.
    func lines(width: Int, style: Style) -> [String] {
        let rows = width < 60 ? 8 : 12
        let labels = labels(rows: rows)
        let margin = (labels.map { TextWidth.of($0) }.max() ?? 0) + 2
        let columns = min(width, Self.widest) - margin
        guard columns >= 10 else { return [] }
        let drawn = canvas(columns: columns, rows: rows).lines
        var lines = zip(labels, drawn).map { label, cells in
            TextWidth.right(label, margin - 2) + " │"
                + Self.trimmed(cells.map { $0.text(style: style) }).joined()
        }
        lines.append(String(repeating: " ", count: margin - 1) + "└" + axis(columns: columns))
        lines += under(columns: columns).filter { !$0.isEmpty }
            .map { String(repeating: " ", count: margin) + $0 }
        return lines + legend(width: width, style: style)
    }

    private static func trimmed(_ cells: [String]) -> ArraySlice<String> {
        cells.prefix((cells.lastIndex { $0 != " " } ?? -1) + 1)
    }

    private func height(_ point: ResumePoint) -> Double {
        isBook ? point.share ?? 0 : point.position
    }

    private static func name(_ point: ResumePoint) -> String {
        "\(point.player.visible) on \(point.device.visible)"
    }

    private func number(_ point: ResumePoint) -> Int {
        series.firstIndex(of: Self.name(point)) ?? 0
    }

    private func labels(rows: Int) -> [String] {
        (0..<rows).map { row in
            guard row == 0 || row == rows / 2 || row == rows - 1 else { return "" }
            let share = 1 - Double(row) / Double(rows - 1)
            if isBook {
                return "\(PointReport.percent(share * top)) %"
            }
            return Position(seconds: (share * top).rounded()).clock
        }
    }

    private func canvas(columns: Int, rows: Int) -> BrailleCanvas {
        var canvas = BrailleCanvas(columns: columns, rows: rows)
        for run in timeline.runs {
            let end = run.value.point
            let start = run.value.step == .start ? 0 : before(end).map(height) ?? 0
            canvas.line(
                from: (scale.place(of: run.time.lowerBound), start / top),
                to: (scale.place(of: end.at), height(end) / top),
                series: number(end)
            )
        }
        for value in timeline.values {
            let number = number(value.point)
            canvas.put(
                Self.letters[number % Self.letters.count],
                scale.place(of: value.point.at),
                height(value.point) / top,
                series: number
            )
        }
        return canvas
    }

    /// Returns the previous resume point, at which the playback that led to `point` began.
    private func before(_ point: ResumePoint) -> ResumePoint? {
        timeline.values.last { value in
            value.step != .aside
                && (value.point.at, value.point.revision) < (point.at, point.revision)
        }?.point
    }

    private func column(of time: Timestamp, _ columns: Int) -> Int {
        Int((scale.place(of: time) * Double(columns - 1)).rounded())
    }
}

extension HistoryPlot {
    private struct Mark {
        let sign: Character
        let meaning: String
        let marks: @Sendable (Timeline.Value) -> Bool
    }

    /// The marks; the first one that applies to a column is shown.
    private static let marks = [
        Mark(sign: "u", meaning: "undone: back at an earlier value") { $0.step == .restored },
        Mark(sign: "<", meaning: "jumped back") { $0.step == .back },
        Mark(sign: ">", meaning: "jumped ahead") { $0.step == .ahead },
        Mark(sign: "q", meaning: "history only") { $0.step == .aside },
        Mark(sign: "x", meaning: "cleared") { $0.ending == .cleared && !$0.isFinished },
        Mark(sign: "f", meaning: "finished") { $0.ending == .cleared && $0.isFinished },
        Mark(sign: "e", meaning: "expired") { $0.ending == .expired },
    ]

    private func axis(columns: Int) -> String {
        var axis = Array(repeating: Character("─"), count: columns)
        for gap in scale.breaks { axis[Int(gap.place * Double(columns - 1))] = "╎" }
        return String(axis)
    }

    private func under(columns: Int) -> [String] {
        var marked: [Character] = Array(repeating: " ", count: columns)
        for mark in Self.marks.reversed() {
            for value in timeline.values where mark.marks(value) {
                marked[column(of: value.point.at, columns)] = mark.sign
            }
        }
        let points = timeline.values.map(\.point)
        let times = [points.first, points.last].compactMap { $0?.at } + scale.breaks.map(\.time)
        var labels: [Character] = Array(repeating: " ", count: columns)
        for time in times {
            let label = Array(context.moment(time).hourOrDate)
            let start = min(column(of: time, columns), columns - label.count)
            let space = max(0, start - 1)..<min(columns, start + label.count + 1)
            guard start >= 0, labels[space].allSatisfy({ $0 == " " }) else { continue }
            labels.replaceSubrange(start..<start + label.count, with: label)
        }
        return [marked, labels].map { Self.trimmed($0.map(String.init)).joined() }
    }

    private func legend(width: Int, style: Style) -> [String] {
        let names = series.enumerated().map { index, name in
            "\(Self.letters[index % Self.letters.count]) \(name)"
        }
        let marks = Self.marks.filter { timeline.values.contains(where: $0.marks) }
            .map { "\($0.sign) \($0.meaning)" }
        let gaps = scale.breaks.isEmpty ? [] : ["╎ a longer break"]
        return [names, marks + gaps].flatMap { texts in Self.filled(texts, width: width) }
            .map { style.faint($0) }
    }

    private static func filled(_ texts: [String], width: Int) -> [String] {
        var lines: [String] = []
        for text in texts.map({ TextWidth.cut($0, to: width) }) {
            if let last = lines.last, TextWidth.of(last) + 3 + TextWidth.of(text) <= width {
                lines[lines.count - 1] = "\(last)   \(text)"
            } else {
                lines.append(text)
            }
        }
        return lines
    }
}
