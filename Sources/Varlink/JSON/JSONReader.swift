// SPDX-License-Identifier: Apache-2.0

/// A validating pull parser for the bytes of one JSON value (RFC 8259).
///
/// Each call reads the next complete value or throws. After an error, the reader must not be used
/// again. Everything that is read or skipped is validated completely.
package struct JSONReader {
    package static let defaultDepth = 32

    /// The bytes that contain the value, and perhaps more.
    let bytes: [UInt8]
    /// The index at which the reader stops.
    let end: Int
    var position: Int
    /// The number of brackets that may still be opened.
    var depthLeft: Int

    /// Creates a reader of `bytes`.
    ///
    /// Arrays and objects may be nested at most `depth` levels deep, and at most 64.
    package init(_ bytes: [UInt8], depth: Int = JSONReader.defaultDepth) {
        self.init(bytes, in: 0..<bytes.count, depth: depth)
    }

    /// Creates a reader of a part of `bytes`; the offsets of errors count from the beginning of
    /// `bytes`.
    init(_ bytes: [UInt8], in range: Range<Int>, depth: Int) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
        depthLeft = min(depth, 64)
    }

    package var offset: Int { position }
}

// MARK: - Values of one type

extension JSONReader {
    package mutating func string() throws(JSONError) -> String {
        guard try next() == UInt8(ascii: "\"") else { throw mismatch("a string") }
        let text = try bytes.span.extracting(first: end).text(position)
        position = text.content.upperBound + 1
        return try bytes.span.string(text)
    }

    /// Reads a string that is meant to be one of a fixed set of names.
    package mutating func name() throws(JSONError) -> JSONKey {
        guard try next() == UInt8(ascii: "\"") else { throw mismatch("a string") }
        let place = try bytes.span.extracting(first: end).text(position)
        position = place.content.upperBound + 1
        return try bytes.span.key(place)
    }

    /// Returns the text of a key or name that this reader has read.
    package func text(of key: JSONKey) -> String {
        // The text was validated when it was read.
        (try? bytes.span.string(key.place)) ?? ""
    }

    /// Reads a number with an integral value, such as `5`, `5.0` or `5e0`.
    ///
    /// - Throws: `number` if the value does not fit into `Int`, `type` if it has a fraction.
    package mutating func int() throws(JSONError) -> Int {
        guard JSONNumber.begins(with: try next()) else { throw mismatch("an integer") }
        let number = try bytes.span.extracting(first: end).number(position)
        position = number.end
        return try bytes.span.integer(number)
    }

    /// Reads a number as the nearest `Double`.
    ///
    /// - Throws: `number` if the value exceeds the largest `Double`.
    package mutating func double() throws(JSONError) -> Double {
        guard JSONNumber.begins(with: try next()) else { throw mismatch("a number") }
        let number = try bytes.span.extracting(first: end).number(position)
        position = number.end
        return try bytes.span.double(number)
    }

    package mutating func bool() throws(JSONError) -> Bool {
        let byte = try next()
        guard byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f") else {
            throw mismatch("a boolean")
        }
        position = try bytes.span.extracting(first: end)
            .skip(byte == UInt8(ascii: "t") ? "true" : "false", at: position)
        return byte == UInt8(ascii: "t")
    }

    /// Reads `null` and returns true if it is the next value; otherwise reads nothing and returns
    /// false.
    package mutating func isNull() throws(JSONError) -> Bool {
        guard try next() == UInt8(ascii: "n") else { return false }
        position = try bytes.span.extracting(first: end).skip("null", at: position)
        return true
    }

    package mutating func finish() throws(JSONError) {
        position = bytes.span.extracting(first: end).skipSpace(position)
        guard position == end else { throw failure(.syntax) }
    }

    /// Skips white space, and returns the first byte of the next value without consuming it.
    @inline(__always)
    mutating func next() throws(JSONError) -> UInt8 {
        if position < end, bytes[position] > UInt8(ascii: " ") { return bytes[position] }
        position = bytes.span.extracting(first: end).skipSpace(position)
        guard position < end else { throw failure(.end) }
        return bytes[position]
    }
}

// MARK: - Errors

extension JSONReader {
    package func failure(_ kind: JSONError.Kind) -> JSONError {
        JSONError(kind, offset: position)
    }

    package func missing(_ key: String) -> JSONError {
        JSONError(.missing, offset: position, path: key)
    }

    package func invalid(_ reason: String) -> JSONError {
        failure(.value(reason))
    }

    /// Returns the error for a value that does not have the type `expected`, or is not JSON.
    func mismatch(_ expected: String) -> JSONError {
        guard position < end else { return failure(.end) }
        switch bytes[position] {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "t"),
            UInt8(ascii: "f"), UInt8(ascii: "n"):
            return failure(.type(expected))
        case let byte:
            return failure(JSONNumber.begins(with: byte) ? .type(expected) : .syntax)
        }
    }
}
