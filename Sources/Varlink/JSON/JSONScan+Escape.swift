// SPDX-License-Identifier: Apache-2.0
extension Span<UInt8> {
    func unescaped(_ content: Range<Int>) throws(JSONError) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(content.count)
        var index = content.lowerBound
        while index < content.upperBound {
            if self[index] == UInt8(ascii: "\\") {
                let scalar = try escape(at: &index, before: content.upperBound)
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else {
                text.append(self[index])
                index += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes the escape at `index` and advances `index`; a surrogate pair is one escape.
    ///
    /// The caller guarantees that at least one byte before `limit` follows the backslash.
    private func escape(at index: inout Int, before limit: Int) throws(JSONError) -> Unicode.Scalar
    {
        let start = index
        let letter = self[start + 1]
        index += 2
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw JSONError(.text, offset: start)
        }
        let high = try hexadecimal(at: &index, before: limit)
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard UTF16.isLeadSurrogate(high), limit - index >= 2,
            self[index] == UInt8(ascii: "\\"), self[index + 1] == UInt8(ascii: "u")
        else { throw JSONError(.text, offset: start) }
        index += 2
        let low = try hexadecimal(at: &index, before: limit)
        guard UTF16.isTrailSurrogate(low) else { throw JSONError(.text, offset: start) }
        // Two surrogates of ten bits each always form a valid scalar, but the type system does not
        // know this.
        let value = 0x1_0000 + UInt32(high & 0x3FF) << 10 + UInt32(low & 0x3FF)
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private func hexadecimal(at index: inout Int, before limit: Int) throws(JSONError) -> UInt16 {
        guard limit - index >= 4 else { throw JSONError(.text, offset: index) }
        var value: UInt16 = 0
        for place in index..<index + 4 {
            let digit: UInt8
            switch self[place] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = self[place] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = self[place] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = self[place] - UInt8(ascii: "A") + 10
            default: throw JSONError(.text, offset: place)
            }
            value = value << 4 | UInt16(digit)
        }
        index += 4
        return value
    }
}
