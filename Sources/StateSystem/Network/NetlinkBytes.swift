/// Bytes from the kernel, read without trusting their lengths.
struct NetlinkBytes {
    /// One attribute: its kind without flags, and its value.
    struct Attribute {
        /// Its kind.
        let kind: UInt16
        /// Its value, without the bytes that fill it up.
        let value: NetlinkBytes
    }

    private let bytes: ArraySlice<UInt8>

    /// All of them.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// How many there are.
    var count: Int { bytes.count }

    /// Whether there are none.
    var isEmpty: Bool { bytes.isEmpty }

    /// A byte; nil: there are not so many.
    func u8(at offset: Int) -> UInt8? {
        number(at: offset)
    }

    /// A number of two bytes; nil: there are not so many.
    func u16(at offset: Int) -> UInt16? {
        number(at: offset)
    }

    /// A number of four bytes; nil: there are not so many.
    func u32(at offset: Int) -> UInt32? {
        number(at: offset)
    }

    /// A number of four bytes with a sign; nil: there are not so many.
    func i32(at offset: Int) -> Int32? {
        number(at: offset)
    }

    /// Some of them; nil: there are not so many.
    func part(_ range: Range<Int>) -> NetlinkBytes? {
        guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
        let start = bytes.startIndex
        return NetlinkBytes(bytes[(start + range.lowerBound)..<(start + range.upperBound)])
    }

    /// What comes after something of that length and the bytes that fill it up to four.
    func behind(_ length: Int) -> NetlinkBytes {
        NetlinkBytes(bytes.dropFirst((length + 3) / 4 * 4))
    }

    /// The attributes from there on; nil: one of them is cut short.
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
