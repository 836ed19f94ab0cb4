// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A table of resume points for a person, made part by part, or their fields for a program.
///
/// The first part decides on the columns, so that a list of any length is shown as it arrives.
struct PointTable {
    /// A column of the table.
    enum Column: CaseIterable {
        /// The name of the item.
        case item
        /// The played part, as a bar and in per cent.
        case bar
        /// The played part in per cent alone.
        case percentage
        /// The position.
        case position
        /// The duration.
        case length
        /// The status.
        case status
        /// The player.
        case player
        /// The device.
        case device
        /// The age of the observation.
        case when
    }

    /// The width that an item's name should have before the other columns are left out.
    private static let nameWidth = 24
    /// The columns in the order in which they give way to the names.
    private static let yielding: [Column] = [.length, .device, .player, .bar, .status]

    /// The time context.
    let context: TimeContext
    /// The width of the screen.
    let width: Int
    /// The style of the text.
    let style: Style
    private var columns: [Column]?
    private var widths: [Int] = []
    private var names = ListedNames()

    /// Creates an empty table for a screen.
    init(context: TimeContext, width: Int, style: Style) {
        self.context = context
        self.width = width
        self.style = style
    }

    /// Returns the lines of the next part, with the headings before the first.
    mutating func lines(_ points: [ResumePoint]) -> [String] {
        let names = names.names(of: points)
        let isFirst = columns == nil
        let columns = columns ?? chosenColumns(for: points, names)
        self.columns = columns
        let table = table(columns, points, names)
        widths = table.widths(within: width, atLeast: widths)
        let headings = isFirst ? [table.headings(widths, within: width, style: style)] : []
        return headings + table.lines(widths, within: width)
    }

    /// Returns the columns for which there is space.
    private func chosenColumns(for points: [ResumePoint], _ names: [String]) -> [Column] {
        var columns = Column.allCases.filter { $0 != .percentage }
        for column in Self.yielding {
            guard table(columns, points, names).comfortableWidth > width,
                let index = columns.firstIndex(of: column)
            else { break }
            columns.remove(at: index)
            if column == .bar { columns.insert(.percentage, at: index) }
        }
        return columns
    }

    private func table(_ columns: [Column], _ points: [ResumePoint], _ names: [String]) -> Table {
        let rows = zip(points, names).map { point, name in
            columns.map { cell($0, point, name) }
        }
        return Table(columns: columns.map(Self.heading), rows: rows)
    }

    private static func heading(_ column: Column) -> Table.Column {
        switch column {
        case .item: .init(heading: "ITEM", flexible: true, comfort: nameWidth)
        case .bar: .init(heading: "PLAYED")
        case .percentage: .init(heading: "%", right: true)
        case .position: .init(heading: "POSITION", right: true)
        case .length: .init(heading: "LENGTH", right: true)
        case .status: .init(heading: "STATUS")
        case .player: .init(heading: "PLAYER", flexible: true, comfort: .max)
        case .device: .init(heading: "DEVICE", flexible: true, comfort: .max)
        case .when: .init(heading: "WHEN")
        }
    }

    private func cell(_ column: Column, _ point: ResumePoint, _ name: String) -> String {
        let percentage = PointReport.percentage(point.position, of: point.duration)
        return switch column {
        case .item: name
        case .bar: percentage.map(Self.bar) ?? ""
        case .percentage: percentage.map { "\($0) %" } ?? ""
        case .position: Position(seconds: point.position).clock
        case .length: point.duration.map { Position(seconds: $0).clock } ?? ""
        case .status: point.status.rawValue
        case .player: point.player.visible
        case .device: point.device.visible
        case .when: context.moment(point.at).ago
        }
    }

    private static func bar(_ percentage: Int) -> String {
        let bar = ProgressBar.bar(Double(percentage) / 100, cells: 10)
        return "\(bar) \(TextWidth.right("\(percentage)", 3)) %"
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
