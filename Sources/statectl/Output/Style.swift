// SPDX-License-Identifier: Apache-2.0

/// The colours and weights of text.
struct Style: Equatable {
    /// True if text may have colours and weights.
    let coloured: Bool

    /// The style without colours and weights.
    static let plain = Style(coloured: false)

    /// Returns text with emphasis.
    func strong(_ text: String) -> String { wrap(text, "1") }

    /// Returns text of minor importance.
    func faint(_ text: String) -> String { wrap(text, "2") }

    /// Returns text that reports a good state.
    func good(_ text: String) -> String { wrap(text, "32") }

    /// Returns text of one of several series of a plot.
    func warning(_ text: String) -> String { wrap(text, "33") }

    /// Returns text that belongs to one of several series of a picture.
    func series(_ text: String, _ number: Int) -> String {
        wrap(text, ["36", "33", "35", "32", "34", "31"][number % 6])
    }

    private func wrap(_ text: String, _ code: String) -> String {
        coloured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
