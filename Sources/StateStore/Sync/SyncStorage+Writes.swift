// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import SyncModel

// The writes of a step of sync, in the open batch.
extension SyncStorage {
    /// The maximum numbers of steps kept for each item, and of conflicts kept.
    private static let (stepsKept, conflictsKept) = (50, 1_000)

    package func forgetAcknowledgements() throws(StoreError) {
        try log.tables.open()
        try log.updateSync {
            $0.epoch += 1
            $0.seed = 1
        }
        try log.tables.file.run(
            "UPDATE event SET checksum = "
                + EventTable.checksum(with: "\(SyncState.pending.rawValue)", for: "state", shift: 0)
                + ", state = \(SyncState.pending.rawValue) "
                + "WHERE state <> \(SyncState.pending.rawValue)"
        )
        try log.prepare("UPDATE event_key SET round = 0 WHERE cleared = 1").run()
    }

    /// Begins a new incarnation of this device, or a new device, which numbers its operations
    /// separately.
    package func begin(_ identity: SyncChanges.Identity) throws(StoreError) {
        try log.tables.open()
        let (meta, file) = (log.meta, log.tables.file)
        try OpenedStore.begin(identity, meta, file)
        log.batch.origin = try OpenedStore.origin(meta, file)
        log.batch.devices = try OpenedStore.devices(file)
    }

    /// Writes a row about an item that came from another device, or the current value again.
    package func append(
        _ record: ItemRecord,
        _ kind: RowKind,
        after state: ItemState?,
        key: OrderKey,
        isPending: Bool,
        now: Timestamp
    ) throws(StoreError) -> ItemState {
        let written = try log.append(
            record,
            kind,
            after: state,
            key: key,
            keeps: false,
            isPending: isPending,
            now: now
        )
        if !isPending, log.options.settings.syncs {
            try acknowledge(SyncKey(kind: .point, name: record.point.item), key, id: written.id)
        }
        return written
    }

    /// Records the item that an alias refers to, or the removal of an otherwise unknown item.
    ///
    /// Without `target`, the name is no longer an alias, or the item is removed. Without `rowKey`,
    /// the order key is a new one with the time `now`.
    package func note(
        _ key: SyncKey,
        target: String?,
        rowKey: OrderKey? = nil,
        isPending: Bool,
        now: Timestamp
    ) throws(StoreError) {
        try log.tables.open()
        let items = log.tables.sync.items
        let number = try items.number(of: key)
        let before = try item(key)?.rowKey
        let newest = rowKey ?? OrderKey(time: now, after: before)
        try items.set(rowKey: newest, target: target, of: number)
        if isPending {
            if log.options.settings.syncs { try log.enqueue(.row, number) }
        } else {
            try acknowledge(key, newest, id: nil)
        }
    }

    package func setShadow(_ record: ItemRecord?, of name: String) throws(StoreError) {
        try log.tables.open()
        let items = log.tables.sync.items
        let number = try items.number(of: SyncKey(kind: .point, name: name))
        try items.set(shadow: record, of: number)
    }

    /// Returns the point that a name would have if it were not an alias, and the point's order key.
    package func shadow(
        of name: String
    ) throws(StoreError) -> (record: ItemRecord, key: OrderKey)? {
        let items = log.tables.sync.items
        guard let row = try items.row(SyncKey(kind: .point, name: name)), let key = row.rowKey,
            let record = try items.shadow(of: row.number)
        else { return nil }
        return (record, key)
    }

    package func aliasRecords(of target: String) throws(StoreError) -> [String] {
        try log.tables.sync.items.aliases(of: target).map(\.key.name.text)
    }

    package func aliasRecord(_ name: String) throws(StoreError) -> String? {
        try log.tables.sync.items.row(SyncKey(kind: .alias, name: name))?.target
    }

    private func acknowledge(_ key: SyncKey, _ rowKey: OrderKey?, id: ItemID?) throws(StoreError) {
        let epoch = try log.syncStatistics().epoch
        let items = log.tables.sync.items
        let number = try items.number(of: key)
        try items.set(acknowledged: rowKey, epoch: epoch, id: id, of: number)
    }

    /// Writes the changes of a step, except log rows and new events, which are appended separately.
    package func write(_ changes: SyncChanges, now: Timestamp) throws(StoreError) {
        try log.tables.open()
        try writeMarks(changes)
        if let round = changes.forgottenRound {
            try forgetTombstones(acknowledgedBy: round)
            try events.forgetTombstones(acknowledgedBy: round)
        }
        try writeEvents(changes)
        try writeOutbox(changes)
        try writeReasons(changes, now: now)
        let acknowledged = changes.acknowledged.count + changes.acknowledgedEvents.count
        if changes.state != nil || acknowledged > 0 || changes.forgetsAcknowledgements {
            try log.updateSync { statistics in
                if let memory = changes.state { statistics.memory = memory }
                statistics.synced += acknowledged
            }
            try log.tables.sync.write(try log.syncStatistics())
        }
    }

