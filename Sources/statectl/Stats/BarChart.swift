// SPDX-License-Identifier: Apache-2.0

struct BarChart {
    struct Bar {
        /// The text before the bar.
        let label: String
        /// The value, in any unit; the largest one has the longest bar.
        let value: Double
        /// The text after the bar.
        let text: String
    }

    let bars: [Bar]
    private static let widest = 40
    /// The characters for 0 to 8 eighths of a cell.
    private static let eighths: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

    func lines(width: Int, style: Style) -> [String] {
        let texts = bars.map { TextWidth.of($0.text) }.max() ?? 0
        let natural = bars.map { TextWidth.of($0.label) }.max() ?? 0
        let least = 10
        let labels = min(natural, max(8, width - texts - least - 6))
        let cells = min(Self.widest, width - labels - texts - 6)
        let largest = bars.map(\.value).max() ?? 0
        return bars.map { bar in
            let label = TextWidth.left(TextWidth.cut(bar.label, to: labels), labels)
            guard cells >= 4 else { return TextWidth.cut("  \(label)  \(bar.text)", to: width) }
            let drawn = Self.bar(largest > 0 ? bar.value / largest : 0, cells: cells)
            let chart = TextWidth.left(style.series(drawn, 0), cells)
            return "  \(label)  \(chart)  \(TextWidth.right(bar.text, texts))"
        }
    }

    /// Returns a bar of at most `cells` characters; a share above 0 is always visible.
    static func bar(_ share: Double, cells: Int) -> String {
        let units = Int((min(1, max(0, share)) * Double(8 * cells)).rounded())
        let visible = share > 0 ? max(1, units) : 0
        let full = String(repeating: "█", count: visible / 8)
        return visible % 8 == 0 ? full : full + String(eighths[visible % 8])
    }

    /// Returns the values as small columns, such as `▁▂▃█`; the largest value has the full height.
    static func sparkline(_ values: [Double]) -> String {
        let signs: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        guard let largest = values.max(), largest > 0 else {
            return String(repeating: signs[0], count: values.count)
        }
        return String(values.map { signs[Int((max(0, $0) / largest * 7).rounded(.up))] })
    }
}
