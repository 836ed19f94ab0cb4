// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

/// A record that was encoded as bytes.
struct EncodedRecord {
    let operation: Operation
    let bytes: [UInt8]
    /// True if the record is an event with a key.
    let hasKey: Bool

    init(_ record: RemoteRecord) {
        operation = record.operation
        bytes = record.bytes
        hasKey = if case .event(let event) = record.content { event.key != nil } else { false }
    }

    /// The maximum size of a pack of events, in bytes, unless a single event is larger.
    private static let packBytes = 256 << 10

    /// Returns the first of the events, as many of one origin as fit into one message.
    ///
    /// The message has at most 256 KiB, or a single event of at most `limit` bytes.
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

/// The content of a message, which is records in order.
///
/// Each item has a separate message. Events share messages, each of which is stored as a whole. A
/// server that syncs before it acknowledges therefore syncs only once for all events of a message.
///
/// The first byte is the layout. Each record follows as its length (four bytes, little-endian) and
/// its bytes.
struct RecordPack {
    private static let layout: UInt8 = 1
    private static let lengthBytes = 4

    private(set) var bytes: [UInt8] = [layout]
    private(set) var operations: [Operation] = []
    /// The operations of records that are already stored, and were therefore left out.
    private(set) var stored: [Operation]

    /// True if the pack has events with keys.
    private(set) var hasKeys = false

    /// Creates an empty pack; `stored` are the operations of records that are already stored.
    init(behind stored: [Operation] = []) {
        self.stored = stored
    }

    /// Creates a pack with one record.
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

    /// Appends a record; if `known` has its operation, appends only the operation, because the
    /// record is stored.
    mutating func append(_ record: EncodedRecord, unlessIn known: Set<Operation>) {
        if known.contains(record.operation) {
            stored.append(record.operation)
        } else {
            append(record)
        }
    }

    /// Returns the size in bytes that the pack would have with another record.
    func count(with record: EncodedRecord) -> Int {
        bytes.count + Self.lengthBytes + record.bytes.count
    }

    /// Returns true if a message or its first record has the layout of a later version of the
    /// program.
    static func isLater(_ bytes: [UInt8]) -> Bool {
        if let layout = bytes.first, layout > Self.layout { return true }
        return bytes.dropFirst(1 + lengthBytes).first.map { $0 > RemoteRecord.layout } ?? false
    }

    /// Returns the records of a message, with `nil` for each record that has an unknown layout.
    ///
    /// Returns `nil` if the message itself is damaged, or has another layout.
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
