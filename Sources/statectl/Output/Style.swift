// SPDX-License-Identifier: Apache-2.0

/// The colours and the emphasis of text on a terminal.
struct Style: Equatable {
    /// True if text may have colours and emphasis.
    let coloured: Bool

    /// The style without colours and emphasis.
    static let plain = Style(coloured: false)

    /// Returns emphasised text.
    func strong(_ text: String) -> String { wrap(text, "1") }

    /// Returns text with less emphasis.
    func faint(_ text: String) -> String { wrap(text, "2") }

    func good(_ text: String) -> String { wrap(text, "32") }

    func warning(_ text: String) -> String { wrap(text, "33") }

    /// Returns text in the colour of a series of a plot.
    func series(_ text: String, _ number: Int) -> String {
        wrap(text, ["36", "33", "35", "32", "34", "31"][number % 6])
    }

    private func wrap(_ text: String, _ code: String) -> String {
        coloured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
