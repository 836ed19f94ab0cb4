package import StateModel

// What a step of sync writes, in the batch that is open.
extension Store {
    /// How many steps are kept of an item, and how many conflicts.
    private static let (stepsKept, conflictsKept) = (50, 1_000)

    /// From now on the remote is taken to know nothing.
    package func untellAll() throws(StoreError) {
        try tables.open()
        try updateSync {
            $0.epoch += 1
            $0.seed = 1
        }
        let events = try Statement(
            "UPDATE event SET checksum = "
                + EventTable.checksum(with: "\(SyncState.pending.rawValue)", for: "state", shift: 0)
                + ", state = \(SyncState.pending.rawValue) "
                + "WHERE state <> \(SyncState.pending.rawValue)",
            on: tables.file.handle
        )
        try events.run()
    }

    /// Lets this device begin a new life: what it sends from now on bears numbers of its own.
    package func beginLife() throws(StoreError) {
        try tables.open()
        try OpenedStore.beginLife(isElsewhere: false, meta, tables.file)
        let life = max(1, try meta.number(.incarnation))
        batch.origin = Origin(device: origin.device, incarnation: life)
        batch.devices = try OpenedStore.devices(tables.file)
    }

    /// Writes a row about an item that came from elsewhere, or says the same once more.
    ///
    /// - Parameters:
    ///   - record: the value, without a past.
    ///   - kind: what the row says.
    ///   - head: the item's newest state, as read before; nil: there is none.
    ///   - key: its place in the order of all devices' writes.
    ///   - isPending: whether the remote has yet to hear of it.
    ///   - now: trusted time.
    /// - Returns: the item's newest state.
    /// - Throws: ``StoreError`` if it cannot be written.
    package func adopt(
        _ record: ItemRecord,
        _ kind: RowKind,
        after head: Head?,
        key: OrderKey,
        isPending: Bool,
        now: Int
    ) throws(StoreError) -> Head {
        let written = try write(
            record,
            kind,
            after: head,
            key: key,
            keeps: false,
            isPending: isPending,
            now: now
        )
        if !isPending, options.syncs {
            try tell(SyncKey(kind: .point, name: record.point.item), key, id: written.id)
        }
        return written
    }

    /// Notes what an alias stands for, or that an item which nothing else is known of was removed.
    ///
    /// - Parameters:
    ///   - key: the alias, or the item.
    ///   - target: what an alias stands for; nil: it stands for itself, or there is no point.
    ///   - rowKey: its place in the order of all devices' writes; nil: after the last, at `now`.
    ///   - isPending: whether the remote has yet to hear of it.
    ///   - now: trusted time.
    /// - Throws: ``StoreError`` if it cannot be written.
    package func note(
        _ key: SyncKey,
        target: String?,
        rowKey: OrderKey? = nil,
        isPending: Bool,
        now: Int
    ) throws(StoreError) {
        try tables.open()
        let items = try tables.sync().items
        let number = try items.number(of: key)
        let before = try syncItem(key)?.rowKey
        let newest = rowKey ?? OrderKey(time: now, after: before)
        try items.set(rowKey: newest, target: target, of: number)
        if isPending {
            if options.syncs { try enqueue(.row, number) }
        } else {
            try tell(key, newest, id: nil)
        }
    }

    /// Keeps the point that a name would have if it stood for no other item.
    package func setShadow(_ record: ItemRecord?, of name: String) throws(StoreError) {
        try tables.open()
        let items = try tables.sync().items
        let number = try items.number(of: SyncKey(kind: .point, name: name))
        try items.set(shadow: record, of: number)
    }

    /// The point that the name would have if it stood for no other item, and its key.
    package func shadow(
        of name: String
    ) throws(StoreError) -> (record: ItemRecord, key: OrderKey)? {
        let items = try tables.sync().items
        guard let row = try items.row(SyncKey(kind: .point, name: name)), let key = row.rowKey,
            let record = try items.shadow(of: row.number)
        else { return nil }
        return (record, key)
    }

    /// The names that stand for the item of that name, as far as they say so themselves.
    package func aliasRecords(of target: String) throws(StoreError) -> [String] {
        try tables.sync().items.aliases(of: target).map(\.key.name.text)
    }

    /// What the alias stands for by its own record; nil: it is none.
    package func aliasRecord(_ name: String) throws(StoreError) -> String? {
        try tables.sync().items.row(SyncKey(kind: .alias, name: name))?.target
    }

    private func tell(_ key: SyncKey, _ rowKey: OrderKey?, id: Int?) throws(StoreError) {
        let epoch = try syncFigures().epoch
        let items = try tables.sync().items
        let number = try items.number(of: key)
        try items.set(told: rowKey, epoch: epoch, id: id, of: number)
    }

