// SPDX-License-Identifier: Apache-2.0

/// A key, or another short name, that can be compared without creating a string.
///
/// ``JSONReader/text(of:)`` returns its text.
@usableFromInline
package struct JSONKey: Sendable {
    @usableFromInline package let count: Int
    /// The first eight bytes of the text as a little-endian word; missing bytes are zero.
    @usableFromInline package let first: UInt64
    /// The next eight bytes of the text, in the same form.
    @usableFromInline package let second: UInt64
    let place: JSONText

    /// Creates a key whose text is ASCII without escapes, from its position and its first 16 bytes.
    @inline(__always)
    init(_ place: JSONText, first: UInt64, second: UInt64) {
        count = place.content.count
        self.first = first
        self.second = second
        self.place = place
    }

    init(_ place: JSONText, _ range: Range<Int>, of bytes: Span<UInt8>) {
        let middle = min(range.lowerBound + 8, range.upperBound)
        count = range.count
        first = bytes.word(in: range)
        second = bytes.word(in: middle..<range.upperBound)
        self.place = place
    }
}

extension Span<UInt8> {
    /// Returns the key in quotes at `start` if it is short and plain; `nil` if it may have another
    /// form.
    ///
    /// Nearly all keys are at most 16 bytes of plain text, with the colon directly after them, and
    /// the value after that or after one space.
    @inline(__always)
    func compactKey(at start: Int, before end: Int) -> JSONKey? {
        let start = start + 1
        // More than 18 bytes follow, so the reads below need no checks of the bounds.
        guard end - start > 18, self[start - 1] == UInt8(ascii: "\"") else { return nil }
        var first = word(at: start)
        var second: UInt64 = 0
        var length = Self.plainText(first)
        if length < 8 {
            first &= 1 &<< (8 * length) &- 1
        } else {
            second = word(at: start + 8)
            let more = Self.plainText(second)
            guard more < 8 else { return nil }
            second &= 1 &<< (8 * more) &- 1
            length += more
        }
        let end = start + length
        let space = UInt8(ascii: " ")
        guard self[end] == UInt8(ascii: "\""), self[end + 1] == UInt8(ascii: ":"),
            self[end + 2] > space || self[end + 2] == space && self[end + 3] > space
        else { return nil }
        return JSONKey(JSONText(content: start..<end), first: first, second: second)
    }
}

// These functions are also inlined in other modules, where the compiler turns the bytes of a
// literal into two numbers.
extension JSONKey {
    /// Returns true if the key equals a name, which must be ASCII and at most 16 bytes long.
    @inlinable @inline(__always)
    package static func ~= (name: StaticString, key: JSONKey) -> Bool {
        precondition(name.utf8CodeUnitCount <= 16, "a name must have at most 16 bytes")
        return key.count == name.utf8CodeUnitCount
            && key.first == name.word(from: 0) && key.second == name.word(from: 8)
    }
}

extension StaticString {
    /// Returns eight bytes as a little-endian word; bytes after the end are zero.
    @inlinable @inline(__always)
    func word(from start: Int) -> UInt64 {
        let low = byte(start) | byte(start + 1) << 8 | byte(start + 2) << 16 | byte(start + 3) << 24
        let high =
            byte(start + 4) | byte(start + 5) << 8 | byte(start + 6) << 16 | byte(start + 7) << 24
        return low | high << 32
    }

    @inlinable @inline(__always)
    func byte(_ index: Int) -> UInt64 {
        // The bytes of a literal are valid until the program ends.
        index < utf8CodeUnitCount ? UInt64(unsafe utf8Start[index]) : 0
    }
}
