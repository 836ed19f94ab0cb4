// SPDX-License-Identifier: Apache-2.0

struct Style: Equatable {
    let coloured: Bool

    static let plain = Style(coloured: false)

    func strong(_ text: String) -> String { wrap(text, "1") }

    func faint(_ text: String) -> String { wrap(text, "2") }

    func good(_ text: String) -> String { wrap(text, "32") }

    func warning(_ text: String) -> String { wrap(text, "33") }

    func series(_ text: String, _ number: Int) -> String {
        wrap(text, ["36", "33", "35", "32", "34", "31"][number % 6])
    }

    private func wrap(_ text: String, _ code: String) -> String {
        coloured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
