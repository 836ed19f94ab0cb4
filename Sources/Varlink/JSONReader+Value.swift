extension JSONReader {
    /// Passes any value, validated.
    package mutating func skip() throws(JSONError) {
        switch try startOfValue() {
        case UInt8(ascii: "{"):
            try open(UInt8(ascii: "{"), expecting: "an object")
            if closes(UInt8(ascii: "}")) { return }
            repeat {
                guard try startOfValue() == UInt8(ascii: "\"") else { throw failure(.syntax) }
                try skipString()
                try colon()
                try skip()
            } while try goesOn(until: UInt8(ascii: "}"))
        case UInt8(ascii: "["):
            try array { (reader) throws(JSONError) in try reader.skip() }
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
        case UInt8(ascii: "n"): _ = try isNull()
        default: _ = try numberToken(expecting: "a value")
        }
    }

    /// The bytes of any value, validated, as they stand.
    package mutating func raw() throws(JSONError) -> [UInt8] {
        skipSpace()
        let start = position
        try skip()
        return Array(bytes[start..<position])
    }

    /// Reads any value.
    package mutating func value() throws(JSONError) -> JSONValue {
        switch try startOfValue() {
        case UInt8(ascii: "{"):
            var members: [JSONMember] = []
            try object { (key, reader) throws(JSONError) in
                members.append(JSONMember(key: key, value: try reader.value()))
            }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try array { (reader) throws(JSONError) in elements.append(try reader.value()) }
            return .array(elements)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try bool())
        case UInt8(ascii: "n"):
            _ = try isNull()
            return .null
        default:
            let token = try numberToken(expecting: "a value")
            if token.plain, let mantissa = token.mantissa,
                let value = Int(mantissa, negative: token.negative)
            {
                return .int(value)
            }
            return .double(try floatingPoint(token))
        }
    }
}
