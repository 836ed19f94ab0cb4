// SPDX-License-Identifier: Apache-2.0

struct BadValue: Error, Equatable {
    let text: String
    /// A description of valid values with examples, such as `a position: write 1:02:03 or 90s`.
    let expected: String

    init(_ text: String, expected: String) {
        self.text = text
        self.expected = expected
    }
}

protocol TextValue {
    init(text: String) throws(BadValue)
    /// The allowed texts, in the order of their display; empty if others are allowed.
    static var names: [String] { get }
}

extension TextValue {
    /// Empty, because most values have no fixed set of texts.
    static var names: [String] { [] }
}

extension TextValue where Self: RawRepresentable<String> & CaseIterable {
    static var names: [String] { allCases.map(\.rawValue) }

    init(text: String) throws(BadValue) {
        self = try Self.named(text)
    }
}
