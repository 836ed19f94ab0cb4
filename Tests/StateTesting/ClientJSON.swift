package import Varlink

// JSON as it stands in a test: `["item": "film", "position": 61.5]`.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .int(value) }
    package init(floatLiteral value: Double) { self = .double(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { JSONMember(key: $0.0, value: $0.1) })
    }
}

extension JSONValue {
    /// The value at a dotted path of members and places: `points.0.item`; nil: nothing is there.
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

    /// The same object with the members of another one put in, in the place of its own.
    package func with(_ other: JSONValue) -> JSONValue {
        guard case .object(let own) = self, case .object(let others) = other else { return other }
        let kept = own.filter { member in !others.contains { $0.key == member.key } }
        return .object(kept + others)
    }

    /// The same object without those members.
    package func without(_ keys: String...) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !keys.contains($0.key) })
    }

    /// The elements of an array; of anything else none.
    package var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The members' names, in order; of anything but an object none.
    package var keys: [String] {
        if case .object(let members) = self { members.map(\.key) } else { [] }
    }

    /// The text of a string; nil: it is none.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, if it is a whole one as JSON writes it.
    package var int: Int? {
        if case .int(let number) = self { number } else { nil }
    }

    /// The value as JSON.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// A snapshot by `mpv`, paused; `others` are put in, in the place of these.
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
    /// The number, however it is written.
    package var number: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
