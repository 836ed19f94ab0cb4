// SPDX-License-Identifier: Apache-2.0

package struct JSONWriter {
    package private(set) var bytes: [UInt8]
    private var needsComma = false

    package init() {
        bytes = []
    }

    package init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    package mutating func beginObject() { open(UInt8(ascii: "{")) }

    package mutating func endObject() { close(UInt8(ascii: "}")) }

    package mutating func beginArray() { open(UInt8(ascii: "[")) }

    package mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes the key of a member, which must not need escapes.
    package mutating func key(_ name: StaticString) {
        precondition(name.hasPointerRepresentation, "a key must have more than one character")
        // The bytes of a literal are valid until the program ends.
        let literal = unsafe UnsafeRawBufferPointer(
            start: name.utf8Start,
            count: name.utf8CodeUnitCount
        )
        unsafe quote(literal, isKey: true)
    }

    package mutating func key(string name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func string(_ value: String) {
        let text = value.utf8.span
        if text.endOfPlainText(in: 0..<text.count, beyondASCII: true) == text.count {
            // The memory belongs to the value, which is valid until the call has returned.
            unsafe text.withUnsafeBytes { unsafe quote($0, isKey: false) }
        } else {
            separate()
            escape(text)
        }
    }

    package mutating func int(_ value: Int) {
        digits(JSONDigits(value))
    }

    /// Writes a number with a point or an exponent, with the fewest digits that identify its value.
    ///
    /// Infinity and not-a-number are written as `null`, because JSON cannot represent them.
    package mutating func double(_ value: Double) {
        if let thousandths = value.thousandths {
            digits(JSONDigits(thousandths: thousandths))
        } else {
            separate()
            bytes.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
        }
    }

    package mutating func bool(_ value: Bool) {
        separate()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    package mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    package mutating func raw(_ value: [UInt8]) {
        separate()
        bytes += value
    }

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

    /// Removes everything after the first `count` bytes.
    ///
    /// Only elements of an array may be removed, and not the first element.
    package mutating func takeBack(to count: Int) {
        bytes.removeLast(bytes.count - count)
        needsComma = true
    }

    mutating func endMessage() {
        bytes.append(0)
        needsComma = false
    }

    /// Writes a text that needs no escapes, with its quotes, and with a colon if it is a key.
    ///
    /// The memory of the text must be valid during the call.
    @inline(__always)
    private mutating func quote(_ text: UnsafeRawBufferPointer, isKey: Bool) {
        let comma = needsComma
        let length = text.count
        bytes.append(addingCapacity: length + 4) { output in
            unsafe output.withUnsafeMutableBufferPointer { room, count in
                // The memory has room for the text and at most four other bytes.
                let room = UnsafeMutableRawBufferPointer(room)
                var end = count
                if comma {
                    unsafe room[end] = UInt8(ascii: ",")
                    end += 1
                }
                unsafe room[end] = UInt8(ascii: "\"")
                unsafe UnsafeMutableRawBufferPointer(rebasing: room[(end + 1)...]).copyMemory(
                    from: text
                )
                end += length + 2
                unsafe room[end - 1] = UInt8(ascii: "\"")
                if isKey {
                    unsafe room[end] = UInt8(ascii: ":")
                    end += 1
                }
                count = end
            }
        }
        needsComma = !isKey
    }

    private mutating func digits(_ digits: JSONDigits) {
        separate()
        let text = digits.room.span.extracting(digits.start...)
        unsafe text.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    }

    private mutating func escape(_ text: Span<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        defer { bytes.append(UInt8(ascii: "\"")) }
        for index in text.indices {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
            case UInt8(ascii: "\n"): bytes.append(contentsOf: #"\n"#.utf8)
            case UInt8(ascii: "\r"): bytes.append(contentsOf: #"\r"#.utf8)
            case UInt8(ascii: "\t"): bytes.append(contentsOf: #"\t"#.utf8)
            case 0..<0x20:
                bytes.append(contentsOf: (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8)
                bytes.append(contentsOf: String(byte, radix: 16).utf8)
            default: bytes.append(byte)
            }
        }
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
