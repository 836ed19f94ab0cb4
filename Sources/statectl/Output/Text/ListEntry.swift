// SPDX-License-Identifier: Apache-2.0

/// An entry of a list, printed as text on a terminal, and as fields separated by tabs in a pipe.
protocol ListEntry {
    /// The fields for programs; unknown values are empty.
    var fields: [String] { get }

    static func lines(
        _ entries: [Self],
        from context: TimeContext,
        width: Int,
        style: Style
    ) -> [String]
}

extension ListEntry {
    var line: String { fields.joined(separator: "\t") }
}

protocol TableEntry: ListEntry {
    static var columns: [Table.Column] { get }

    func cells(from context: TimeContext) -> [String]
}

extension TableEntry {
    static func lines(
        _ entries: [Self],
        from context: TimeContext,
        width: Int,
        style: Style
    ) -> [String] {
        Table(columns: columns, rows: entries.map { $0.cells(from: context) })
            .lines(width: width, style: style)
    }
}

extension Output {
    /// Prints a list; an empty list is printed as `none` on a terminal.
    func list<Entry: ListEntry>(_ entries: [Entry], none: String) {
        guard isTerminal else { return lines(entries.map(\.line)) }
        guard !entries.isEmpty else { return line(none) }
        lines(Entry.lines(entries, from: .current, width: width, style: style))
    }
}
