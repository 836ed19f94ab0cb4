// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import SyncModel
import SyncTesting
import Testing

/// Records as devices send them.
enum Sample {
    static func origin(_ device: UInt64) -> Origin { Origin(device: device, incarnation: 1) }

    /// The operation with that number.
    static func operation(_ number: Int, by device: UInt64 = 1) -> SyncModel.Operation {
        Operation(origin: origin(device), number: number)
    }

    /// An event; its body has that many bytes.
    static func event(_ number: Int, by device: UInt64 = 1, bytes: Int = 2) -> RemoteRecord {
        let event = SyncedEvent(
            event: Event(
                id: "e\(device)-\(number)",
                topic: "score",
                body: Array(repeating: UInt8(ascii: " "), count: bytes - 2) + Array("{}".utf8),
                at: Timestamp(1)
            ),
            origin: origin(device),
            device: "device",
            number: number,
            previous: number - 1
        )
        return RemoteRecord(
            operation: operation(number, by: device),
            sentAt: Timestamp(1),
            content: .event(event)
        )
    }

    /// A point of an item.
    static func item(
        _ name: String,
        _ position: Double,
        _ number: Int,
        by device: UInt64 = 1,
        over base: RemoteTag? = nil
    ) -> RemoteRecord {
        let stamp = Stamp(
            key: OrderKey(time: Timestamp(number), after: nil),
            origin: origin(device)
        )
        let point = SyncedPoint.paused(at: position, life: 3_600_000)
        let version = ItemVersion(
            key: SyncKey(kind: .point, name: name),
            stamp: stamp,
            value: .point(point),
            seen: VersionVector([stamp])
        )
        return RemoteRecord(
            operation: operation(number, by: device),
            sentAt: Timestamp(1),
            content: .item(version),
            base: base
        )
    }

    static func presence(_ device: UInt64, round: Int) -> DevicePresence {
        DevicePresence(
            origin: origin(device),
            label: "device",
            at: Timestamp(1_000 * round),
            round: round,
            seen: [:]
        )
    }
}

extension Remote {
    /// Returns everything after the cursor, and the cursor behind it.
    func all(
        after cursor: RemoteCursor? = nil
    ) async throws -> (entries: [RemoteEntry], cursor: RemoteCursor?) {
        var (entries, position): ([RemoteEntry], RemoteCursor?) = ([], cursor)
        while true {
            let page = try await page(after: position, limit: 100)
            guard case .entries(let read, let next, let more) = page else {
                Issue.record("no entries but \(page)")
                return (entries, position)
            }
            entries += read
            position = next
            if !more { return (entries, position) }
        }
    }

    /// Returns the operations of all records.
    func operations() async throws -> [SyncModel.Operation] {
        try await all().entries.map(\.record.operation)
    }

    /// Pushes until every record is stored; the retries carry the same operations.
    func pushAll(_ records: [RemoteRecord]) async throws {
        try await eventually(after: .storing) {
            _ = try await setUp()
            let outcomes = try await push(records)
            for outcome in outcomes {
                if case .transient = outcome { throw RemoteError.transient("not all is stored") }
            }
        }
    }
}
