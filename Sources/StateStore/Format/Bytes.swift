// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A writer that appends numbers and texts to an array of bytes.
struct ByteWriter {
    /// The bytes written so far.
    private(set) var bytes: [UInt8] = []

    /// Creates an empty writer with capacity for a usual row.
    init() {
        bytes.reserveCapacity(160)
    }

    /// Drops the content, but keeps the capacity that a usual row needs.
    mutating func clear() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= 4_096)
    }

    /// Appends one byte.
    mutating func byte(_ value: UInt8) {
        bytes.append(value)
    }

    /// Appends a number of at least 0 in groups of seven bits, lowest first.
    mutating func number(_ value: Int) {
        append(room: OutputSpan.numberBytes) { $0.number(value) }
    }

    /// Appends a number of either sign; numbers near 0 are short.
    mutating func signed(_ value: Int) {
        append(room: OutputSpan.numberBytes) { $0.signed(value) }
    }

    /// Appends a floating-point number.
    mutating func double(_ value: Double) {
        append(room: OutputSpan.doubleBytes) { $0.double(value) }
    }

    /// Appends a text.
    mutating func text(_ value: String) {
        append(room: OutputSpan.bytes(of: value)) { $0.text(value) }
    }

    /// Appends at most `room` bytes that `body` writes.
    ///
    /// Checking the capacity takes longer than writing a number; for a whole row it is done once.
    @inline(__always)
    mutating func append(room: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
        bytes.append(addingCapacity: room, initializingWith: body)
    }
}

/// Numbers and texts in memory with sufficient room; without room, the functions trap.
extension OutputSpan<UInt8> {
    /// The maximum size of a number, in bytes.
    static var numberBytes: Int { 10 }
    /// The size of a floating-point number, in bytes.
    static var doubleBytes: Int { 8 }

    /// Returns the maximum size of a text, in bytes.
    static func bytes(of text: String) -> Int { numberBytes + text.utf8.count }

    /// Appends a number of at least 0 in groups of seven bits, lowest first.
    @inline(__always)
    mutating func number(_ value: Int) {
        var rest = UInt64(bitPattern: Int64(value))
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends a number of either sign; numbers near 0 are short.
    @inline(__always)
    mutating func signed(_ value: Int) {
        number((value << 1) ^ (value >> 63))
    }

    /// Appends a number of a type of its own, of either sign.
    @inline(__always)
    mutating func signed(_ value: some TypedInteger) { signed(value.rawValue) }

    /// Appends a floating-point number, little-endian.
    @inline(__always)
    mutating func double(_ value: Double) {
        precondition(Self.doubleBytes <= freeCapacity)
        withUnsafeMutableBufferPointer { buffer, count in
            UnsafeMutableRawBufferPointer(buffer).storeBytes(
                of: value.bitPattern.littleEndian,
                toByteOffset: count,
                as: UInt64.self
            )
            count += Self.doubleBytes
        }
    }

    /// Appends a text: its length, then UTF-8.
    @inline(__always)
    mutating func text(_ value: String) {
        let text = value.utf8.span
        number(text.count)
        precondition(text.count <= freeCapacity)
        withUnsafeMutableBufferPointer { buffer, count in
            text.withUnsafeBufferPointer { _ = buffer[count...].initialize(fromContentsOf: $0) }
            count += text.count
        }
    }
}

/// A reader of the bytes of a ``ByteWriter`` in place; the bytes must outlive the reader.
///
/// Reading past the end returns zeros and clears ``isIntact``.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0
    /// True until a read fails.
    private(set) var isIntact = true

    /// Creates a reader of `bytes`.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Reads one byte.
    mutating func byte() -> UInt8 {
        guard index < bytes.count else {
            isIntact = false
            return 0
        }
        defer { index += 1 }
        return bytes[index]
    }

    /// Reads a number of at least 0 that the program can calculate with.
    mutating func number() -> Int {
        let value = word()
        if value <= Statement.numbers.upperBound { return Int(value) }
        isIntact = false
        return 0
    }

    /// Reads all bits of a number.
    mutating func word() -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 64 {
            let next = byte()
            value |= UInt64(next & 0x7f) << shift
            if next < 0x80 { return value }
            shift += 7
        }
        isIntact = false
        return 0
    }

    /// Reads a number of either sign that the program can calculate with.
    mutating func signed() -> Int {
        let value = word()
        let number = Int(truncatingIfNeeded: value >> 1) ^ -Int(truncatingIfNeeded: value & 1)
        if Statement.numbers.contains(number) { return number }
        isIntact = false
        return 0
    }

    /// Reads a number of a type of its own, of either sign.
    mutating func signed<Number: TypedInteger>() -> Number { Number(signed()) }

    /// Reads a floating-point number.
    mutating func double() -> Double {
        guard bytes.count - index >= 8 else {
            // Reads byte by byte, so that missing bytes count as 0.
            var bits: UInt64 = 0
            for place in 0..<8 { bits |= UInt64(byte()) << UInt64(place * 8) }
            return Double(bitPattern: bits)
        }
        defer { index += 8 }
        let bits = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        return Double(bitPattern: UInt64(littleEndian: bits))
    }

    /// Reads a text.
    mutating func text() -> String {
        let count = skipText()
        return String(decoding: bytes[index - count..<index], as: UTF8.self)
    }

    /// Skips a text and returns its length in bytes.
    mutating func skipText() -> Int {
        let count = number()
        guard count >= 0, count <= bytes.count - index else {
            isIntact = false
            return 0
        }
        index += count
        return count
    }
}
