/// Writes JSON into a growing array of bytes, and puts the commas in itself.
package struct JSONWriter {
    /// What has been written.
    package private(set) var bytes: [UInt8]
    private var needsComma = false

    /// A writer that has written nothing.
    package init() {
        bytes = []
    }

    /// A writer with room for that many bytes.
    package init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Begins an object.
    package mutating func beginObject() { open(UInt8(ascii: "{")) }

    /// Ends the object begun last.
    package mutating func endObject() { close(UInt8(ascii: "}")) }

    /// Begins an array.
    package mutating func beginArray() { open(UInt8(ascii: "[")) }

    /// Ends the array begun last.
    package mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes a member's key, which holds nothing that JSON escapes.
    package mutating func key(_ name: StaticString) {
        key(string: name.description)
    }

    /// Writes a member's key.
    package mutating func key(string name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string, with whatever must be escaped.
    package mutating func string(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            case UInt8(ascii: "\r"): bytes += "\\r".utf8
            case UInt8(ascii: "\t"): bytes += "\\t".utf8
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes += (byte < 16 ? "\\u000" : "\\u00").utf8
                bytes += digits.utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a whole number.
    package mutating func int(_ value: Int) {
        separate()
        bytes += String(value).utf8
    }

    /// Writes a finite number with a point or an exponent, in the fewest digits that read back equal.
    package mutating func double(_ value: Double) {
        precondition(value.isFinite, "JSON has no way to write \(value)")
        separate()
        bytes += value.description.utf8
    }

    /// Writes `true` or `false`.
    package mutating func bool(_ value: Bool) {
        separate()
        bytes += (value ? "true" : "false").utf8
    }

    /// Writes `null`.
    package mutating func null() {
        separate()
        bytes += "null".utf8
    }

    /// Writes one whole value that is JSON already.
    package mutating func raw(_ value: [UInt8]) {
        separate()
        bytes += value
    }

    /// Writes any value.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .int(let value): int(value)
        case .double(let value): double(value)
        case .string(let value): string(value)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                key(string: member.key)
                self.value(member.value)
            }
            endObject()
        }
    }

    /// Ends the message with the NUL that Varlink puts there.
    mutating func endMessage() {
        bytes.append(0)
        needsComma = false
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