    private func writeMarks(_ changes: SyncChanges) throws(StoreError) {
        let items = log.tables.sync.items
        let epoch = try log.syncStatistics().epoch
        for (key, mark) in changes.marks {
            let number = try items.number(of: key)
            let isTombstone = mark.version.value == .tombstone && mark.isAcknowledged
            let id = key.kind == .point ? try ownState(of: key.name.text)?.id : nil
            let round = isTombstone ? mark.round : 0
            try items.set(mark, round: round, epoch: epoch, id: id, of: number)
        }
        for (key, rowKey) in changes.acknowledged {
            guard let item = try item(key), item.rowKey == rowKey else { continue }
            let id = key.kind == .point ? try ownState(of: key.name.text)?.id : nil
            try acknowledge(key, rowKey, id: id)
        }
        for key in changes.unacknowledged {
            try acknowledge(key, nil, id: nil)
            try requeue(key)
        }
    }

    private func requeue(_ key: SyncKey) throws(StoreError) {
        if key.kind == .point, let state = try ownState(of: key.name.text) {
            try log.enqueue(.item, state.id.rawValue)
        } else {
            try log.enqueue(.row, try log.tables.sync.items.number(of: key))
        }
    }

    /// Removes the tombstones acknowledged up to the given round, which all devices have read.
    private func forgetTombstones(acknowledgedBy round: Int) throws(StoreError) {
        let items = log.tables.sync.items
        while true {
            let rows = try items.tombstones(acknowledgedBy: round, limit: 500)
            if rows.isEmpty { return }
            for row in rows {
                let item = try item(row.key)
                guard let item, item.value == .tombstone, !item.isPending else {
                    // The item has a newer row, which a later round will send.
                    if let mark = row.mark {
                        let epoch = row.epoch
                        try items.set(mark, round: 0, epoch: epoch, id: nil, of: row.number)
                    } else {
                        try items.forget(row.number)
                    }
                    continue
                }
                if row.rowKey == item.rowKey {
                    try items.drop(row.number)
                } else {
                    try items.forget(row.number)
                }
            }
        }
    }

    private func writeEvents(_ changes: SyncChanges) throws(StoreError) {
        try events.set(.synced, of: changes.acknowledgedEvents)
        for id in changes.confirmedEvents {
            guard let row = try log.tables.events.row(id: id), row.state != .synced else {
                continue
            }
            try events.set(.synced, of: [row.sequence])
        }
        if !changes.acknowledgedEvents.isEmpty || !changes.confirmedEvents.isEmpty
            || !changes.events.isEmpty
        {
            let round = try log.syncStatistics().memory.round
            try log.tables.events.noteTombstones(in: (changes.state?.round ?? round) + 1)
        }
        let sync = log.tables.sync
        for event in changes.heldEvents { try sync.hold(event) }
        for id in changes.releasedEvents { try sync.removeHeldEvent(id) }
    }

    private func writeOutbox(_ changes: SyncChanges) throws(StoreError) {
        let outbox = log.tables.sync.outbox
        // Writes the events in ascending order, which is that of the index.
        var states: [SyncState: [SequenceNumber]] = [:]
        for (_, row) in changes.rows.sorted(by: { $0.key < $1.key }) {
            try outbox.put(row)
            guard case .event(let sequence) = row.subject else { continue }
            states[row.state.eventState, default: []].append(sequence)
        }
        let acknowledged = Set(changes.acknowledgedEvents)
        for (operation, subject) in changes.removedRows where try outbox.remove(operation) {
            switch subject {
            // The code that dequeues the item, later in the same round, checks whether the remote
            // has it. The item is therefore no news.
            case .item(let key, _):
                let needsPush = log.batch.needsPush
                try requeue(key)
                log.batch.needsPush = needsPush
            case .event(let sequence):
                if !acknowledged.contains(sequence), !changes.forgetsAcknowledgements {
                    states[.pending, default: []].append(sequence)
                }
            }
        }
        for (state, sequences) in states { try events.set(state, of: sequences) }
    }

    private func dropConflicts(
        about version: ItemVersion,
        where isOver: (DecidedConflict) -> Bool
    ) throws(StoreError) {
        let sync = log.tables.sync
        for listed in try sync.conflicts(of: version.key.name.text) where isOver(listed.conflict) {
            try drop(listed)
        }
    }

    private func writeReasons(_ changes: SyncChanges, now: Timestamp) throws(StoreError) {
        let sync = log.tables.sync
        let oldest = now - log.options.settings.historyRetentionMilliseconds
        for conflict in changes.conflicts {
            // Of several conflicting versions from one device, the user can choose only the last.
            let stamp = conflict.loser.stamp
            try dropConflicts(about: conflict.loser) {
                $0.loser.stamp.origin == stamp.origin && $0.loser.stamp.key <= stamp.key
            }
            try sync.add(conflict)
        }
        for version in changes.steps.map(\.version) {
            // A device that has seen both versions has resolved the conflict.
            try dropConflicts(about: version) { decided in
                [decided.winner.stamp, decided.loser.stamp].allSatisfy {
                    $0 != version.stamp && version.seen.covers($0)
                }
            }
        }
        if !changes.conflicts.isEmpty {
            try sync.dropConflicts(id: nil, before: oldest, beyond: Self.conflictsKept)
        }
        for step in changes.steps {
            try sync.add(
                step,
                revision: log.revision,
                kept: Self.stepsKept,
                notBefore: oldest
            )
        }
    }
}

extension SendRow.State {
    fileprivate var eventState: SyncState {
        switch self {
        case .inFlight, .acknowledged: .inFlight
        case .waiting: .pending
        case .failed: .failed
        }
    }
}
