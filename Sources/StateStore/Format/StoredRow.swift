// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A row of the table `change` as the file has it, before any of it is trusted.
struct StoredRow: Equatable {
    /// The row's sequence number.
    var sequence: SequenceNumber
    /// The item's number.
    var id: ItemID
    /// The raw value of its ``RowKind``.
    var kind: Int
    /// The number of earlier rows of the same call.
    var offset: Int
    /// The time at which the row was written, in milliseconds since 1970.
    var time: Timestamp
    /// The row's position in the order of all devices' writes.
    var key: Int
    /// The bytes of its body.
    var body: [UInt8]
    /// Its checksum; `nil` in a row that an older version wrote.
    var checksum: Int?

    /// The columns in the order of reading.
    static let columns = "sequence, id, kind, offset, time, key, body, checksum"
    /// The index of the body in ``columns``.
    static let bodyColumn: Int32 = 6

    /// The checksum that matches the other columns.
    var fittingChecksum: Int {
        body.withUnsafeBytes {
            RowChecksum.ofChange(
                sequence,
                id: id,
                kind: kind,
                offset: offset,
                time: time,
                key: key,
                $0
            )
        }
    }

    /// True if the row has a checksum that matches.
    var isVerified: Bool { checksum.map { $0 == fittingChecksum } ?? false }

    /// The row if it is intact: its checksum matches or is absent, and its body can be decoded.
    var row: LogRow? {
        guard checksum == nil || isVerified else { return nil }
        return unverifiedRow
    }

    /// The row as far as it can be decoded, though it may be damaged.
    var unverifiedRow: LogRow? {
        guard let kind = RowKind(rawValue: UInt8(truncatingIfNeeded: kind)),
            let body = RecordCodec.decode(body, kind: kind)
        else { return nil }
        return LogRow(
            sequence: sequence,
            offset: offset,
            kind: kind,
            id: id,
            time: time,
            key: OrderKey(value: key),
            body: body
        )
    }
}

extension StoredRow {
    /// Creates the row of a statement that selects ``columns``.
    init(_ statement: Statement) {
        self.init(
            sequence: statement.int(0),
            id: statement.int(1),
            kind: statement.int(2),
            offset: statement.int(3),
            time: statement.int(4),
            key: statement.int(5),
            body: statement.bytes(6),
            checksum: statement.optionalInt(7)
        )
    }

    /// Creates the row that produces an item state, encoded again from memory.
    init(_ state: ItemState) {
        self.init(
            sequence: state.sequence,
            id: state.id,
            kind: Int(state.kind.rawValue),
            offset: state.offset,
            time: state.time,
            key: state.key.value,
            body: RecordCodec.encode(.item(state.record)),
            checksum: nil
        )
        checksum = fittingChecksum
    }
}
