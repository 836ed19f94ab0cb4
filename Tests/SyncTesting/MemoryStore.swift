package import StateModel

/// A store in memory: what sync needs of one, and what players do to it.
///
/// All that would be on disk is one value, so that a backup is a copy and a crash loses nothing
/// that was committed.
package final class MemoryStore: SyncStore {
    /// What would be on disk.
    package var disk: MemoryDisk
    /// What the next commits throw instead of writing.
    package var failure: (any Error)?
    /// How many transactions were committed.
    package private(set) var commits = 0

    /// A store of nothing.
    package init(origin: Origin, label: String) {
        disk = MemoryDisk(origin: origin, label: label)
    }

    package var origin: Origin { disk.origin }
    package var label: String { disk.label }

    package func state() -> SyncMemory { disk.state }

    package func item(_ key: SyncKey) -> StoredItem? { disk.item(key) }

    package func pendingItems(limit: Int, now: Int) -> [StoredItem] {
        disk.pendingItems(limit: limit, now: now)
    }

    package func pendingEvents(after sequence: Int, limit: Int) -> [PendingEvent] {
        disk.pendingEvents(after: sequence, limit: limit)
    }

    package func rows(_ kind: SendRow.Kind, limit: Int) -> [SendRow] {
        let rows = disk.rows.values.filter { $0.isOf(kind) }.sorted { one, other in
            guard
                case (.waitingEvents, .event(let first), .event(let second)) =
                    (kind, one.subject, other.subject)
            else { return one.record.operation < other.record.operation }
            return first < second
        }
        return Array(rows.prefix(limit))
    }

    package func rows(of operations: [Operation]) -> [SendRow] {
        operations.compactMap { disk.rows[$0] }
    }

    package func hasEvent(_ id: String) -> Bool { disk.hasEvent(id) }

    package func heldEvents(of origin: Origin) -> [SyncedEvent] {
        disk.held.values.filter { $0.origin == origin }.sorted { $0.number < $1.number }
    }

    package func commit(_ changes: SyncChanges) throws {
        if let failure { throw failure }
        disk.apply(changes)
        commits += 1
    }
}

extension MemoryStore {
    /// A player says where it is: the row's key.
    @discardableResult
    package func save(
        _ name: String,
        _ position: Double,
        player: String = "mpv",
        now: Int,
        ttl: Int = 86_400_000
    ) -> OrderKey {
        let point = ResumePoint(
            item: name,
            player: player,
            status: .paused,
            position: position,
            duration: nil,
            title: nil,
            device: label,
            at: now,
            expiresAt: now + ttl,
            revision: 0
        )
        return disk.write(SyncKey(kind: .point, name: name), .point(point), now: now)
    }

    /// Somebody removes a point: the row's key.
    @discardableResult
    package func clear(_ name: String, now: Int) -> OrderKey {
        disk.write(SyncKey(kind: .point, name: name), .tombstone, now: now)
    }

    /// Somebody lets a name stand for an item; nil: for nothing any more.
    package func alias(_ name: String, of item: String?, now: Int) {
        let key = SyncKey(kind: .alias, name: name)
        disk.write(key, item.map { .alias(of: $0) } ?? .tombstone, now: now)
    }

    /// Somebody appends an event.
    package func append(_ id: String, now: Int) {
        disk.append(id, now: now)
    }

    /// The position that stands for the item; nil: none, or it was removed.
    package func position(_ name: String) -> Double? {
        guard case .point(let point) = item(SyncKey(kind: .point, name: name))?.value else {
            return nil
        }
        return point.position
    }

    /// The ids of all events, in order.
    package var eventIDs: [String] { disk.events.map(\.event.id) }

    /// What is still to be sent: items and events, with or without a row.
    package var backlog: Int { disk.pending.count + disk.pendingEventCount }
}
