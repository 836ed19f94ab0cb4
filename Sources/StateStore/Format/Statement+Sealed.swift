// SPDX-License-Identifier: Apache-2.0

// Bodies preceded by their own checksum, in tables whose rows have no column for one.
extension Statement {
    /// Binds bytes to the parameter with that number, preceded by their checksum.
    func bindSealed(_ number: Int32, _ value: [UInt8]) {
        let checksum = value.withUnsafeBytes { RowChecksum.ofBytes($0) }
        var sealed: [UInt8] = []
        sealed.reserveCapacity(8 + value.count)
        withUnsafeBytes(of: checksum.littleEndian) { sealed.append(contentsOf: $0) }
        sealed.append(contentsOf: value)
        bind(number, sealed)
    }

    /// Returns the value of a column of the current row.
    ///
    /// - Parameters:
    ///   - column: the column of bytes.
    ///   - table: the table of the row, for the error.
    ///   - decode: returns the value of the bytes; `nil` if they are none.
    /// - Returns: the value.
    /// - Throws: ``StoreError`` of kind `corrupt` if the column does not verify.
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
            throw StoreError(.corrupt, "a row of the table \(table) does not verify")
        }
        return value
    }
}
