// SPDX-License-Identifier: Apache-2.0

/// Rows under headings, for a terminal.
struct Table {
    /// A column with its heading and its alignment.
    struct Column {
        /// The heading.
        let heading: String
        /// True if cells are aligned at the right, as numbers are.
        var right = false
        /// True if the column shrinks on a narrow terminal.
        var flexible = false
    }

    /// The columns from left to right.
    let columns: [Column]
    /// The cells of each row, as many as there are columns.
    var rows: [[String]] = []

    /// Returns the lines to print, the headings first, with no line wider than `width`.
    func lines(width: Int, style: Style) -> [String] {
        let widths = widths(within: width)
        return [headings(widths, within: width, style: style)] + lines(widths, within: width)
    }

    /// Returns the line of the headings, for columns of the given widths.
    func headings(_ widths: [Int], within width: Int, style: Style) -> String {
        style.faint(TextWidth.cut(line(columns.map(\.heading), widths), to: width))
    }

    /// Returns the lines of the rows, for columns of the given widths.
    func lines(_ widths: [Int], within width: Int) -> [String] {
        rows.map { TextWidth.cut(line($0, widths), to: width) }
    }

    /// The widths of the columns without a limit: each is as wide as its widest cell.
    var naturalWidths: [Int] {
        columns.indices.map { index in
            rows.reduce(TextWidth.of(columns[index].heading)) {
                max($0, TextWidth.of($1[index]))
            }
        }
    }

    /// Returns the widths of the columns.
    ///
    /// A column is as wide as its widest cell, and as in the part of the table before, `least`; the
    /// widest flexible one shrinks to fit, down to 8.
    func widths(within width: Int, atLeast least: [Int] = []) -> [Int] {
        var widths = naturalWidths
        for (index, width) in least.enumerated() { widths[index] = max(widths[index], width) }
        let excess = widths.reduce(2 * (widths.count - 1), +) - width
        for _ in 0..<max(0, excess) {
            let yielding = columns.indices.filter { columns[$0].flexible && widths[$0] > 8 }
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
