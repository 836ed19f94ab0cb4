/// A validating pull parser over the bytes of one JSON value (RFC 8259).
///
/// Each call reads the next value whole, or throws; after an error the reader is of no more use.
/// What is read or skipped has been validated to the last byte.
package struct JSONReader {
    /// How deep arrays and objects may nest where nobody says otherwise.
    package static let defaultDepth = 32

    /// What is read, and maybe more around it.
    let bytes: [UInt8]
    /// Where what is read ends.
    let end: Int
    /// Where the reader stands.
    var position: Int
    /// How many more brackets may be opened.
    var depthLeft: Int

    /// A reader of `bytes`, in which arrays and objects nest at most `depth` (and 64) deep.
    package init(_ bytes: [UInt8], depth: Int = JSONReader.defaultDepth) {
        self.init(bytes, in: 0..<bytes.count, depth: depth)
    }

    /// A reader of a part of `bytes`; offsets in its errors count from the beginning of `bytes`.
    init(_ bytes: [UInt8], in range: Range<Int>, depth: Int) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
        depthLeft = min(depth, 64)
    }

    /// How many bytes have been read.
    package var offset: Int { position }
}

// MARK: - Values of one type

extension JSONReader {
    /// Reads a string and decodes its escapes.
    package mutating func string() throws(JSONError) -> String {
        guard try next() == UInt8(ascii: "\"") else { throw mismatch("a string") }
        let text = try bytes.span.extracting(first: end).text(position)
        position = text.content.upperBound + 1
        return try bytes.span.string(text)
    }

    /// Reads a string that is one of some names.
    package mutating func name() throws(JSONError) -> JSONKey {
        guard try next() == UInt8(ascii: "\"") else { throw mismatch("a string") }
        let place = try bytes.span.extracting(first: end).text(position)
        position = place.content.upperBound + 1
        return try bytes.span.key(place)
    }

    /// The text of a key, or of another name, that was read here.
    package func text(of key: JSONKey) -> String {
        // It was found to be text when it was read.
        (try? bytes.span.string(key.place)) ?? ""
    }

    /// Reads a number with an integral value in `Int`'s range, exactly: `5`, `5.0`, `5e0`.
    ///
    /// Errors: `number` beyond that range, `type` where there is a fraction.
    package mutating func int() throws(JSONError) -> Int {
        guard JSONNumber.begins(with: try next()) else { throw mismatch("an integer") }
        let number = try bytes.span.extracting(first: end).number(position)
        position = number.end
        return try bytes.span.integer(number)
    }

    /// Reads a number as the nearest `Double`; one beyond the largest is the error `number`.
    package mutating func double() throws(JSONError) -> Double {
        guard JSONNumber.begins(with: try next()) else { throw mismatch("a number") }
        let number = try bytes.span.extracting(first: end).number(position)
        position = number.end
        return try bytes.span.double(number)
    }

    /// Reads `true` or `false`.
    package mutating func bool() throws(JSONError) -> Bool {
        let byte = try next()
        guard byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f") else {
            throw mismatch("a boolean")
        }
        position = try bytes.span.extracting(first: end)
            .skip(byte == UInt8(ascii: "t") ? "true" : "false", at: position)
        return byte == UInt8(ascii: "t")
    }

    /// Reads `null` and answers true if it comes next; else reads nothing.
    package mutating func isNull() throws(JSONError) -> Bool {
        guard try next() == UInt8(ascii: "n") else { return false }
        position = try bytes.span.extracting(first: end).skip("null", at: position)
        return true
    }

    /// Throws if anything but white space is left.
    package mutating func finish() throws(JSONError) {
        position = bytes.span.extracting(first: end).skipSpace(position)
        guard position == end else { throw failure(.syntax) }
    }

    /// Passes white space and looks at the first byte of a value.
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
    /// An error of that kind where the reader stands.
    package func failure(_ kind: JSONError.Kind) -> JSONError {
        JSONError(kind, offset: position)
    }

    /// The error for a member that should have come and did not.
    package func missing(_ key: String) -> JSONError {
        JSONError(.missing, offset: position, path: key)
    }

    /// The error for a value that was read and is refused for that reason.
    package func invalid(_ why: String) -> JSONError {
        failure(.value(why))
    }

    /// The error for the byte at hand, where a value of another type, or none, begins.
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
