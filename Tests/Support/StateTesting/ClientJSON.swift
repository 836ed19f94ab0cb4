// SPDX-License-Identifier: Apache-2.0
package import Varlink

// JSON literals in tests: `["item": "film", "position": 61.5]`.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates a string.
    package init(stringLiteral value: String) { self = .string(value) }
    /// Creates an integer.
    package init(integerLiteral value: Int) { self = .int(value) }
    /// Creates a floating-point number.
    package init(floatLiteral value: Double) { self = .double(value) }
    /// Creates a Boolean.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an array.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { JSONMember(key: $0.0, value: $0.1) })
    }
}

extension JSONValue {
    /// Returns the value at a dotted path of members and indices, such as `points.0.item`.
    ///
    /// Returns `nil` if there is none.
    package func at(_ path: String) -> JSONValue? {
        var value = self
        for step in path.split(separator: ".").map(String.init) {
            let next: JSONValue?
            if case .array(let elements) = value {
                next = Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            } else {
                next = value[step]
            }
            guard let next else { return nil }
            value = next
        }
        return value
    }

    /// Returns the object with the members of another one added; on a conflict, the other one wins.
    package func with(_ other: JSONValue) -> JSONValue {
        guard case .object(let own) = self, case .object(let others) = other else { return other }
        let kept = own.filter { member in !others.contains { $0.key == member.key } }
        return .object(kept + others)
    }

    /// Returns the object without the given members.
    package func without(_ keys: String...) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !keys.contains($0.key) })
    }

    /// The elements of an array; empty for any other value.
    package var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The names of an object's members, in order; empty for any other value.
    package var keys: [String] {
        if case .object(let members) = self { members.map(\.key) } else { [] }
    }

    /// The text of a string; `nil` for any other value.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number if it is an integer without point and exponent, otherwise `nil`.
    package var int: Int? {
        if case .int(let number) = self { number } else { nil }
    }

    /// The value, encoded as JSON.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// Returns a snapshot of a paused item by `mpv`; the members of `others` replace the defaults.
    package static func snapshot(
        _ item: String,
        _ position: Double,
        _ others: JSONValue = [:]
    ) -> JSONValue {
        let plain: JSONValue = [
            "item": .string(item), "player": "mpv", "status": "paused",
            "position": .double(position),
        ]
        return plain.with(others)
    }
}

extension JSONValue {
    /// The number, as an integer or not; `nil` for any other value.
    package var number: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
