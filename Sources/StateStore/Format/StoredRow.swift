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
    /// Its checksum.
    var checksum: Int

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

    /// The row if it is intact: its checksum matches, and its body can be decoded.
    var row: LogRow? {
        guard checksum == fittingChecksum,
            let kind = RowKind(rawValue: UInt8(truncatingIfNeeded: kind)),
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
            checksum: statement.int(7)
        )
    }
}

extension Statement {
    /// Binds the columns of a row in the order of ``StoredRow/columns``.
    func bind(_ row: StoredRow) {
        bind(all: row.sequence, row.id, row.kind, row.offset, row.time, row.key, row.body)
        bind(8, row.checksum)
    }
}
