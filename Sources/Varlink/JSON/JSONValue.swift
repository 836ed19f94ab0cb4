// SPDX-License-Identifier: Apache-2.0

/// Any JSON value, for code that need not be fast.
package enum JSONValue: Equatable, Sendable {
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without point and exponent, in the range of `Int`.
    case int(Int)
    /// Any other number; always finite.
    case double(Double)
    case string(String)
    case array([JSONValue])
    /// The members of an object in order; for a duplicate key, only the last value.
    case object([JSONMember])

    /// The value of the member with the given key; `nil` if there is none or this is not an object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The text; `nil` for anything else.
    package var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The integer; `nil` for anything else.
    package var integer: Int? { if case .int(let number) = self { number } else { nil } }

    /// The number, written with or without a fraction; `nil` for anything else.
    package var numericValue: Double? {
        if case .double(let number) = self { number } else { integer.map(Double.init) }
    }

    /// The elements of an array; empty for anything else.
    package var list: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

    /// The encoded value.
    package var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// Returns an object with the given members, except those that are `nil`.
    package static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { key, value in value.map { JSONMember(key: key, value: $0) } })
    }

    /// Parses a value that takes up all of `bytes`; `nil` if the bytes are invalid.
    package static func parse(_ bytes: [UInt8]) -> JSONValue? {
        var reader = JSONReader(bytes)
        guard let value = try? reader.value(), (try? reader.finish()) != nil else { return nil }
        return value
    }
}

/// One member of a JSON object.
package struct JSONMember: Equatable, Sendable {
    /// The member's name.
    package let key: String
    /// The member's value.
    package let value: JSONValue

    /// Creates a member.
    package init(key: String, value: JSONValue) {
        self.key = key
        self.value = value
    }
}

/// A type that can be read from JSON.
package protocol JSONDecodable {
    /// Reads the next value.
    init(from reader: inout JSONReader) throws(JSONError)
}

/// A type that can be written as JSON.
package protocol JSONEncodable {
    /// Writes exactly one value.
    func write(to writer: inout JSONWriter)
}
