// SPDX-License-Identifier: Apache-2.0
extension JSONReader {
    /// Reads an object, and calls `member` with each key and with the reader positioned before the
    /// key's value.
    ///
    /// If `member` does not read the value, the value is skipped. The key is added to the path of
    /// an error that `member` throws. If a key occurs twice, `member` is called for both, and must
    /// use the last value.
    package mutating func object(
        _ member: (_ key: JSONKey, _ reader: inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard try enter(UInt8(ascii: "{"), or: "an object", unless: UInt8(ascii: "}")) else {
            return
        }
        repeat {
            let key = try key()
            let start = position
            do throws(JSONError) {
                try member(key, &self)
                if position == start { try skip() }
            } catch {
                throw error.inside(member: text(of: key))
            }
        } while try goesOn(until: UInt8(ascii: "}"))
    }

    /// Returns a reader of the member's value at `offset` in the object that this reader has read.
    package func member(at offset: Int) -> JSONReader {
        var reader = self
        reader.position = offset
        reader.depthLeft -= 1
        return reader
    }

    /// Reads an array, and calls `element` with the reader positioned before each element.
    ///
    /// If `element` does not read the element, the element is skipped. The index is added to the
    /// path of an error that `element` throws.
    package mutating func array(
        _ element: (_ reader: inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard try enter(UInt8(ascii: "["), or: "an array", unless: UInt8(ascii: "]")) else {
            return
        }
        var index = 0
        repeat {
            _ = try next()
            let start = position
            do throws(JSONError) {
                try element(&self)
                if position == start { try skip() }
            } catch {
                throw error.inside(element: index)
            }
            index += 1
        } while try goesOn(until: UInt8(ascii: "]"))
    }

    package mutating func skip() throws(JSONError) {
        position = try bytes.span.extracting(first: end).skipValue(position, depth: depthLeft)
    }

    /// Reads any value and returns its bytes without decoding them.
    package mutating func raw() throws(JSONError) -> [UInt8] {
        _ = try next()
        let start = position
        try skip()
        return Array(bytes[start..<position])
    }

    package mutating func value() throws(JSONError) -> JSONValue {
        switch try next() {
        case UInt8(ascii: "{"):
            var members: [JSONMember] = []
            try object { (key, reader) throws(JSONError) in
                members.append(JSONMember(key: reader.text(of: key), value: try reader.value()))
            }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try array { (reader) throws(JSONError) in elements.append(try reader.value()) }
            return .array(elements)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try bool())
        case UInt8(ascii: "n"):
            position = try bytes.span.extracting(first: end).skip("null", at: position)
            return .null
        default:
            let number = try bytes.span.extracting(first: end).number(position)
            position = number.end
            if let value = number.integer { return .int(value) }
            return .double(try bytes.span.double(number))
        }
    }
}

// MARK: - Steps

extension JSONReader {
    /// Consumes an opening bracket, and of an empty value also the closing one; returns false if
    /// the value is empty.
    private mutating func enter(
        _ bracket: UInt8,
        or expected: String,
        unless closing: UInt8
    )
        throws(JSONError) -> Bool
    {
        guard try next() == bracket else { throw mismatch(expected) }
        guard depthLeft > 0 else { throw failure(.depth) }
        position += 1
        guard try next() == closing else {
            depthLeft -= 1
            return true
        }
        position += 1
        return false
    }

    /// Consumes a comma and returns true, or consumes the closing bracket and returns false.
    @inline(__always)
    private mutating func goesOn(until closing: UInt8) throws(JSONError) -> Bool {
        let byte = try next()
        guard byte == UInt8(ascii: ",") || byte == closing else { throw failure(.syntax) }
        position += 1
        if byte == closing { depthLeft += 1 }
        return byte != closing
    }

    @inline(__always)
    private mutating func key() throws(JSONError) -> JSONKey {
        // Many encoders write one space after a comma, and one after a colon.
        let start = position < end && bytes[position] == UInt8(ascii: " ") ? position + 1 : position
        guard let key = bytes.span.compactKey(at: start, before: end) else { return try anyKey() }
        position = key.place.content.upperBound + 2
        if bytes[position] == UInt8(ascii: " ") { position += 1 }
        return key
    }

    private mutating func anyKey() throws(JSONError) -> JSONKey {
        guard try next() == UInt8(ascii: "\"") else { throw failure(.syntax) }
        let place = try bytes.span.extracting(first: end).text(position)
        position = place.content.upperBound + 1
        guard try next() == UInt8(ascii: ":") else { throw failure(.syntax) }
        position += 1
        _ = try next()
        return try bytes.span.key(place)
    }
}
