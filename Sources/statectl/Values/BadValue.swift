/// A value on the command line that can't be what it should be.
struct BadValue: Error, Equatable {
    /// The value as it was given.
    let text: String
    /// What it is not, with examples: "a position: write 1:02:03 or 90s".
    let expected: String

    /// The value that is not what was expected.
    init(_ text: String, expected: String) {
        self.text = text
        self.expected = expected
    }
}

/// What is written as text on the command line.
protocol TextValue {
    /// Reads the text.
    init(text: String) throws(BadValue)
    /// The texts to choose from, in the order in which people should see them; empty: any.
    static var names: [String] { get }
}

extension TextValue {
    /// Any text may be one.
    static var names: [String] { [] }
}

extension TextValue where Self: RawRepresentable<String> & CaseIterable {
    /// The names of all cases.
    static var names: [String] { allCases.map(\.rawValue) }

    /// Reads a case's name.
    init(text: String) throws(BadValue) {
        self = try Self.named(text)
    }
}
