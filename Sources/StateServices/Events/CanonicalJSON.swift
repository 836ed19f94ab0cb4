// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import Varlink

/// The meaning of a JSON text, independent of the order of members, of white space and of escapes.
///
/// A program that repeats an event after a crash may write the event's members in another order.
/// Numbers are compared as texts, because different long numbers may have the same floating-point
/// value.
enum CanonicalJSON: Equatable {
    case object([ExactString: CanonicalJSON])
    case array([CanonicalJSON])
    case text(ExactString)
    /// A number, `true`, `false` or `null`, as its bytes in the text.
    case plain([UInt8])

    static func same(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        if one == other { return true }
        var (left, right) = (JSONReader(one), JSONReader(other))
        guard let sense = try? CanonicalJSON(from: &left) else { return false }
        return (try? CanonicalJSON(from: &right)) == sense
    }

    private init(from reader: inout JSONReader) throws(JSONError) {
        var ahead = reader
        let raw = try ahead.raw()
        switch raw.first {
        case UInt8(ascii: "{"):
            var members: [ExactString: CanonicalJSON] = [:]
            try reader.object { (key, reader) throws(JSONError) in
                members[ExactString(reader.text(of: key))] = try CanonicalJSON(from: &reader)
            }
            self = .object(members)
        case UInt8(ascii: "["):
            var elements: [CanonicalJSON] = []
            try reader.array { (reader) throws(JSONError) in
                elements.append(try CanonicalJSON(from: &reader))
            }
            self = .array(elements)
        case UInt8(ascii: "\""): self = .text(ExactString(try reader.string()))
        default:
            self = .plain(raw)
            try reader.skip()
        }
    }
}
