/// Appends numbers and texts to the bytes of a record.
///
/// Numbers are little-endian base-128, signed ones zigzag; texts are their length, then UTF-8.
struct RecordWriter {
    private(set) var bytes: [UInt8] = []

    mutating func byte(_ value: UInt8) {
        bytes.append(value)
    }

    mutating func number(_ value: Int) {
        var rest = UInt64(bitPattern: Int64(value))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func signed(_ value: Int) {
        number((value << 1) ^ (value >> 63))
    }

    mutating func fixed(_ value: UInt64) {
        for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
    }

    mutating func double(_ value: Double) {
        fixed(value.bitPattern)
    }

    mutating func blob(_ value: some Collection<UInt8>) {
        number(value.count)
        bytes.append(contentsOf: value)
    }

    mutating func text(_ value: String) {
        blob(value.utf8)
    }

    mutating func text(orNil value: String?) {
        byte(value == nil ? 0 : 1)
        if let value { text(value) }
    }
}

/// Reads the bytes of a ``RecordWriter``; they may come from anywhere, and may be damaged.
struct RecordReader {
    /// The bytes are none of a record's.
    struct Damaged: Error {}

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() throws(Damaged) -> UInt8 {
        guard let first = rest.popFirst() else { throw Damaged() }
        return first
    }

    mutating func number() throws(Damaged) -> Int {
        var value: UInt64 = 0
        for place in 0..<10 {
            let next = try byte()
            value |= UInt64(next & 0x7F) << UInt64(7 * place)
            if next < 0x80 { return Int(truncatingIfNeeded: value) }
        }
        throw Damaged()
    }

    /// A number of at least 0.
    mutating func count() throws(Damaged) -> Int {
        let value = try number()
        guard value >= 0 else { throw Damaged() }
        return value
    }

    mutating func signed() throws(Damaged) -> Int {
        let value = UInt64(bitPattern: Int64(try number()))
        return Int(truncatingIfNeeded: value >> 1) ^ -Int(truncatingIfNeeded: value & 1)
    }

    mutating func fixed() throws(Damaged) -> UInt64 {
        var value: UInt64 = 0
        for place in 0..<8 { value |= UInt64(try byte()) << UInt64(8 * place) }
        return value
    }

    /// A finite number: nothing else can be ordered.
    mutating func double() throws(Damaged) -> Double {
        let value = Double(bitPattern: try fixed())
        guard value.isFinite else { throw Damaged() }
        return value
    }

    mutating func blob() throws(Damaged) -> [UInt8] {
        let count = try number()
        guard count >= 0, count <= rest.count else { throw Damaged() }
        defer { rest.removeFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func text() throws(Damaged) -> String {
        guard let text = String(validating: try blob(), as: UTF8.self) else { throw Damaged() }
        return text
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
