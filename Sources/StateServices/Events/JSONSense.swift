// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import Varlink

/// The meaning of a JSON text, regardless of the order of members, white space and escapes.
///
/// A program that repeats an event after a crash may write the members in another order. Numbers
/// are equal only if their texts are, because comparing values would confuse long numbers.
enum JSONSense: Equatable {
    /// An object.
    case object([ExactString: JSONSense])
    /// An array.
    case array([JSONSense])
    /// A string.
    case text(ExactString)
    /// A number, `true`, `false` or `null`, unchanged.
    case plain([UInt8])

    /// Returns true if both texts have the same meaning.
    static func same(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        if one == other { return true }
        var (left, right) = (JSONReader(one), JSONReader(other))
        guard let sense = try? JSONSense(from: &left) else { return false }
        return (try? JSONSense(from: &right)) == sense
    }

    private init(from reader: inout JSONReader) throws(JSONError) {
        var ahead = reader
        let raw = try ahead.raw()
        switch raw.first {
        case UInt8(ascii: "{"):
            var members: [ExactString: JSONSense] = [:]
            try reader.object { (key, reader) throws(JSONError) in
                members[ExactString(reader.text(of: key))] = try JSONSense(from: &reader)
            }
            self = .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONSense] = []
            try reader.array { (reader) throws(JSONError) in
                elements.append(try JSONSense(from: &reader))
            }
            self = .array(elements)
        case UInt8(ascii: "\""): self = .text(ExactString(try reader.string()))
        default:
            self = .plain(raw)
            try reader.skip()
        }
    }
}
