/// Bytes with a checksum of their own before them, for bodies of tables that are written seldom.
///
/// Older versions stored such bodies as they are. No layout of theirs begins with ``mark``, so both are
/// told apart, and a body of theirs is believed as it was then.
enum SealedBytes {
    /// The first byte; each layout begins with a small number, which differs from it in many bits.
    private static let mark: UInt8 = 0xC5
    /// The mark and the checksum.
    private static let headerBytes = 9

    /// The bytes with their checksum.
    static func seal(_ bytes: [UInt8]) -> [UInt8] {
        let checksum = bytes.withUnsafeBytes { RowChecksum.ofBytes($0) }
        var sealed: [UInt8] = [mark]
        sealed.reserveCapacity(headerBytes + bytes.count)
        withUnsafeBytes(of: checksum.littleEndian) { sealed.append(contentsOf: $0) }
        sealed.append(contentsOf: bytes)
        return sealed
    }

    /// The bytes that were sealed, or that never were; `nil` if they are damaged.
    static func open(_ sealed: [UInt8]) -> [UInt8]? {
        guard sealed.first == mark else { return sealed }
        guard sealed.count >= headerBytes else { return nil }
        let checksum = sealed.withUnsafeBytes {
            Int(littleEndian: $0.loadUnaligned(fromByteOffset: 1, as: Int.self))
        }
        let bytes = Array(sealed[headerBytes...])
        return bytes.withUnsafeBytes { RowChecksum.ofBytes($0) } == checksum ? bytes : nil
    }
}

extension Statement {
    /// Binds bytes to the parameter of that number, with a checksum before them.
    func bindSealed(_ number: Int32, _ value: [UInt8]) {
        bind(number, SealedBytes.seal(value))
    }

    /// The bytes of the current row's column; `nil` if their checksum does not fit.
    func sealedBytes(_ column: Int32) -> [UInt8]? {
        SealedBytes.open(bytes(column))
    }
}
