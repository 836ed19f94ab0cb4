// SPDX-License-Identifier: Apache-2.0

/// Messages as the kernel writes them, byte by byte, after rtnetlink(7).
enum RouteDump {
    static let sequence: UInt32 = 7
    /// IFF_UP, IFF_RUNNING, IFF_LOWER_UP.
    static let working: UInt32 = 0x1_0041

    static func message(
        _ kind: UInt16,
        _ body: [UInt8],
        flags: UInt16 = 2,
        sequence: UInt32 = sequence
    ) -> [UInt8] {
        let head =
            bytes(UInt32(16 + body.count)) + bytes(kind) + bytes(flags) + bytes(sequence)
            + bytes(UInt32(0))
        return filled(head + body)
    }

    static func link(_ index: Int32, flags: UInt32 = working) -> [UInt8] {
        let head = [0, 0] + bytes(UInt16(1)) + bytes(index) + bytes(flags) + bytes(UInt32(0))
        return message(16, head + attribute(3, Array("eth0\0".utf8)))
    }

    static func address(
        _ index: Int32,
        family: UInt8 = 2,
        scope: UInt8 = 0,
        flags: UInt32 = 0x80
    ) -> [UInt8] {
        let head = [family, 24, UInt8(truncatingIfNeeded: flags), scope] + bytes(index)
        return message(20, head + attribute(1, [10, 0, 0, 1]) + attribute(8, bytes(flags)))
    }

    static func route(
        _ index: Int32?,
        family: UInt8 = 2,
        length: UInt8 = 0,
        table: UInt8 = 254,
        kind: UInt8 = 1,
        flags: UInt32 = 0,
        hops: [UInt8] = []
    ) -> [UInt8] {
        let head = [family, length, 0, 0, table, 3, 0, kind] + bytes(flags)
        let way = index.map { attribute(4, bytes($0)) } ?? []
        return message(24, head + way + (hops.isEmpty ? [] : attribute(9, hops)))
    }

    static func hop(_ index: Int32, flags: UInt8 = 0) -> [UInt8] {
        let gateway = attribute(5, [10, 0, 0, 2])
        return bytes(UInt16(8 + gateway.count)) + [flags, 0] + bytes(index) + gateway
    }

    static let done = message(3, bytes(Int32(0)))

    static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number) { Array($0) }
    }

    private static func attribute(_ kind: UInt16, _ value: [UInt8]) -> [UInt8] {
        filled(bytes(UInt16(4 + value.count)) + bytes(kind) + value)
    }

    private static func filled(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
}
