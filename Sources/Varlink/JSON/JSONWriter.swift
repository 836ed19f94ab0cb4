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
        unsafe put(name, nil, isText: false)
    }

    package mutating func key(string name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a text, and before it a key, if there is one.
    package mutating func string(_ value: String, after name: StaticString? = nil) {
        let text = value.utf8.span
        if text.endOfPlainText(in: 0..<text.count, beyondASCII: true) == text.count {
            // The memory belongs to the value, which is valid until the call has returned.
            unsafe text.withUnsafeBytes { unsafe put(name, $0, isText: true) }
        } else {
            if let name { key(name) }
            separate()
            escape(text)
        }
    }

    package mutating func int(_ value: Int, after name: StaticString? = nil) {
        digits(JSONDigits(value), after: name)
    }

    /// Writes a number with a point or an exponent, with the fewest digits that identify its value.
    ///
    /// Infinity and not-a-number are written as `null`, because JSON cannot represent them.
    package mutating func double(_ value: Double, after name: StaticString? = nil) {
        if let thousandths = value.thousandths {
            digits(JSONDigits(thousandths: thousandths), after: name)
        } else {
            if let name { key(name) }
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

    /// Writes a key and a value that needs no escapes, or one of them; a text gets quotes.
    ///
    /// The memory of both must be valid during the call.
    @inline(__always)
    private mutating func put(
        _ key: StaticString?,
        _ value: UnsafeRawBufferPointer?,
        isText: Bool
    ) {
        let comma = needsComma
        needsComma = unsafe value != nil
        let length = unsafe (key?.utf8CodeUnitCount ?? 0) + (value?.count ?? 0)
        bytes.append(addingCapacity: length + 6) { output in
            unsafe output.withUnsafeMutableBufferPointer { room, count in
                // The memory has room for both and at most six other bytes.
                guard let start = room.baseAddress else { return }
                var end = unsafe UnsafeMutableRawPointer(start + count)
                if comma { unsafe end.put(UInt8(ascii: ",")) }
                if let key {
                    // The bytes of a literal are valid until the program ends.
                    let name = unsafe UnsafeRawBufferPointer(
                        start: key.utf8Start,
                        count: key.utf8CodeUnitCount
                    )
                    unsafe end.put(name, inQuotes: true)
                    unsafe end.put(UInt8(ascii: ":"))
                }
                if let value = unsafe value { unsafe end.put(value, inQuotes: isText) }
                count = unsafe end - UnsafeMutableRawPointer(start)
            }
        }
    }

    private mutating func digits(_ digits: JSONDigits, after name: StaticString?) {
        let text = digits.room.span.extracting(digits.start...)
        unsafe text.withUnsafeBytes { unsafe put(name, $0, isText: false) }
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

// Each function writes to memory that has room, and moves the pointer to the end.
extension UnsafeMutableRawPointer {
    @inline(__always)
    fileprivate mutating func put(_ byte: UInt8) {
        unsafe storeBytes(of: byte, as: UInt8.self)
        unsafe self += 1
    }

    @inline(__always)
    fileprivate mutating func put(_ bytes: UnsafeRawBufferPointer, inQuotes: Bool) {
        if inQuotes { unsafe put(UInt8(ascii: "\"")) }
        if let start = bytes.baseAddress {
            unsafe copyMemory(from: start, byteCount: bytes.count)
            unsafe self += bytes.count
        }
        if inQuotes { unsafe put(UInt8(ascii: "\"")) }
    }
}
