// SPDX-License-Identifier: Apache-2.0

struct JSONText {
    var content: Range<Int>
    /// True if the content is printable ASCII without escapes.
    var plain = true
    var escaped = false
}

extension Span<UInt8> {
    /// Skips a string, and validates it like ``string(_:)``.
    @inline(__always)
    func skipString(_ start: Int) throws(JSONError) -> Int {
        let text = try text(start)
        if !text.plain { _ = try rareString(text) }
        return text.content.upperBound + 1
    }

    /// Finds the end of the string that begins with a quote at `start`.
    ///
    /// Control characters are rejected. Escapes and UTF-8 are not validated yet.
    @inline(__always)
    func text(_ start: Int) throws(JSONError) -> JSONText {
        let stop = endOfPlainText(in: start + 1..<count)
        if stop < count, self[stop] == UInt8(ascii: "\"") {
            return JSONText(content: start + 1..<stop)
        }
        return try rareText(start, plainUntil: stop)
    }

    @inline(__always)
    func string(_ text: JSONText) throws(JSONError) -> String {
        text.plain ? ascii(text.content) : try rareString(text)
    }

    @inline(__always)
    func key(_ text: JSONText) throws(JSONError) -> JSONKey {
        if text.plain { return JSONKey(text, text.content, of: self) }
        let bytes = try rareString(text).utf8.span
        return JSONKey(text, 0..<bytes.count, of: bytes)
    }

    @inline(__always)
    func ascii(_ range: Range<Int>) -> String {
        // The caller has checked that all bytes of the range are ASCII.
        String(copying: unsafe UTF8Span(unchecked: extracting(range), isKnownASCII: true))
    }
}

// MARK: - Text beyond ASCII, and escapes

extension Span<UInt8> {
    private func rareText(_ start: Int, plainUntil stop: Int) throws(JSONError) -> JSONText {
        var text = JSONText(content: start + 1..<stop, plain: false)
        var index = stop
        while index < count {
            let byte = self[index]
            if byte == UInt8(ascii: "\"") {
                text.content = start + 1..<index
                return text
            }
            guard byte >= 0x20 else { throw JSONError(.text, offset: index) }
            if byte == UInt8(ascii: "\\") {
                text.escaped = true
                index += 1
            }
            index += 1
        }
        throw JSONError(.end, offset: count)
    }

    private func rareString(_ text: JSONText) throws(JSONError) -> String {
        do {
            // Overlong forms, surrogates and scalars above U+10FFFF are invalid.
            let valid = try UTF8Span(validating: extracting(text.content))
            if !text.escaped { return String(copying: valid) }
        } catch {
            throw error.inJSON(from: text.content.lowerBound)
        }
        return try unescaped(text.content)
    }
}

extension UTF8.ValidationError {
    fileprivate func inJSON(from offset: Int) -> JSONError {
        JSONError(.text, offset: offset + byteOffsets.lowerBound)
    }
}
