/// A validating pull parser over the bytes of one JSON value (RFC 8259).
///
/// Each call reads the next value whole, or throws and leaves the reader where it stopped. What
/// is read or skipped has been validated to the last byte.
package struct JSONReader {
    /// How deep arrays and objects may nest where nobody says otherwise.
    package static let defaultDepth = 32

    let bytes: [UInt8]
    let end: Int
    var position: Int
    var depth = 0
    let depthLimit: Int

    /// A reader of `bytes`, in which arrays and objects nest at most `depth` (and 64) deep.
    package init(_ bytes: [UInt8], depth: Int = JSONReader.defaultDepth) {
        self.init(bytes, in: 0..<bytes.count, depth: depth)
    }

    /// A reader of a part of `bytes`; offsets in its errors count from the beginning of `bytes`.
    init(_ bytes: [UInt8], in range: Range<Int>, depth: Int) {
        self.bytes = bytes
        self.position = range.lowerBound
        self.end = range.upperBound
        self.depthLimit = min(depth, 64)
    }

    /// How many bytes have been read.
    package var offset: Int { position }

    /// Reads an object, handing each member's key and a reader before its value to `member`.
    ///
    /// A member that `member` does not read is skipped. Errors thrown there get the key into their
    /// path. Where a key comes twice, `member` hears of both: let the last one count.
    package mutating func object(
        _ member: (_ key: String, _ reader: inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        try open(UInt8(ascii: "{"), expecting: "an object")
        if closes(UInt8(ascii: "}")) { return }
        repeat {
            let key = try memberKey()
            let start = position
            do throws(JSONError) {
                try member(key, &self)
                if position == start { try skip() }
            } catch {
                throw error.inside(member: key)
            }
        } while try goesOn(until: UInt8(ascii: "}"))
    }

    /// Reads an array, handing a reader before each element to `element`.
    ///
    /// An element that `element` does not read is skipped. Errors thrown there get the element's
    /// index into their path.
    package mutating func array(
        _ element: (_ reader: inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        try open(UInt8(ascii: "["), expecting: "an array")
        if closes(UInt8(ascii: "]")) { return }
        var index = 0
        repeat {
            skipSpace()
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

    /// Reads `true` or `false`.
    package mutating func bool() throws(JSONError) -> Bool {
        switch try startOfValue() {
        case UInt8(ascii: "t"):
            try word("true")
            return true
        case UInt8(ascii: "f"):
            try word("false")
            return false
        default:
            throw mismatch("a boolean")
        }
    }

    /// Reads `null` and answers true if it comes next; else reads nothing.
    package mutating func isNull() throws(JSONError) -> Bool {
        guard try startOfValue() == UInt8(ascii: "n") else { return false }
        try word("null")
        return true
    }

    /// Throws if anything but white space is left.
    package mutating func finish() throws(JSONError) {
        skipSpace()
        guard position == end else { throw failure(.syntax) }
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
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"), UInt8(ascii: "f"),
            UInt8(ascii: "n"):
            return failure(.type(expected))
        default:
            return failure(.syntax)
        }
    }
}

// MARK: - Steps

extension JSONReader {
    /// Passes white space.
    mutating func skipSpace() {
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                position += 1
            default:
                return
            }
        }
    }

    /// Passes white space and looks at the first byte of a value.
    mutating func startOfValue() throws(JSONError) -> UInt8 {
        skipSpace()
        guard position < end else { throw failure(.end) }
        return bytes[position]
    }

    /// Passes the bracket that opens an object or array.
    mutating func open(_ bracket: UInt8, expecting expected: String) throws(JSONError) {
        guard try startOfValue() == bracket else { throw mismatch(expected) }
        guard depth < depthLimit else { throw failure(.depth) }
        depth += 1
        position += 1
    }

    /// Passes the closing bracket if it comes next.
    mutating func closes(_ bracket: UInt8) -> Bool {
        skipSpace()
        guard position < end, bytes[position] == bracket else { return false }
        depth -= 1
        position += 1
        return true
    }

    /// Passes a comma and answers true, or the closing bracket and answers false.
    mutating func goesOn(until bracket: UInt8) throws(JSONError) -> Bool {
        if closes(bracket) { return false }
        guard position < end else { throw failure(.end) }
        guard bytes[position] == UInt8(ascii: ",") else { throw failure(.syntax) }
        position += 1
        return true
    }

    /// Reads a member's key and the colon, up to the first byte of its value.
    mutating func memberKey() throws(JSONError) -> String {
        guard try startOfValue() == UInt8(ascii: "\"") else { throw failure(.syntax) }
        let key = try string()
        try colon()
        return key
    }

    /// Passes the colon between key and value, and the white space around it.
    mutating func colon() throws(JSONError) {
        guard try startOfValue() == UInt8(ascii: ":") else { throw failure(.syntax) }
        position += 1
        skipSpace()
    }

    /// Passes one of the words that JSON knows.
    mutating func word(_ word: StaticString) throws(JSONError) {
        for byte in word.description.utf8 {
            guard position < end else { throw failure(.end) }
            guard bytes[position] == byte else { throw failure(.syntax) }
            position += 1
        }
    }
}
