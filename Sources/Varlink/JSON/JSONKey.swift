/// A key, or another short name, as it was read: asking which one it is makes no string of it.
///
/// The text of any is ``JSONReader/text(of:)``.
package struct JSONKey: Sendable {
    /// How many bytes its text has.
    package let count: Int
    /// The first eight of them, the first one lowest, and zeros where there are fewer.
    package let first: UInt64
    /// The eight after those.
    package let second: UInt64
    /// Where it stands in the reader's bytes.
    let place: JSONText

    /// The key that stands there in ASCII without escapes, with what its bytes are.
    @inline(__always)
    init(_ place: JSONText, first: UInt64, second: UInt64) {
        count = place.content.count
        self.first = first
        self.second = second
        self.place = place
    }

    /// The key that stands there and is a part of those bytes.
    init(_ place: JSONText, _ range: Range<Int>, of bytes: Span<UInt8>) {
        let middle = min(range.lowerBound + 8, range.upperBound)
        count = range.count
        first = bytes.word(in: range)
        second = bytes.word(in: middle..<range.upperBound)
        self.place = place
    }
}

extension Span<UInt8> {
    /// The short key that begins with a quote at `start`, as nearly all keys are: in plain text, with
    /// the colon and a value right after it; nil: there may be another one.
    @inline(__always)
    func compactKey(at start: Int, before end: Int) -> JSONKey? {
        let start = start + 1
        // So many bytes are there that none below needs to be asked for.
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
        guard self[end] == UInt8(ascii: "\""), self[end + 1] == UInt8(ascii: ":"),
            self[end + 2] > UInt8(ascii: " ")
        else { return nil }
        return JSONKey(JSONText(content: start..<end), first: first, second: second)
    }
}

// Here and in StateProtocol: a package's functions are made part of their callers within a module
// alone, and only there a literal's bytes become two numbers when the program is built.
extension JSONKey {
    /// Whether it is that name, of up to 16 bytes of ASCII.
    @inline(__always)
    package static func ~= (name: StaticString, key: JSONKey) -> Bool {
        precondition(name.utf8CodeUnitCount <= 16, "a key has 16 bytes that can be asked for")
        return key.count == name.utf8CodeUnitCount
            && key.first == name.word(from: 0) && key.second == name.word(from: 8)
    }
}

extension StaticString {
    /// Eight of its bytes, the first one lowest, and zeros behind its end.
    @inline(__always)
    fileprivate func word(from start: Int) -> UInt64 {
        let low = byte(start) | byte(start + 1) << 8 | byte(start + 2) << 16 | byte(start + 3) << 24
        let high =
            byte(start + 4) | byte(start + 5) << 8 | byte(start + 6) << 16 | byte(start + 7) << 24
        return low | high << 32
    }

    @inline(__always)
    private func byte(_ index: Int) -> UInt64 {
        // A literal's bytes stay where they are as long as the program runs.
        index < utf8CodeUnitCount ? UInt64(unsafe utf8Start[index]) : 0
    }
}
