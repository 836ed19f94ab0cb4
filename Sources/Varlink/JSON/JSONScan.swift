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
        guard index < count else { throw JSONError(.end, offset: index) }
        guard self[index] == UInt8(ascii: "\"") else { throw JSONError(.syntax, offset: index) }
        index = skipSpace(try skipString(index))
        return try skip(UInt8(ascii: ":"), at: index)
    }

    /// Skips white space and any value.
    ///
    /// Brackets may be nested at most `depth` levels deep, and at most 64.
    func skipValue(_ start: Int, depth: Int) throws(JSONError) -> Int {
        var nesting = Nesting(limit: depth)
        var index = start
        repeat {
            index = skipSpace(index)
            guard index < count else { throw JSONError(.end, offset: index) }
            if let bracket = Nesting.Bracket(openedBy: self[index]) {
                guard nesting.push(bracket) else { throw JSONError(.depth, offset: index) }
                index = skipSpace(index + 1)
                if index == count || self[index] != bracket.closing {
                    if bracket == .object { index = try skipKey(index) }
                    continue
                }
            } else {
                index = try skipScalar(index)
            }
            while let top = nesting.top {
                index = skipSpace(index)
                guard index < count else { throw JSONError(.end, offset: index) }
                let byte = self[index]
                index += 1
                if byte == UInt8(ascii: ",") {
                    if top == .object { index = try skipKey(index) }
                    break
                }
                guard byte == top.closing else { throw JSONError(.syntax, offset: index - 1) }
                nesting.pop()
            }
        } while nesting.top != nil
        return index
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

/// The open brackets, one bit for each, which replace recursion when a value is skipped.
private struct Nesting {
    enum Bracket {
        case array
        case object

        @inline(__always)
        init?(openedBy byte: UInt8) {
            if byte == UInt8(ascii: "{") {
                self = .object
            } else if byte == UInt8(ascii: "[") {
                self = .array
            } else {
                return nil
            }
        }

        @inline(__always)
        var closing: UInt8 {
            self == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
        }
    }

    private let limit: Int
    private var objects: UInt64 = 0
    private var count = 0

    @inline(__always)
    init(limit: Int) {
        self.limit = Swift.min(limit, objects.bitWidth)
    }

    @inline(__always)
    var top: Bracket? {
        if count == 0 { return nil }
        return objects & 1 == 1 ? .object : .array
    }

    @inline(__always)
    mutating func push(_ bracket: Bracket) -> Bool {
        guard count < limit else { return false }
        objects = objects << 1 | (bracket == .object ? 1 : 0)
        count += 1
        return true
    }

    @inline(__always)
    mutating func pop() {
        objects >>= 1
        count -= 1
    }
}
