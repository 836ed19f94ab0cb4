// SPDX-License-Identifier: Apache-2.0
internal import StateModel

enum EventID {
    static func new(now: Timestamp) -> String {
        uuid(now: now, random: .random(in: 0 ... .max), .random(in: 0 ... .max))
    }

    /// Returns a UUID of version 7 (RFC 9562, 5.7); such UUIDs sort by time.
    static func uuid(now: Timestamp, random first: UInt64, _ second: UInt64) -> String {
        let high = UInt64(truncatingIfNeeded: now.rawValue) << 16 | 0x7000 | first & 0x0FFF
        let low = 0x8000_0000_0000_0000 | second & 0x3FFF_FFFF_FFFF_FFFF
        var rest = (high.hexadecimal + low.hexadecimal)[...]
        return [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }.joined(separator: "-")
    }
}
