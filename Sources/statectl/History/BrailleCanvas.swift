// SPDX-License-Identifier: Apache-2.0

/// A canvas of dots, two by four of them in each character.
struct BrailleCanvas {
    /// The number of characters in a line.
    let columns: Int
    /// The number of lines.
    let rows: Int
    private var dots: [UInt8]
    private var styles: [Int?]

    /// Creates an empty canvas.
    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        dots = Array(repeating: 0, count: columns * rows)
        styles = Array(repeating: nil, count: columns * rows)
    }

    /// Sets the dot nearest to a place; both coordinates go from 0 to 1, from the lower left.
    mutating func set(_ x: Double, _ y: Double, series: Int) {
        let column = Int((x * Double(2 * columns - 1)).rounded())
        let row = 4 * rows - 1 - Int((y * Double(4 * rows - 1)).rounded())
        guard (0..<2 * columns).contains(column), (0..<4 * rows).contains(row) else { return }
        let cell = row / 4 * columns + column / 2
        dots[cell] |= Self.bit(column % 2, row % 4)
        styles[cell] = series
    }

    /// Draws a straight line between two places.
    mutating func line(from: (x: Double, y: Double), to: (x: Double, y: Double), series: Int) {
        let width = abs(to.x - from.x) * Double(2 * columns)
        let height = abs(to.y - from.y) * Double(4 * rows)
        let steps = max(1, Int(max(width, height).rounded(.up)))
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            set(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y), series: series)
        }
    }

    /// Returns the character and the series of a cell; `nil` if the cell is empty.
    func cell(_ column: Int, _ row: Int) -> (character: Character, series: Int)? {
        let index = row * columns + column
        guard dots[index] != 0, let series = styles[index],
            let scalar = Unicode.Scalar(0x2800 + UInt32(dots[index]))
        else { return nil }
        return (Character(scalar), series)
    }

    /// Returns the bit of a dot, by the order in Unicode's block of Braille patterns.
    private static func bit(_ column: Int, _ row: Int) -> UInt8 {
        let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
        return bits[column][row]
    }
}
