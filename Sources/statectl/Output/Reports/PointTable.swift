// SPDX-License-Identifier: Apache-2.0
import StateClient

/// A table of resume points, which can be printed in parts.
struct PointTable {
    private static let columns: [Table.Column] = [
        .init(heading: "ITEM", flexible: true, comfort: 24), .init(heading: "PLAYED", yields: 4),
        .init(heading: "%", right: true, isSubstitute: true),
        .init(heading: "POSITION", right: true), .init(heading: "LENGTH", right: true, yields: 1),
        .init(heading: "STATUS", yields: 5),
        .init(heading: "PLAYER", flexible: true, comfort: .max, yields: 3),
        .init(heading: "DEVICE", flexible: true, comfort: .max, yields: 2),
        .init(heading: "WHEN"),
    ]

    let context: TimeContext
    let width: Int
    let style: Style
    private(set) var layout = Table.Layout()
    private(set) var names = ListedNames()

    /// Returns the lines of the next part; the first part begins with the headings.
    mutating func lines(_ points: [ResumePoint]) -> [String] {
        let rows = zip(points, names.names(of: points)).map(cells)
        return Table(columns: Self.columns, rows: rows)
            .lines(width: width, style: style, &layout)
    }

    private func cells(_ point: ResumePoint, _ name: String) -> [String] {
        let percentage = point.share.map(PointReport.percent)
        return [
            name, percentage.map(Self.bar) ?? "", percentage.map { "\($0) %" } ?? "",
            PointReport.clock(of: point),
            point.duration.map { Position(seconds: $0).clock } ?? "", point.status.rawValue,
            point.player.visible, point.device.visible, context.moment(point.at).ago,
        ]
    }

    private static func bar(_ percentage: Int) -> String {
        let bar = ProgressBar.bar(Double(percentage) / 100, cells: 10)
        return "\(bar) \(TextWidth.right("\(percentage)", 3)) %"
    }

    static func fields(_ point: ResumePoint) -> String {
        [
            PointReport.plain(point.position, fraction: point.onlyFraction),
            point.duration.map { Position(seconds: $0).plain } ?? "",
            point.status.rawValue, point.player.visible, point.device.visible,
            Instant(point.at).iso, point.item.visible,
        ].joined(separator: "\t")
    }
}
