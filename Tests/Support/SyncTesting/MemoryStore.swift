// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import SyncModel

/// A store in memory, with the operations that sync needs and those of players.
///
/// All persistent state is one value, so that a backup is a copy and a crash loses nothing that was
/// committed.
package final class MemoryStore: SyncStore, SyncReads {
    /// The persistent state.
    package var disk: MemoryDisk
    /// The error that the next commits throw instead of writing; `nil` for none.
    package var failure: (any Error)?
    /// The number of committed transactions.
    package private(set) var commits = 0
    /// True to find pending items with each second call only, like a store that passes over many.
    package var hesitates = false
    private var isCutShort = false

    /// Creates an empty store.
    package init(origin: Origin, label: String) {
        disk = MemoryDisk(origin: origin, label: label)
    }

    /// This device, in its current incarnation.
    package var origin: Origin { disk.origin }
    /// The name of this device for people.
    package var label: String { disk.label }
    /// The store itself.
    package var reads: MemoryStore { self }

    /// Returns the sync state for the remote.
    package func memory() -> SyncMemory { disk.state }

    /// Returns an item, or `nil` if there is none.
    package func item(_ key: SyncKey) -> StoredItem? { disk.item(key) }

    /// Returns pending items that have no outbox row and have not expired, oldest change first.
    ///
    /// If ``hesitates`` is true, each second call finds nothing yet.
    package func pendingItems(limit: Int, now: Timestamp) -> PendingItems {
        var pending = PendingItems()
        isCutShort = hesitates && !isCutShort
        pending.isCutShort = isCutShort
        if !isCutShort { pending.items = disk.pendingItems(limit: limit, now: now) }
        return pending
    }

    /// Returns pending events after a sequence number that have no outbox row.
    package func pendingEvents(after sequence: SequenceNumber, limit: Int) -> [PendingEvent] {
        disk.pendingEvents(after: sequence, limit: limit)
    }

    /// Returns the outbox rows of a kind, in sending order.
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

    /// Returns the entries of the outbox that wait or have failed, in sum.
    package func outlook() -> OutboxOutlook {
        var outlook = OutboxOutlook()
        let waiting = rows(.waitingEvents, limit: 1) + disk.rows.values.filter { $0.version != nil }
        outlook.nextAttemptAt = waiting.compactMap(\.waitsUntil).min()
        let failed = rows(.failed, limit: .max)
        outlook.hasFailed = !failed.isEmpty
        outlook.error =
            failed.first?.error
            ?? disk.rows.values.filter { $0.waitsUntil != nil }.compactMap(\.error).max()
        return outlook
    }

    /// Returns the outbox rows of the given operations.
    package func rows(of operations: [Operation]) -> [SendRow] {
        operations.compactMap { disk.rows[$0] }
    }

    /// Returns the outbox rows of an item.
    package func rows(of item: SyncKey) -> [SendRow] {
        disk.rows.values.filter { row in
            if case .item(item, _) = row.subject { true } else { false }
        }
    }

    /// Returns true if there is an event with the id.
    package func hasEvent(_ id: String) -> Bool { disk.hasEvent(id) }

    /// Returns the held events of an origin, in order.
    package func heldEvents(of origin: Origin) -> [SyncedEvent] {
        disk.held.values.filter { $0.origin == origin }.sorted { $0.number < $1.number }
    }

    /// Commits changes, or throws ``failure``.
    package func commit(_ changes: SyncChanges) throws {
        if let failure { throw failure }
        disk.apply(changes)
        commits += 1
    }
}

extension MemoryStore {
    /// Saves a position as a player does; returns the order key of the row.
    @discardableResult
    package func save(
        _ name: String,
        _ position: Double,
        player: String = "mpv",
        status: Status = .paused,
        now: Timestamp,
        ttl: Int = 86_400_000
    ) -> OrderKey {
        let point = ResumePoint(
            item: name,
            player: player,
            status: status,
            position: position,
            duration: nil,
            title: nil,
            device: label,
            at: now,
            expiresAt: now + ttl,
            revision: .zero
        )
        return disk.write(SyncKey(kind: .point, name: name), .point(point), now: now)
    }

    /// Removes a point as a user does; returns the order key of the row.
    @discardableResult
    package func clear(_ name: String, now: Timestamp) -> OrderKey {
        disk.write(SyncKey(kind: .point, name: name), .tombstone, now: now)
    }

    /// Makes a name an alias of an item, or removes the alias if `item` is `nil`.
    package func alias(_ name: String, of item: String?, now: Timestamp) {
        let key = SyncKey(kind: .alias, name: name)
        disk.write(key, item.map { .alias(of: $0) } ?? .tombstone, now: now)
    }

    /// Appends an event as a program does.
    package func append(
        _ id: String,
        key: String? = nil,
        clears: Bool = false,
        now: Timestamp
    ) {
        disk.append(id, key: key, clears: clears, now: now)
    }

    /// Returns the position of an item, or `nil` if there is none or it was removed.
    package func position(_ name: String) -> Double? {
        guard case .point(let point) = item(SyncKey(kind: .point, name: name))?.value else {
            return nil
        }
        return point.position
    }

    /// The ids of all events, in order.
    package var eventIDs: [String] { disk.events.map(\.event.event.id) }

    /// The number of items and events still to be sent, with or without an outbox row.
    package var backlog: Int { disk.pending.count + disk.pendingEventCount }
}

extension SendRow {
    /// The time until which the row waits; `nil` if it does not wait.
    fileprivate var waitsUntil: Timestamp? {
        if case .waiting(let until) = state { until } else { nil }
    }

    /// Returns true if the row is of that kind.
    fileprivate func isOf(_ kind: Kind) -> Bool {
        switch (kind, state, subject) {
        case (.inFlight, .inFlight, _), (.failed, .failed, _): true
        case (.waitingEvents, .waiting, .event): true
        case (.waitingItems(let now), .waiting, .item): isDue(now: now)
        case (.acknowledged(let now), .acknowledged(let until), _): until <= now
        default: false
        }
    }
}
