/// Rows under headings, for a terminal.
struct Table {
    /// One column: its heading, and on which side it has its blanks.
    struct Column {
        /// What stands above.
        let heading: String
        /// Whether its cells end at the same column, as numbers do.
        var right = false
        /// Whether it is the one that gives way where the terminal is narrow.
        var flexible = false
    }

    /// The columns from left to right.
    let columns: [Column]
    /// The cells of each row, as many as there are columns.
    var rows: [[String]] = []

    /// The lines to print, the headings first, none wider than `width`.
    func lines(width: Int, style: Style) -> [String] {
        let widths = widths(within: width)
        let headings = line(columns.map(\.heading), widths)
        return [style.faint(TextWidth.cut(headings, to: width))]
            + rows.map { TextWidth.cut(line($0, widths), to: width) }
    }

    /// Each column as wide as its widest cell; the flexible one takes what is left, down to 8.
    private func widths(within width: Int) -> [Int] {
        var widths = columns.indices.map { index in
            rows.reduce(TextWidth.of(columns[index].heading)) {
                max($0, TextWidth.of($1[index]))
            }
        }
        let excess = widths.reduce(2 * (widths.count - 1), +) - width
        if excess > 0, let index = columns.firstIndex(where: \.flexible) {
            widths[index] = max(min(8, widths[index]), widths[index] - excess)
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
