// SPDX-License-Identifier: Apache-2.0

/// The bytes of a column, with a checksum before them.
///
/// This is the form of bodies in tables that have no column for a checksum.
struct Sealed: StatementValue {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func bind(to statement: Statement, _ number: Int32) {
        let checksum = bytes.withUnsafeBytes { RowChecksum.ofBytes($0) }
        statement.bind(number, withUnsafeBytes(of: checksum.littleEndian, Array.init) + bytes)
    }
}

extension Statement {
    /// Returns the value of a column of the current row that was written as ``Sealed``.
    ///
    /// - Throws: ``StoreError`` of kind `corrupt` if the checksum is wrong, or `decode` returns
    ///   `nil`.
    func sealed<Value>(
        _ column: Int32,
        of table: String,
        _ decode: ([UInt8]) -> Value?
    ) throws(StoreError) -> Value {
        let bytes = withBytes(column) { sealed -> [UInt8]? in
            guard sealed.count >= 8 else { return nil }
            let checksum = Int(littleEndian: sealed.loadUnaligned(as: Int.self))
            let bytes = UnsafeRawBufferPointer(rebasing: sealed[8...])
            return RowChecksum.ofBytes(bytes) == checksum ? Array(bytes) : nil
        }
        guard let value = bytes.flatMap(decode) else {
            throw StoreError(.corrupt, "the checksum of a row of the table \(table) is wrong")
        }
        return value
    }
}
