// SPDX-License-Identifier: Apache-2.0

/// An invalid value on the command line.
struct BadValue: Error, Equatable {
    /// The value as it was given.
    let text: String
    /// The expected value, with examples: "a position: write 1:02:03 or 90s".
    let expected: String

    /// Creates the error for a value.
    init(_ text: String, expected: String) {
        self.text = text
        self.expected = expected
    }
}

/// A value that is written as text on the command line.
protocol TextValue {
    /// Creates the value from its text.
    init(text: String) throws(BadValue)
    /// The possible texts, in display order; empty for free text.
    static var names: [String] { get }
}

extension TextValue {
    /// An empty list, for free text.
    static var names: [String] { [] }
}

extension TextValue where Self: RawRepresentable<String> & CaseIterable {
    static var names: [String] { allCases.map(\.rawValue) }

    /// Creates the case from its name.
    init(text: String) throws(BadValue) {
        self = try Self.named(text)
    }
}
