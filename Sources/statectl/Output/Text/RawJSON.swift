// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

/// Functions that extract parts of JSON without losing unknown members, and that create objects.
enum RawJSON {
    static func member(_ name: String, of json: [UInt8]) throws(StateClientError) -> [UInt8] {
        var found: [UInt8]?
        try read(json) { (reader) throws(JSONError) in
            try reader.object { (key, reader) throws(JSONError) in
                if reader.text(of: key) == name { found = try reader.raw() }
            }
        }
        guard let found else { throw .invalidReply(reason: "\(name) is missing") }
        return found
    }

    static func elements(_ name: String, of json: [UInt8]) throws(StateClientError) -> [[UInt8]] {
        let array = try member(name, of: json)
        var found: [[UInt8]] = []
        try read(array) { (reader) throws(JSONError) in
            try reader.array { (reader) throws(JSONError) in
                found.append(try reader.raw())
            }
        }
        return found
    }

    /// Returns an object with the members that are not `nil`.
    static func object(_ members: KeyValuePairs<String, JSONValue?>) -> [UInt8] {
        JSONValue.members(members).encoded
    }

    static func adding(_ name: String, _ value: String, to object: [UInt8]) -> [UInt8] {
        guard let end = object.lastIndex(of: UInt8(ascii: "}")) else { return object }
        let isEmpty = object[..<end].allSatisfy { $0 == UInt8(ascii: "{") || $0 <= 0x20 }
        let member = self.object([name: .string(value)]).dropFirst()
        return object[..<end] + (isEmpty ? [] : [UInt8(ascii: ",")]) + member
    }

    /// Returns JSON on one line, with spaces in place of line breaks and tabs.
    static func flat(_ json: some Sequence<UInt8>) -> String {
        let bytes = json.map { [0x09, 0x0A, 0x0D].contains($0) ? 0x20 : $0 }
        return String(decoding: bytes, as: UTF8.self).visible
    }

    private static func read(
        _ json: [UInt8],
        _ body: (inout JSONReader) throws(JSONError) -> Void
    ) throws(StateClientError) {
        var reader = JSONReader(json)
        do {
            try body(&reader)
        } catch {
            throw .invalidReply(reason: error.description)
        }
    }
}
