// SPDX-License-Identifier: Apache-2.0
import Varlink

/// What the three ways over a value make of it: each answers its error, or nil.
struct Verdicts: Equatable {
    var value: JSONError?
    var skip: JSONError?
    var raw: JSONError?

    /// Reads the same bytes in all three ways, up to their end.
    init(_ bytes: [UInt8], depth: Int = JSONReader.defaultDepth) {
        value = Self.error(bytes, depth) { (reader) throws(JSONError) in _ = try reader.value() }
        skip = Self.error(bytes, depth) { (reader) throws(JSONError) in try reader.skip() }
        raw = Self.error(bytes, depth) { (reader) throws(JSONError) in _ = try reader.raw() }
    }

    /// All three accept.
    var accepted: Bool { value == nil && skip == nil && raw == nil }

    /// All three refuse, for the same kind of reason.
    func refused(_ kind: JSONError.Kind) -> Bool {
        value?.kind == kind && skip?.kind == kind && raw?.kind == kind
    }

    private static func error(
        _ bytes: [UInt8],
        _ depth: Int,
        _ read: (inout JSONReader) throws(JSONError) -> Void
    ) -> JSONError? {
        do throws(JSONError) {
            var reader = JSONReader(bytes, depth: depth)
            try read(&reader)
            try reader.finish()
            return nil
        } catch {
            return error
        }
    }
}

/// The value that a text stands for.
func json(_ text: String) throws(JSONError) -> JSONValue {
    try json(Array(text.utf8))
}

/// The value that bytes stand for.
func json(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes)
    let value = try reader.value()
    try reader.finish()
    return value
}

/// What a writer makes of what the closure writes.
func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}
