/// Numbers and runs of bytes in a file, with a checksum behind them.
///
/// A folder may be carried by programs that know nothing of us: a file may be there in part, or
/// damaged. One whose checksum does not match counts as not there yet.
struct ParcelWriter {
    private var bytes: [UInt8]

    /// An empty parcel of that kind: eight letters.
    init(kind: String) {
        bytes = Array(kind.utf8)
    }

    /// Adds a number.
    mutating func number(_ value: UInt64) {
        for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place))) }
    }

    /// Adds a run of bytes.
    mutating func blob(_ blob: [UInt8]) {
        number(UInt64(blob.count))
        bytes.append(contentsOf: blob)
    }

    /// The bytes with their checksum.
    var sealed: [UInt8] {
        var sealed = self
        sealed.number(UInt64(Checksum.of(bytes[...])))
        return sealed.bytes
    }
}

/// Reads what a ``ParcelWriter`` wrote.
struct ParcelReader {
    private var rest: ArraySlice<UInt8>

    /// The parcel of those bytes; nil: they are none of that kind, or damaged.
    init?(_ bytes: [UInt8], kind: String) {
        guard bytes.count >= 16, bytes.starts(with: kind.utf8) else { return nil }
        var tail = Self(rest: bytes.suffix(8))
        let body = bytes.dropLast(8)
        guard tail.number() == UInt64(Checksum.of(body)) else { return nil }
        rest = body.dropFirst(8)
    }

    private init(rest: ArraySlice<UInt8>) {
        self.rest = rest
    }

    /// The next number; nil: there is none.
    mutating func number() -> UInt64? {
        guard rest.count >= 8 else { return nil }
        defer { rest = rest.dropFirst(8) }
        return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The next run of bytes; nil: there is none.
    mutating func blob() -> [UInt8]? {
        guard let count = number(), count <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return Array(rest.prefix(Int(count)))
    }
}

/// CRC-32 as in ISO 3309, polynomial 0xEDB88320 reversed.
enum Checksum {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
        }
    }

    /// The checksum of those bytes.
    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { sum, byte in
            table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8)
        }
    }
}
