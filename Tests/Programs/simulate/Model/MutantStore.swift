// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateSync
internal import SyncModel
internal import SyncTesting

/// A store with a planted mistake.
struct MutantStore: SyncStore, SyncReads {
    /// The store without mistakes.
    let store: MemoryStore
    /// The mistake; `nil` for none.
    let mutation: Mutation?

    /// This device, in its current incarnation.
    var origin: Origin { store.origin }
    /// The name of the device for people.
    var label: String { store.label }
    /// The store itself, whose reads the mutation may alter.
    var reads: MutantStore { self }

    /// Returns the sync state for the remote.
    func memory() -> SyncMemory { store.memory() }
    /// Returns an item, or `nil` if there is none.
    func item(_ key: SyncKey) -> StoredItem? { store.item(key) }

    /// Returns pending items, without tombstones if the mutation keeps those.
    func pendingItems(limit: Int, now: Timestamp) -> PendingItems {
        var pending = store.pendingItems(limit: limit, now: now)
        guard mutation == .tombstonesAreKept else { return pending }
        pending.items.removeAll { $0.value == .tombstone }
        return pending
    }

    /// Returns pending events, in reverse order if the mutation says so.
    func pendingEvents(after sequence: SequenceNumber, limit: Int) -> [PendingEvent] {
        let events = store.pendingEvents(after: sequence, limit: limit)
        return mutation == .eventsReversed ? events.reversed() : events
    }

    /// Returns the outlook of the outbox, without what the mutation forgets.
    func outlook() -> OutboxOutlook {
        var outlook = store.outlook()
        if mutation == .waitingIsForgotten { outlook.nextAttemptAt = nil }
        if mutation == .failedIsForgotten { outlook.error = nil }
        return outlook
    }

    /// Returns the outbox rows of a kind.
    func rows(_ kind: SendRow.Kind, limit: Int) -> [SendRow] { store.rows(kind, limit: limit) }
    /// Returns the outbox rows of the given operations.
    func rows(of operations: [Operation]) -> [SendRow] { store.rows(of: operations) }
    /// Returns the outbox rows of an item.
    func rows(of item: SyncKey) -> [SendRow] { store.rows(of: item) }

    /// Returns true if there is an event with the id, unless the mutation hides it.
    func hasEvent(_ id: String) -> Bool {
        mutation == .eventsTwice ? false : store.hasEvent(id)
    }

    /// Returns the held events of an origin.
    func heldEvents(of origin: Origin) -> [SyncedEvent] { store.heldEvents(of: origin) }

    /// Commits changes that the mutation has altered.
    func commit(_ changes: SyncChanges) throws {
        var changes = changes
        switch mutation {
        case .oldLifeGoesOn: changes.newIdentity = nil
        case .timesStayWrong: changes.heads.removeAll(where: \.isRetimed)
        case .acknowledgesTooMuch:
            for row in store.rows(of: changes.removedRows.keys.sorted())
            where row.state == .inFlight {
                guard case .item(let key, _) = row.subject else { continue }
                changes.acknowledged[key] = store.item(key)?.rowKey
            }
        case .failedIsDropped:
            for row in changes.rows.values where row.state == .failed {
                changes.rows[row.record.operation] = nil
                changes.removedRows[row.record.operation] = row.subject
                switch row.subject {
                case .event(let sequence): changes.acknowledgedEvents.append(sequence)
                case .item(let key, let rowKey): changes.acknowledged[key] = rowKey
                }
            }
        default: break
        }
        try store.commit(changes)
    }
}

extension Mutation {
    /// Returns the altered step, or `nil` if the mutation drops it.
    func change(_ step: StoreStep, on store: MemoryStore) -> StoreStep? {
        switch (self, step) {
        case (.flightIsForgotten, .recover): return nil
        case (.busyMeansStored, .settle(let outcomes, let seed, let sent)):
            let changed = outcomes.mapValues { outcome -> PushOutcome in
                if case .transient = outcome { .stored(tag: nil, durable: true) } else { outcome }
            }
            return .settle(changed, seed: seed, leasesExcept: sent)
        case (.rewindGoesUnnoticed, .adopt(let identity)):
            return .adopt(store.memory().remote ?? identity)
        case (.rewindGoesUnnoticed, .apply(.rewound, let clocks)):
            let cursor = store.memory().cursor ?? RemoteCursor([])
            return .apply(.entries([], cursor: cursor, more: false), clocks)
        case (.agesTrustTheClocks, .apply(let page, _)): return .apply(page, DeviceClocks())
        case (_, .apply(.entries(let entries, let cursor, let more), let clocks)):
            let changed = entries.map { change($0, on: store) }
            return .apply(.entries(changed, cursor: cursor, more: more), clocks)
        default: return step
        }
    }

    private func change(_ entry: RemoteEntry, on store: MemoryStore) -> RemoteEntry {
        var entry = entry
        switch entry.record.content {
        case .event(var event):
            if self == .eventsDoNotWait { event.previous = 0 }
            entry.record.content = .event(event)
        case .item(var version):
            guard let item = store.item(version.key) else { return entry }
            let local = item.version(by: store.origin, strategy: .newest, now: .epoch)
            if self == .lastArrivalWins, local.stamp != version.stamp {
                version.seen = version.seen.with(local.stamp)
                version.lap = 1 << 20
            }
            if self == .ownAlwaysWins, local.stamp.origin == store.origin {
                version.lap = -1
                version.seen = VersionVector().with(version.stamp)
            }
            entry.record.content = .item(version)
        }
        return entry
    }
}
