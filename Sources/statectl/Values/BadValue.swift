// SPDX-License-Identifier: Apache-2.0

/// An invalid value on the command line.
struct BadValue: Error, Equatable {
    /// The value as written.
    let text: String
    /// A description of valid values, with examples: "a position: write 1:02:03 or 90s".
    let expected: String

    /// Creates the error for a value.
    init(_ text: String, expected: String) {
        self.text = text
        self.expected = expected
    }
}

/// A value that is given as text on the command line.
protocol TextValue {
    /// Parses the text.
    init(text: String) throws(BadValue)
    /// The allowed texts, in the order in which they are displayed; empty if any text is allowed.
    static var names: [String] { get }
}

extension TextValue {
    /// An empty list, because any text is allowed by default.
    static var names: [String] { [] }
}

extension TextValue where Self: RawRepresentable<String> & CaseIterable {
    static var names: [String] { allCases.map(\.rawValue) }

    /// Returns the case with the given name.
    init(text: String) throws(BadValue) {
        self = try Self.named(text)
    }
}
