// SPDX-License-Identifier: Apache-2.0
internal import CQREncode

/// A QR code for a terminal, with two rows of modules per line of text.
package struct QRPicture {
    /// The width of the margin that the standard requires, in modules.
    private static let margin = 4
    private static let capacity = 177 * 177

    private let modules: [UInt8]
    private let side: Int

    package init?(of text: String) {
        var modules = [UInt8](repeating: 0, count: Self.capacity)
        side = Int(cqrencode(text, &modules, UInt(modules.count)))
        guard side > 0 else { return nil }
        self.modules = modules
    }

    private func isDark(_ row: Int, _ column: Int) -> Bool {
        guard (0..<side).contains(row), (0..<side).contains(column) else { return false }
        return modules[row * side + column] == 1
    }

    /// Draws the code, from the top.
    ///
    /// If `isPlain` is true, it is drawn without colours, for light text on a dark background:
    /// block characters then represent light modules.
    package func lines(isPlain: Bool) -> [String] {
        let range = -Self.margin..<side + Self.margin
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            let blocks = range.map { column in
                block(isDark(row, column) != isPlain, isDark(row + 1, column) != isPlain)
            }.joined()
            return isPlain ? blocks : "\u{1B}[38;5;16;48;5;231m" + blocks + "\u{1B}[0m"
        }
    }

    private func block(_ isUpperFilled: Bool, _ isLowerFilled: Bool) -> String {
        switch (isUpperFilled, isLowerFilled) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
