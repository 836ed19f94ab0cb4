// SPDX-License-Identifier: Apache-2.0

/// Bytes from the kernel, whose lengths are not trusted.
struct NetlinkBytes {
    /// An attribute: its kind without flags, and its value.
    struct Attribute {
        let kind: UInt16
        /// The value, without padding.
        let value: NetlinkBytes
    }

    private let bytes: ArraySlice<UInt8>

    /// Creates a view of all bytes.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// The number of bytes.
    var count: Int { bytes.count }

    /// True if there are no bytes.
    var isEmpty: Bool { bytes.isEmpty }

    /// Returns the byte at an offset; `nil` if that is beyond the end.
    func u8(at offset: Int) -> UInt8? {
        number(at: offset)
    }

    /// Returns the 2-byte number at an offset; `nil` if that is beyond the end.
    func u16(at offset: Int) -> UInt16? {
        number(at: offset)
    }

    /// Returns the 4-byte number at an offset; `nil` if that is beyond the end.
    func u32(at offset: Int) -> UInt32? {
        number(at: offset)
    }

    /// Returns the signed 4-byte number at an offset; `nil` if that is beyond the end.
    func i32(at offset: Int) -> Int32? {
        number(at: offset)
    }

    /// Returns a range of the bytes; `nil` if it is beyond the end.
    func part(_ range: Range<Int>) -> NetlinkBytes? {
        guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
        let start = bytes.startIndex
        return NetlinkBytes(bytes[(start + range.lowerBound)..<(start + range.upperBound)])
    }

    /// Returns the bytes after an element of the given length and its padding to four bytes.
    func behind(_ length: Int) -> NetlinkBytes {
        NetlinkBytes(bytes.dropFirst((length + 3) / 4 * 4))
    }

    /// Returns the attributes from an offset to the end; `nil` if one of them is truncated.
    func attributes(from offset: Int) -> [Attribute]? {
        guard var rest = part(min(offset, count + 1)..<max(offset, count)) else { return nil }
        var attributes: [Attribute] = []
        while !rest.isEmpty {
            guard let length = rest.u16(at: 0).map(Int.init), length >= 4,
                let kind = rest.u16(at: 2), let value = rest.part(4..<length)
            else { return nil }
            // The upper two bits are flags: NLA_F_NESTED and NLA_F_NET_BYTEORDER.
            attributes.append(Attribute(kind: kind & 0x3FFF, value: value))
            rest = rest.behind(length)
        }
        return attributes
    }

    private func number<Number: FixedWidthInteger>(at offset: Int) -> Number? {
        let size = Number.bitWidth / 8
        guard offset >= 0, offset + size <= count else { return nil }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    }
}
