// SPDX-License-Identifier: Apache-2.0

/// A writer of numbers and byte strings, followed by a checksum.
///
/// The program that shares the folder does not know the format, so a file may be incomplete or
/// damaged. A file with a wrong checksum is not used.
struct ChecksummedWriter {
    private var bytes: [UInt8]

    /// Creates a writer whose bytes begin with `kind`, which has eight ASCII characters.
    init(kind: String) {
        bytes = Array(kind.utf8)
    }

    mutating func number(_ value: UInt64) {
        for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place))) }
    }

    mutating func blob(_ blob: [UInt8]) {
        number(UInt64(blob.count))
        bytes.append(contentsOf: blob)
    }

    var sealed: [UInt8] {
        var sealed = self
        sealed.number(UInt64(Checksum.of(bytes[...])))
        return sealed.bytes
    }
}

struct ChecksummedReader {
    private var rest: ArraySlice<UInt8>

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

    mutating func number() -> UInt64? {
        guard rest.count >= 8 else { return nil }
        defer { rest = rest.dropFirst(8) }
        return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func blob() -> [UInt8]? {
        guard let count = number(), count <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return Array(rest.prefix(Int(count)))
    }
}

enum Checksum {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
        }
    }

    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { sum, byte in
            table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8)
        }
    }
}
