// SPDX-License-Identifier: Apache-2.0

struct Table {
    struct Column {
        let heading: String
        var right = false
        var flexible = false
        /// The width to which a flexible column is narrowed before other columns are omitted.
        var comfort = Table.minimumWidth
        /// The order in which columns are omitted on a narrow terminal, lowest first; `nil` to keep
        /// the column.
        var yields: Int?
        /// True for a column that is shown only when the previous one is omitted.
        var isSubstitute = false
    }

    /// The layout, which all parts of a table share.
    struct Layout {
        /// The indices of the visible columns; `nil` before the first part.
        fileprivate var columns: [Int]?
        fileprivate var widths: [Int] = []
    }

    private static let minimumWidth = 8

    let columns: [Column]
    var rows: [[String]] = []

    func lines(width: Int, style: Style) -> [String] {
        var layout = Layout()
        return lines(width: width, style: style, &layout)
    }

    /// Returns the lines of the next part, aligned with the earlier parts; the first part begins
    /// with the headings.
    func lines(width: Int, style: Style, _ layout: inout Layout) -> [String] {
        let isFirst = layout.columns == nil
        let columns = layout.columns ?? fitting(width)
        let table = keeping(columns)
        let widths = table.widths(within: width, atLeast: layout.widths)
        layout = Layout(columns: columns, widths: widths)
        let headings = table.line(table.columns.map(\.heading), widths)
        return (isFirst ? [style.faint(TextWidth.cut(headings, to: width))] : [])
            + table.rows.map { TextWidth.cut(table.line($0, widths), to: width) }
    }

    private func fitting(_ width: Int) -> [Int] {
        var kept = columns.indices.filter { !columns[$0].isSubstitute }
        for place in columns.compactMap(\.yields).sorted()
        where keeping(kept).comfortableWidth > width {
            guard let index = kept.firstIndex(where: { columns[$0].yields == place }) else { break }
            let next = kept.remove(at: index) + 1
            if next < columns.count, columns[next].isSubstitute { kept.insert(next, at: index) }
        }
        return kept
    }

    private func keeping(_ kept: [Int]) -> Table {
        Table(columns: kept.map { columns[$0] }, rows: rows.map { row in kept.map { row[$0] } })
    }

    private var comfortableWidth: Int {
        let widths = zip(columns, naturalWidths).map { column, width in
            column.flexible ? min(width, column.comfort) : width
        }
        return widths.reduce(2 * (widths.count - 1), +)
    }

    private var naturalWidths: [Int] {
        columns.indices.map { index in
            rows.reduce(TextWidth.of(columns[index].heading)) {
                max($0, TextWidth.of($1[index]))
            }
        }
    }

    /// Returns the widths of the columns.
    ///
    /// A column is as wide as its widest cell, and at least as wide as in earlier parts. If a line
    /// is too long, the widest flexible columns are narrowed.
    private func widths(within width: Int, atLeast least: [Int]) -> [Int] {
        var widths = naturalWidths
        for (index, width) in least.enumerated() { widths[index] = max(widths[index], width) }
        let excess = widths.reduce(2 * (widths.count - 1), +) - width
        for _ in 0..<max(0, excess) {
            let flexible = columns.indices.filter { columns[$0].flexible }
            let ample = flexible.filter { widths[$0] > columns[$0].comfort }
            let yielding =
                ample.isEmpty ? flexible.filter { widths[$0] > Self.minimumWidth } : ample
            guard let widest = yielding.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
        }
        return widths
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        let padded = zip(zip(cells, widths), columns).map { cell, column in
            let text = TextWidth.cut(cell.0, to: cell.1)
            return column.right ? TextWidth.right(text, cell.1) : TextWidth.left(text, cell.1)
        }
        var line = padded.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }
}
