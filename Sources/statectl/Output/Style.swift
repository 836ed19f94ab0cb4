/// Colours and weights, where the reader wants them.
struct Style: Equatable {
    /// Whether anything but plain text may go out.
    let coloured: Bool

    /// Plain text alone.
    static let plain = Style(coloured: false)

    /// What a person should see first.
    func strong(_ text: String) -> String { wrap(text, "1") }

    /// What is there for completeness.
    func faint(_ text: String) -> String { wrap(text, "2") }

    /// That all is well.
    func good(_ text: String) -> String { wrap(text, "32") }

    /// That something needs a person.
    func warning(_ text: String) -> String { wrap(text, "33") }

    private func wrap(_ text: String, _ code: String) -> String {
        coloured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
