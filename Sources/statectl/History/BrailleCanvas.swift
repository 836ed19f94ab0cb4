// SPDX-License-Identifier: Apache-2.0

/// A canvas of characters; each cell shows a letter, or two by four dots.
struct BrailleCanvas {
    struct Cell {
        fileprivate var dots: UInt32 = 0
        fileprivate var letter: Character?
        fileprivate var series = 0

        func text(style: Style) -> String {
            if let letter { return style.strong(style.series(String(letter), series)) }
            // U+2800 is the Braille pattern without dots.
            guard dots != 0, let scalar = Unicode.Scalar(0x2800 + dots) else { return " " }
            return style.series(String(scalar), series)
        }
    }

    private(set) var lines: [[Cell]]
    private let columns: Int

    init(columns: Int, rows: Int) {
        self.columns = columns
        lines = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    }

    /// Puts a letter into the cell at a point.
    ///
    /// Coordinates are from 0 to 1, beginning at the lower left.
    mutating func put(_ letter: Character, _ x: Double, _ y: Double, series: Int) {
        let row = lines.count - 1 - Int((min(1, max(0, y)) * Double(lines.count - 1)).rounded())
        lines[row][Int((x * Double(columns - 1)).rounded())] = Cell(letter: letter, series: series)
    }

    /// Draws a straight line; its points have coordinates from 0 to 1.
    mutating func line(from: (x: Double, y: Double), to: (x: Double, y: Double), series: Int) {
        let width = abs(to.x - from.x) * Double(2 * columns)
        let height = abs(to.y - from.y) * Double(4 * lines.count)
        let steps = max(1, Int(max(width, height).rounded(.up)))
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            set(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y), series: series)
        }
    }

    private mutating func set(_ x: Double, _ y: Double, series: Int) {
        let column = Int((x * Double(2 * columns - 1)).rounded())
        let row = 4 * lines.count - 1 - Int((y * Double(4 * lines.count - 1)).rounded())
        guard (0..<2 * columns).contains(column), (0..<4 * lines.count).contains(row) else {
            return
        }
        let bits: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
        lines[row / 4][column / 2].dots |= bits[column % 2][row % 4]
        lines[row / 4][column / 2].series = series
    }
}
