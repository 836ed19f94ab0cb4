/// Any JSON value, for what is off the hot path.
package enum JSONValue: Equatable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without point and exponent, in range.
    case int(Int)
    /// Any other number; finite.
    case double(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object's members in their order; where a key comes twice, the last one counts.
    case object([JSONMember])

    /// The member of that key; nil: there is none, or this is no object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }
}

/// One member of a JSON object.
package struct JSONMember: Equatable, Sendable {
    /// The member's name.
    package let key: String
    /// The member's value.
    package let value: JSONValue

    /// A member with its value.
    package init(key: String, value: JSONValue) {
        self.key = key
        self.value = value
    }
}

/// What can be read from JSON.
package protocol JSONDecodable {
    /// Reads the next value.
    init(from reader: inout JSONReader) throws(JSONError)
}

/// What can be written as JSON.
package protocol JSONEncodable {
    /// Writes exactly one value.
    func write(to writer: inout JSONWriter)
}
