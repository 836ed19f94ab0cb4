// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

struct EncodedRecord {
    let operation: Operation
    let bytes: [UInt8]
    let hasKey: Bool

    init(_ record: RemoteRecord) {
        operation = record.operation
        bytes = record.bytes
        hasKey =
            if case .event(let event) = record.content { event.event.key != nil } else { false }
    }

    /// The maximum size of a pack of events, in bytes, unless a single event is larger.
    private static let packBytes = 256 << 10

    /// Returns the first events, as many of the same origin as fit into one message.
    ///
    /// The message has at most 256 KiB, or contains a single event; it never exceeds `limit` bytes.
    static func fitting(
        _ events: ArraySlice<RemoteRecord>,
        _ limit: Int
    ) -> [EncodedRecord] {
        var pack = RecordPack()
        var fitting: [EncodedRecord] = []
        for event in events {
            let record = EncodedRecord(event)
            let room = fitting.isEmpty ? limit : min(limit, packBytes)
            guard pack.count(with: record) <= room,
                record.operation.origin == events.first?.operation.origin
            else { break }
            pack.append(record)
            fitting.append(record)
        }
        return fitting
    }
}

/// The content of a message: one item, or several events in order.
///
/// The server stores a message as a whole. If it syncs before it acknowledges, it therefore syncs
/// only once for all events in a message.
///
/// The first byte is the layout. Each record follows as its length (four bytes, little-endian) and
/// its bytes.
struct RecordPack {
    private static let layout: UInt8 = 1
    private static let lengthBytes = 4

    private(set) var bytes: [UInt8] = [layout]
    private(set) var operations: [Operation] = []
    /// The operations of records that are already stored, and are therefore left out.
    private(set) var stored: [Operation]

    private(set) var hasKeys = false

    init(behind stored: [Operation] = []) {
        self.stored = stored
    }

    init(_ record: RemoteRecord) {
        stored = []
        append(EncodedRecord(record))
    }

    mutating func append(_ record: EncodedRecord) {
        let count = UInt32(record.bytes.count)
        for place in 0..<Self.lengthBytes {
            bytes.append(UInt8(truncatingIfNeeded: count >> UInt32(8 * place)))
        }
        bytes += record.bytes
        operations.append(record.operation)
        hasKeys = hasKeys || record.hasKey
    }

    /// Appends a record, or only its operation if `known` contains the operation, because the
    /// record is then already stored.
    mutating func append(_ record: EncodedRecord, unlessIn known: Set<Operation>) {
        if known.contains(record.operation) {
            stored.append(record.operation)
        } else {
            append(record)
        }
    }

    func count(with record: EncodedRecord) -> Int {
        bytes.count + Self.lengthBytes + record.bytes.count
    }

    /// Returns true if a later version of the program wrote the message or its first record.
    static func isLater(_ bytes: [UInt8]) -> Bool {
        if let layout = bytes.first, layout > Self.layout { return true }
        return bytes.dropFirst(1 + lengthBytes).first.map { $0 > RemoteRecord.layout } ?? false
    }

    /// Returns the records of a message; a record that cannot be read is `nil`.
    ///
    /// Returns `nil` if the message itself is damaged, or has an unknown layout.
    static func records(in bytes: [UInt8]) -> [RemoteRecord?]? {
        guard bytes.first == layout else { return nil }
        var records: [RemoteRecord?] = []
        var place = 1
        while place < bytes.count {
            guard bytes.count - place >= lengthBytes else { return nil }
            var count = 0
            for index in (0..<lengthBytes).reversed() {
                count = count << 8 | Int(bytes[place + index])
            }
            place += lengthBytes
            guard count <= bytes.count - place else { return nil }
            records.append(RemoteRecord(bytes: Array(bytes[place..<place + count])))
            place += count
        }
        return records
    }
}
