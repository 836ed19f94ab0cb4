extension JSONReader {
    /// Reads a string and decodes its escapes.
    package mutating func string() throws(JSONError) -> String {
        let content = try stringToken()
        if content.escaped { return try unescaped(content.range) }
        return try text(content.range)
    }

    /// What stands between a string's quotes.
    struct StringToken {
        var range: Range<Int>
        var escaped: Bool
        var ascii: Bool
    }

    /// Passes a string; its escapes and its UTF-8 are yet to be checked.
    mutating func stringToken() throws(JSONError) -> StringToken {
        guard try startOfValue() == UInt8(ascii: "\"") else { throw mismatch("a string") }
        position += 1
        var token = StringToken(range: position..<position, escaped: false, ascii: true)
        while position < end {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                token.range = token.range.lowerBound..<position
                position += 1
                return token
            }
            if byte < 0x20 { throw failure(.text) }
            if byte == UInt8(ascii: "\\") {
                token.escaped = true
                position += 1
            } else if byte >= 0x80 {
                token.ascii = false
            }
            position += 1
        }
        position = end
        throw failure(.end)
    }

    /// Passes a string and checks its escapes and its UTF-8.
    mutating func skipString() throws(JSONError) {
        let token = try stringToken()
        if token.escaped {
            _ = try unescaped(token.range)
        } else if !token.ascii {
            try checkText(token.range)
        }
    }

    /// The text of a range without escapes.
    private func text(_ range: Range<Int>) throws(JSONError) -> String {
        do {
            let span = try UTF8Span(validating: bytes.span.extracting(range))
            return String(copying: span)
        } catch {
            throw JSONError(.text, offset: range.lowerBound + error.byteOffsets.lowerBound)
        }
    }

    /// Throws unless a range is UTF-8.
    private func checkText(_ range: Range<Int>) throws(JSONError) {
        do {
            _ = try UTF8Span(validating: bytes.span.extracting(range))
        } catch {
            throw JSONError(.text, offset: range.lowerBound + error.byteOffsets.lowerBound)
        }
    }

    /// The text of a range with escapes.
    private func unescaped(_ range: Range<Int>) throws(JSONError) -> String {
        var text = ""
        var index = range.lowerBound
        var plain = index
        while index < range.upperBound {
            guard bytes[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            text += try self.text(plain..<index)
            text.unicodeScalars.append(try escape(at: &index, before: range.upperBound))
            plain = index
        }
        return text + (try self.text(plain..<range.upperBound))
    }

    /// Decodes the escape at `index`, or the two that make a surrogate pair, and passes it.
    private func escape(at index: inout Int, before limit: Int) throws(JSONError) -> Unicode.Scalar
    {
        let start = index
        let letter = bytes[index + 1]
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
        guard high < 0xDC00, limit - index >= 2, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else { throw JSONError(.text, offset: start) }
        index += 2
        let low = try hexadecimal(at: &index, before: limit)
        guard 0xDC00...0xDFFF ~= low,
            let scalar = Unicode.Scalar(0x1_0000 + (high - 0xD800) << 10 + (low - 0xDC00))
        else { throw JSONError(.text, offset: start) }
        return scalar
    }

    /// Reads four hexadecimal digits.
    private func hexadecimal(at index: inout Int, before limit: Int) throws(JSONError) -> UInt32 {
        guard limit - index >= 4 else { throw JSONError(.text, offset: index) }
        var value: UInt32 = 0
        for _ in 0..<4 {
            let byte = bytes[index]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw JSONError(.text, offset: index)
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }
}
