// SPDX-License-Identifier: Apache-2.0

/// Any JSON value, for code that need not be fast.
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number without a decimal point or an exponent that fits into `Int`.
    case int(Int)
    /// Any other number, which is always finite.
    case double(Double)
    case string(String)
    case array([JSONValue])
    /// The members of an object, in order; if a key occurs twice, the last member counts.
    case object([JSONMember])

    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    package var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The value of ``int(_:)``; `nil` for any other value, including 5.0.
    package var integer: Int? { if case .int(let number) = self { number } else { nil } }

    package var numericValue: Double? {
        if case .double(let number) = self { number } else { integer.map(Double.init) }
    }

    package var list: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

    package var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// Returns an object with the given members, without those that are `nil`.
    package static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { key, value in value.map { JSONMember(key: key, value: $0) } })
    }

    package static func parse(_ bytes: [UInt8]) -> JSONValue? {
        var reader = JSONReader(bytes)
        guard let value = try? reader.value(), (try? reader.finish()) != nil else { return nil }
        return value
    }
}

package struct JSONMember: Equatable, Sendable {
    package let key: String
    package let value: JSONValue

    package init(key: String, value: JSONValue) {
        self.key = key
        self.value = value
    }
}

package protocol JSONDecodable {
    init(from reader: inout JSONReader) throws(JSONError)
}

package protocol JSONEncodable {
    /// Writes exactly one JSON value.
    func write(to writer: inout JSONWriter)
}
