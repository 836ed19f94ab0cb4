// SPDX-License-Identifier: Apache-2.0

/// The progress of a long task, on one line of a terminal that is rewritten.
struct ProgressBar {
    private static let cells = 24
    private let label: String
    private let output: Output
    private var shown: String?

    /// Creates a bar on `output`, which shows nothing unless that is a terminal.
    init(label: String, on output: Output) {
        self.label = label
        self.output = output
    }

    /// Shows the progress.
    mutating func show(_ done: Int, of total: Int) {
        let text = Self.text(label, done, of: total)
        guard output.isTerminal, text != shown else { return }
        output.write(Array("\r\u{1B}[K\(TextWidth.cut(text, to: output.width - 1))".utf8))
        shown = text
    }

    /// Removes the bar from the terminal.
    mutating func clear() {
        if shown != nil { output.write(Array("\r\u{1B}[K".utf8)) }
        shown = nil
    }

    /// Returns the text of a bar: `backup  [######..................]  25 %`.
    static func text(_ label: String, _ done: Int, of total: Int) -> String {
        let share = total > 0 ? min(1, max(0, Double(done) / Double(total))) : 0
        return "\(label)  \(bar(share))  \(TextWidth.right("\(Int(share * 100))", 3)) %"
    }

    /// Returns the bar alone: `[######..................]` for a share of a quarter.
    static func bar(_ share: Double, cells: Int = cells) -> String {
        let full = Int(min(1, max(0, share)) * Double(cells))
        let empty = String(repeating: ".", count: cells - full)
        return "[\(String(repeating: "#", count: full))\(empty)]"
    }
}
