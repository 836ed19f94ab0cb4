// SPDX-License-Identifier: Apache-2.0

/// Searches that examine eight bytes at a time.
///
/// In a result word, the high bit of each byte that matches is set. Bytes above the lowest match
/// may be wrong because of borrows, but the lowest match is always correct.
extension Span<UInt8> {
    /// Returns the first index in `range` that is not plain text of a JSON string; if there is
    /// none, returns the end of the range.
    ///
    /// Plain text is printable ASCII except quotes and backslashes; if `beyondASCII` is true, all
    /// bytes beyond ASCII are also plain text.
    @inline(__always)
    func endOfPlainText(in range: Range<Int>, beyondASCII: Bool = false) -> Int {
        var index = range.lowerBound
        while range.upperBound - index >= 8 {
            let length = Self.plainText(word(at: index), beyondASCII: beyondASCII)
            index += length
            if length < 8 { return index }
        }
        if index < range.upperBound, range.count >= 8 {
            // Examines the last eight bytes, of which the first are already known to be plain text.
            let last = range.upperBound - 8
            return last + Self.plainText(word(at: last), beyondASCII: beyondASCII)
        }
        while index < range.upperBound {
            let byte = self[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            if byte >= 0x80, !beyondASCII { break }
            index += 1
        }
        return index
    }

    /// Returns the number of leading bytes in a word that are plain text; see
    /// ``endOfPlainText(in:beyondASCII:)``.
    @inline(__always)
    static func plainText(_ word: UInt64, beyondASCII: Bool = false) -> Int {
        let quote = (word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101
        let backslash = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
        let control = word &- 0x2020_2020_2020_2020
        let matches = quote | backslash | control
        // For bytes beyond ASCII, the results of the three tests are not valid.
        let found = (beyondASCII ? matches & ~word : matches | word) & 0x8080_8080_8080_8080
        return found.trailingZeroBitCount >> 3
    }

    /// Returns the index of the first zero byte in `range`; if there is none, returns the end of
    /// the range.
    func firstZero(in range: Range<Int>) -> Int {
        var index = range.lowerBound
        while range.upperBound - index >= 16 {
            let (a, b) = (word(at: index), word(at: index + 8))
            // The high bit of each byte that is zero.
            let zeros = (a &- 0x0101_0101_0101_0101) & ~a | (b &- 0x0101_0101_0101_0101) & ~b
            if zeros & 0x8080_8080_8080_8080 != 0 { break }
            index += 16
        }
        while index < range.upperBound, self[index] != 0 { index += 1 }
        return index
    }

    /// Returns the first eight bytes of a range as a little-endian word; missing bytes are zero.
    @inline(__always)
    func word(in range: Range<Int>) -> UInt64 {
        let missing = 8 - range.count
        if count - range.lowerBound >= 8 {
            let word = word(at: range.lowerBound)
            if missing <= 0 { return word }
            return range.isEmpty ? 0 : (word &<< (missing * 8)) &>> (missing * 8)
        }
        var word: UInt64 = 0
        for index in range.reversed() { word = word << 8 | UInt64(self[index]) }
        return word
    }

    @inline(__always)
    func word(at index: Int) -> UInt64 {
        // The load is checked against the bounds, and any eight bytes are a valid UInt64.
        let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
        return UInt64(littleEndian: word)
    }
}
