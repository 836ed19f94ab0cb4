// SPDX-License-Identifier: Apache-2.0

/// The format of bytes preceded by their own checksum, for bodies of rarely written tables.
///
/// Older versions stored such bodies without a checksum. None of their layouts begins with
/// ``mark``, so the two are distinct, and a body without a checksum is trusted as before.
enum SealedBytes {
    /// The first byte; layouts begin with a small number, which differs from it in many bits.
    private static let mark: UInt8 = 0xC5
    /// The size of the mark and the checksum.
    private static let headerBytes = 9

    /// Returns the bytes preceded by their checksum.
    static func seal(_ bytes: [UInt8]) -> [UInt8] {
        let checksum = bytes.withUnsafeBytes { RowChecksum.ofBytes($0) }
        var sealed: [UInt8] = [mark]
        sealed.reserveCapacity(headerBytes + bytes.count)
        withUnsafeBytes(of: checksum.littleEndian) { sealed.append(contentsOf: $0) }
        sealed.append(contentsOf: bytes)
        return sealed
    }

    /// Returns the bytes without the checksum, if they have one; `nil` if they are damaged.
    static func open(_ sealed: UnsafeRawBufferPointer) -> [UInt8]? {
        guard sealed.first == mark else { return Array(sealed) }
        guard sealed.count >= headerBytes else { return nil }
        let checksum = Int(littleEndian: sealed.loadUnaligned(fromByteOffset: 1, as: Int.self))
        let bytes = UnsafeRawBufferPointer(rebasing: sealed[headerBytes...])
        return RowChecksum.ofBytes(bytes) == checksum ? Array(bytes) : nil
    }
}

extension Statement {
    /// Binds bytes to the parameter with that number, preceded by a checksum.
    func bindSealed(_ number: Int32, _ value: [UInt8]) {
        bind(number, SealedBytes.seal(value))
    }

    /// Returns the bytes of a column of the current row; `nil` if their checksum does not match.
    func sealedBytes(_ column: Int32) -> [UInt8]? {
        withBytes(column) { SealedBytes.open($0) }
    }
}
