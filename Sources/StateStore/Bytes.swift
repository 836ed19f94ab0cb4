/// Appends numbers and texts to bytes.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(160)
    }

    /// Forgets everything, but for the room that a usual row takes.
    mutating func clear() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= 4_096)
    }

    mutating func byte(_ value: UInt8) {
        bytes.append(value)
    }

    /// A number of at least 0, in groups of seven bits, lowest first.
    mutating func number(_ value: Int) {
        append(room: OutputSpan.numberBytes) { $0.number(value) }
    }

    /// A number of either sign; those near 0 are short.
    mutating func signed(_ value: Int) {
        append(room: OutputSpan.numberBytes) { $0.signed(value) }
    }

    mutating func double(_ value: Double) {
        append(room: OutputSpan.doubleBytes) { $0.double(value) }
    }

    mutating func text(_ value: String) {
        append(room: OutputSpan.bytes(of: value)) { $0.text(value) }
    }

    /// Appends what `body` writes, of so many bytes at most: to look for room takes longer than to
    /// write a number, and for a whole row it is done once.
    @inline(__always)
    mutating func append(room: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
        bytes.append(addingCapacity: room, initializingWith: body)
    }
}

/// Numbers and texts where there is room for them; where there is not, it traps.
extension OutputSpan<UInt8> {
    /// How many bytes a number takes at most.
    static var numberBytes: Int { 10 }
    /// How many bytes a number with a fraction takes.
    static var doubleBytes: Int { 8 }

    /// How many bytes a text takes at most.
    static func bytes(of text: String) -> Int { numberBytes + text.utf8.count }

    /// A number of at least 0, in groups of seven bits, lowest first.
    @inline(__always)
    mutating func number(_ value: Int) {
        var rest = UInt64(bitPattern: Int64(value))
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// A number of either sign; those near 0 are short.
    @inline(__always)
    mutating func signed(_ value: Int) {
        number((value << 1) ^ (value >> 63))
    }

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

/// Reads the bytes of a ``ByteWriter`` where they are; they must outlive it.
///
/// Reading past the end gives zeros and spoils ``isIntact``.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0
    private(set) var isIntact = true

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    mutating func byte() -> UInt8 {
        guard index < bytes.count else {
            isIntact = false
            return 0
        }
        defer { index += 1 }
        return bytes[index]
    }

    mutating func number() -> Int {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 64 {
            let next = byte()
            value |= UInt64(next & 0x7f) << shift
            if next < 0x80 { return Int(truncatingIfNeeded: value) }
            shift += 7
        }
        isIntact = false
        return 0
    }

    mutating func signed() -> Int {
        let value = UInt64(bitPattern: Int64(number()))
        return Int(truncatingIfNeeded: value >> 1) ^ -Int(truncatingIfNeeded: value & 1)
    }

    mutating func double() -> Double {
        guard bytes.count - index >= 8 else {
            // Byte by byte, for what is missing to count as 0.
            var bits: UInt64 = 0
            for place in 0..<8 { bits |= UInt64(byte()) << UInt64(place * 8) }
            return Double(bitPattern: bits)
        }
        defer { index += 8 }
        let bits = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        return Double(bitPattern: UInt64(littleEndian: bits))
    }

    mutating func text() -> String {
        let count = skipText()
        return String(decoding: bytes[index - count..<index], as: UTF8.self)
    }

    /// Goes past a text, and answers with its length in bytes.
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
