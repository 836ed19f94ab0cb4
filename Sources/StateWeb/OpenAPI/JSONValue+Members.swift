// SPDX-License-Identifier: Apache-2.0
internal import Varlink

extension JSONValue {
    /// Returns an object with the given members.
    static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { JSONMember(key: $0.key, value: $0.value) })
    }

    /// The value, encoded.
    var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// The text; `nil` for anything else.
    var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The whole number; `nil` for anything else.
    var integer: Int? { if case .int(let number) = self { number } else { nil } }
}
