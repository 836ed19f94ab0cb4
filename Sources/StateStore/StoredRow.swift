internal import StateModel

/// A row of the table `change` as the file has it, before anything of it is believed.
struct StoredRow: Equatable {
    /// The row's number.
    var sequence: Int
    /// The item's number.
    var id: Int
    /// The number of its ``RowKind``.
    var kind: Int
    /// Rows of the same call before it.
    var offset: Int
    /// When it was written, in milliseconds since 1970.
    var time: Int
    /// Its place in the order of all devices' writes.
    var key: Int
    /// Its body's bytes.
    var body: [UInt8]
    /// Its checksum; `nil` in a row that an older version wrote.
    var checksum: Int?

    /// The columns in the order in which they are read.
    static let columns = "sequence, id, kind, offset, time, key, body, checksum"

    /// The checksum that fits the other columns.
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

    /// True if the row has a checksum, and it fits.
    var isVerified: Bool { checksum.map { $0 == fittingChecksum } ?? false }

    /// The row if it is sound: its checksum fits, or it has none, and its body can be read.
    var row: LogRow? {
        guard checksum == nil || isVerified else { return nil }
        return unverifiedRow
    }

    /// The row as far as it can be read, though it may be damaged.
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
    /// The row under a statement that selects ``columns``.
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

    /// The row that makes a state of an item, written anew from memory.
    init(_ head: Head) {
        self.init(
            sequence: head.sequence,
            id: head.id,
            kind: Int(head.kind.rawValue),
            offset: head.offset,
            time: head.time,
            key: head.key.value,
            body: RecordCodec.encode(.item(head.record)),
            checksum: nil
        )
        checksum = fittingChecksum
    }
}
