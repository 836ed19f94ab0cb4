// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The range of counts in records, such as the numbers of operations, events, rounds and
/// incarnations.
///
/// A ``RecordReader`` refuses a number that is out of range, and a ``RecordWriter`` clamps it:
/// counts to this range, times and durations to `Timestamp.range`, and order keys to
/// `OrderKey.values`. Sums of such numbers cannot overflow.
package enum RecordCount {
    package static let range = 0...(1 << 60)
}

/// A writer that appends numbers and texts to the bytes of a record.
///
/// Integers are encoded in little-endian base 128; those that may be negative are zigzag-encoded
/// first. A text is its length in bytes, followed by its UTF-8. A count, a time or an order key
/// that is out of range is replaced by the nearest valid one.
package struct RecordWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {
        bytes.reserveCapacity(256)
    }

    /// Removes all bytes; keeps the capacity if it is at most 4 KiB.
    package mutating func clear() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= 4_096)
    }

    package mutating func byte(_ value: UInt8) {
        bytes.append(value)
    }

    private mutating func base128(_ value: Int) {
        var rest = UInt64(bitPattern: Int64(value))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    package mutating func count(_ value: Int) {
        base128(value.clamped(to: RecordCount.range))
    }

    package mutating func key(_ key: OrderKey) {
        base128(key.value.clamped(to: OrderKey.values))
    }

    /// Appends a time, or a duration in milliseconds, clamped to `Timestamp.range`.
    package mutating func signed(_ value: Int) {
        difference(Timestamp(value).clamped.rawValue)
    }

    /// Appends the difference of two times, in milliseconds, without clamping it.
    package mutating func difference(_ value: Int) {
        base128((value << 1) ^ (value >> 63))
    }

    package mutating func signed(_ value: Timestamp) { signed(value.rawValue) }

    mutating func fixed(_ value: UInt64) {
        // The bytes are copied immediately.
        unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    package mutating func double(_ value: Double) {
        fixed(value.bitPattern)
    }

    mutating func blob(_ value: some Collection<UInt8>) {
        count(value.count)
        bytes.append(contentsOf: value)
    }

    package mutating func text(_ value: String) {
        let text = value.utf8.span
        count(text.count)
        // The memory belongs to the value, which is valid until the call has returned.
        unsafe text.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func text(orNil value: String?) {
        byte(value == nil ? 0 : 1)
        if let value { text(value) }
    }
}

/// A reader of the bytes that a ``RecordWriter`` wrote, which may be damaged.
package struct RecordReader {
    package struct Damaged: Error {
        package init() {}
    }

    private let bytes: [UInt8]
    private var next = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var isAtEnd: Bool { next == bytes.count }

    package mutating func byte() throws(Damaged) -> UInt8 {
        guard next < bytes.count else { throw Damaged() }
        defer { next += 1 }
        return bytes[next]
    }

    /// Reads a number without checking its range.
    package mutating func base128() throws(Damaged) -> Int {
        var value: UInt64 = 0
        for place in 0..<10 {
            let next = try byte()
            value |= UInt64(next & 0x7F) << UInt64(7 * place)
            if next < 0x80 { return Int(truncatingIfNeeded: value) }
        }
        throw Damaged()
    }

    package mutating func count() throws(Damaged) -> Int {
        let value = try base128()
        guard RecordCount.range.contains(value) else { throw Damaged() }
        return value
    }

    package mutating func key() throws(Damaged) -> OrderKey {
        let value = try base128()
        guard OrderKey.values.contains(value) else { throw Damaged() }
        return OrderKey(value: value)
    }

    /// Reads a time, or a duration in milliseconds, which must be within `Timestamp.range`.
    package mutating func signed() throws(Damaged) -> Int {
        let number = try difference()
        guard Timestamp.range.contains(Timestamp(number)) else { throw Damaged() }
        return number
    }

    /// Reads the difference of two times, in milliseconds, which is at most twice
    /// `Timestamp.range`.
    package mutating func difference() throws(Damaged) -> Int {
        let value = UInt64(bitPattern: Int64(try base128()))
        let number = Int(truncatingIfNeeded: value >> 1) ^ -Int(truncatingIfNeeded: value & 1)
        guard abs(number / 2) <= Timestamp.range.upperBound.rawValue else { throw Damaged() }
        return number
    }

    package mutating func signed<Number: TypedInteger>() throws(Damaged) -> Number {
        Number(try signed())
    }

    mutating func fixed() throws(Damaged) -> UInt64 {
        var value: UInt64 = 0
        for place in 0..<8 { value |= UInt64(try byte()) << UInt64(8 * place) }
        return value
    }

    /// Reads a floating-point number, which must be finite.
    package mutating func double() throws(Damaged) -> Double {
        let value = Double(bitPattern: try fixed())
        guard value.isFinite else { throw Damaged() }
        return value
    }

    mutating func blob() throws(Damaged) -> [UInt8] { Array(bytes[try range()]) }

    private mutating func range() throws(Damaged) -> Range<Int> {
        let count = try count()
        guard count <= bytes.count - next else { throw Damaged() }
        defer { next += count }
        return next..<next + count
    }

    package mutating func text() throws(Damaged) -> String {
        let range = try range()
        do {
            // Generic validation would take three times as long, and a list reads many texts.
            return String(copying: try UTF8Span(validating: bytes.span.extracting(range)))
        } catch {
            throw Damaged()
        }
    }

    mutating func textOrNil() throws(Damaged) -> String? {
        try flag() ? try text() : nil
    }

    mutating func flag() throws(Damaged) -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        default: throw Damaged()
        }
    }
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
