// SPDX-License-Identifier: Apache-2.0

/// The grammar of JSON, for bytes.
///
/// Each function takes the index at which a token begins. It returns the index after the token, or
/// throws.
extension Span<UInt8> {
    @inline(__always)
    func skipSpace(_ start: Int) -> Int {
        var index = start
        while index < count, self[index] <= UInt8(ascii: " ") {
            switch self[index] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                index += 1
            default:
                return index
            }
        }
        return index
    }

    @inline(__always)
    func skip(_ byte: UInt8, at index: Int) throws(JSONError) -> Int {
        guard index < count else { throw JSONError(.end, offset: index) }
        guard self[index] == byte else { throw JSONError(.syntax, offset: index) }
        return index + 1
    }

    func skip(_ word: StaticString, at start: Int) throws(JSONError) -> Int {
        var index = start
        for byte in word.description.utf8 { index = try skip(byte, at: index) }
        return index
    }

    @inline(__always)
    func skipKey(_ start: Int) throws(JSONError) -> Int {
        var index = skipSpace(start)
        let key = compactKey(at: index, before: count)
        if let key { return key.place.content.upperBound + 2 }
        guard index < count else { throw JSONError(.end, offset: index) }
        guard self[index] == UInt8(ascii: "\"") else { throw JSONError(.syntax, offset: index) }
        index = skipSpace(try skipString(index))
        return try skip(UInt8(ascii: ":"), at: index)
    }

    /// Skips white space and any value, whose brackets may be nested at most `depth` levels deep.
    @inline(__always)
    func skipValue(_ start: Int, depth: Int) throws(JSONError) -> Int {
        let index = skipSpace(start)
        guard index < count else { throw JSONError(.end, offset: index) }
        switch self[index] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return try skipNested(index, depth: depth)
        default: return try skipScalar(index)
        }
    }

    private func skipNested(_ start: Int, depth: Int) throws(JSONError) -> Int {
        guard depth > 0 else { throw JSONError(.depth, offset: start) }
        let isObject = self[start] == UInt8(ascii: "{")
        let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        var index = skipSpace(start + 1)
        if index < count, self[index] == closing { return index + 1 }
        while true {
            if isObject { index = try skipKey(index) }
            index = skipSpace(try skipValue(index, depth: depth - 1))
            if index < count, self[index] == closing { return index + 1 }
            index = try skip(UInt8(ascii: ","), at: index)
        }
    }

    @inline(__always)
    private func skipScalar(_ index: Int) throws(JSONError) -> Int {
        switch self[index] {
        case UInt8(ascii: "\""): try skipString(index)
        case UInt8(ascii: "t"): try skip("true", at: index)
        case UInt8(ascii: "f"): try skip("false", at: index)
        case UInt8(ascii: "n"): try skip("null", at: index)
        default: try number(index).end
        }
    }
}