    /// Writes all of it but rows about items and events from elsewhere.
    package func write(_ changes: SyncChanges, now: Int) throws(StoreError) {
        try tables.open()
        try writeMarks(changes)
        if let round = changes.forgottenRound { try forgetTombstones(toldBy: round) }
        try writeEvents(changes)
        try writeOutbox(changes)
        try writeReasons(changes, now: now)
        let told = changes.told.count + changes.toldEvents.count
        if changes.state != nil || told > 0 || changes.untoldAll {
            try updateSync { figures in
                if let memory = changes.state { figures.memory = memory }
                figures.synced += told
            }
            try tables.sync().write(try syncFigures())
        }
    }

    private func writeMarks(_ changes: SyncChanges) throws(StoreError) {
        let items = try tables.sync().items
        let epoch = try syncFigures().epoch
        for (key, mark) in changes.marks {
            let number = try items.number(of: key)
            let isTombstone = mark.version.value == .tombstone && mark.isTold
            let id = key.kind == .point ? try ownHead(of: key.name.text)?.id : nil
            let round = isTombstone ? mark.round : 0
            try items.set(mark, round: round, epoch: epoch, id: id, of: number)
        }
        for (key, rowKey) in changes.told {
            guard let item = try syncItem(key), item.rowKey == rowKey else { continue }
            let id = key.kind == .point ? try ownHead(of: key.name.text)?.id : nil
            try tell(key, rowKey, id: id)
        }
        for key in changes.untold {
            try tell(key, nil, id: nil)
            try requeue(key)
        }
    }

    /// Puts an item back among what the remote may have to hear of.
    private func requeue(_ key: SyncKey) throws(StoreError) {
        if key.kind == .point, let head = try ownHead(of: key.name.text) {
            try enqueue(.head, head.id)
        } else {
            try enqueue(.row, try tables.sync().items.number(of: key))
        }
    }

    /// Lets tombstones go that all devices know.
    private func forgetTombstones(toldBy round: Int) throws(StoreError) {
        let items = try tables.sync().items
        while true {
            let rows = try items.tombstones(toldBy: round, limit: 500)
            if rows.isEmpty { return }
            for row in rows {
                let item = try syncItem(row.key)
                guard let item, item.value == .tombstone, !item.isPending else {
                    // It has a newer row, with which it will have a round of its own.
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
        for sequence in changes.toldEvents { try set(.synced, ofEvent: sequence) }
        for id in changes.confirmedEvents {
            guard let row = try tables.events.row(id: id), row.state != .synced else { continue }
            try set(.synced, ofEvent: row.sequence)
        }
        let sync = try tables.sync()
        for event in changes.heldEvents { try sync.hold(event) }
        for id in changes.releasedEvents { try sync.letGo(id) }
    }

    private func writeOutbox(_ changes: SyncChanges) throws(StoreError) {
        let outbox = try tables.sync().outbox
        for (_, row) in changes.rows {
            try outbox.put(row)
            guard case .event(let sequence) = row.subject else { continue }
            switch row.state {
            case .inFlight, .acknowledged: try set(.inFlight, ofEvent: sequence)
            case .waiting: try set(.pending, ofEvent: sequence)
            case .failed: try set(.failed, ofEvent: sequence)
            }
        }
        for operation in changes.removedRows {
            guard let row = try outbox.row(of: operation) else { continue }
            try outbox.remove(operation)
            switch row.subject {
            // Whoever takes it from the queue looks whether the remote knows it.
            case .item(let key, _): try requeue(key)
            case .event(let sequence):
                if !changes.toldEvents.contains(sequence), !changes.untoldAll {
                    try set(.pending, ofEvent: sequence)
                }
            }
        }
    }

    private func dropConflicts(
        about version: ItemVersion,
        where isOver: (DecidedConflict) -> Bool
    ) throws(StoreError) {
        let sync = try tables.sync()
        for listed in try sync.conflicts(of: version.key.name.text) where isOver(listed.conflict) {
            try dropConflict(listed.id)
        }
    }

    private func writeReasons(_ changes: SyncChanges, now: Int) throws(StoreError) {
        let sync = try tables.sync()
        let oldest = now - options.historyRetention
        for conflict in changes.conflicts {
            // Of what one device said bit by bit, its last word is the one to choose from.
            try dropConflicts(about: conflict.loser) { conflict.loser.seen.covers($0.loser.stamp) }
            try sync.add(conflict)
        }
        for version in changes.steps.map(\.version) {
            // Somebody who knew both has decided.
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
                revision: revision,
                kept: Self.stepsKept,
                notBefore: oldest
            )
        }
    }
}
