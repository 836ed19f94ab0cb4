// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

extension SyncWork {
    /// Selects the records to send: first entries that are due, then new ones, without new rows of
    /// the items in `sent`.
    ///
    /// Returns `nil` if the search is not finished; another step must then continue it.
    mutating func lease(except sent: Set<SyncKey>) throws -> [RemoteRecord]? {
        try settleAcknowledged()
        for row in try store.reads.rows(.failed, limit: settings.pushRecords) {
            _ = try subject(of: row)
        }
        var batch: [RemoteRecord] = []
        for row in try store.reads.rows(.waitingItems(by: now), limit: settings.pushRecords) {
            try leaseAgain(row).map { batch.append($0) }
        }
        let room = max(0, settings.pushRecords - batch.count)
        let pending = try store.reads.pendingItems(limit: room + sent.count, now: now)
        for item in pending.items.filter({ !sent.contains($0.key) }).prefix(room) {
            batch.append(lease(item))
        }
        try leaseEvents(into: &batch)
        return batch.isEmpty && pending.isCutShort ? nil : batch
    }

    private mutating func settleAcknowledged() throws {
        for row in try store.reads.rows(.acknowledged(by: now), limit: settings.pageRecords) {
            remove(row)
            switch row.subject {
            case .event(let sequence): merge.changes.acknowledgedEvents.append(sequence)
            case .item(let key, let rowKey):
                if try merge.item(key)?.rowKey == rowKey { try merge.setPending(false, key) }
            }
        }
    }

    /// Returns the record that sends a waiting row again; `nil` if nothing must be sent.
    private mutating func leaseAgain(_ row: SendRow) throws -> RemoteRecord? {
        guard let item = try subject(of: row) else { return nil }
        let version = merge.version(of: item)
        guard row.version?.seen == version.seen, row.record.operation.origin == store.origin else {
            // A new operation is needed, because the item was merged with another version, or the
            // device has begun a new incarnation.
            remove(row)
            return lease(item)
        }
        var row = row
        row.state = .inFlight
        row.record.sentAt = now
        row.record.content = .item(version)
        row.record.base = item.mark?.tag
        put(row)
        return row.record
    }

    /// Returns the item that a row must still send; `nil` for an event, or if nothing must be sent.
    ///
    /// Removes the row if the item is gone or acknowledged, has a newer row, or has expired.
    private mutating func subject(of row: SendRow) throws -> StoredItem? {
        guard case .item(let key, let rowKey) = row.subject else { return nil }
        guard let item = try merge.item(key), item.isPending, item.rowKey == rowKey,
            !item.isExpired(now: now)
        else {
            remove(row)
            return nil
        }
        return item
    }

    private mutating func lease(_ item: StoredItem) -> RemoteRecord {
        let version = merge.version(of: item)
        if item.mark?.rowKey != item.rowKey {
            merge.mark(
                item,
                SyncMark(
                    rowKey: item.rowKey,
                    version: version,
                    acknowledged: item.mark?.acknowledged,
                    tag: item.mark?.tag,
                    round: 0
                )
            )
        }
        let record = RemoteRecord(
            operation: nextOperation(),
            sentAt: now,
            content: .item(version),
            base: item.mark?.tag
        )
        let subject = SendRow.Subject.item(item.key, rowKey: item.rowKey)
        put(SendRow(subject: subject, record: record, createdAt: now))
        return record
    }
}

extension SyncWork {
    /// Selects events in order; if one is not due or does not fit, no later one is selected.
    private mutating func leaseEvents(into batch: inout [RemoteRecord]) throws {
        var chain = EventChain(sent: state.eventsSent, room: settings.pushRecords - batch.count)
        chain.bytes = settings.pushBytes
        let waiting = try store.reads.rows(.waitingEvents, limit: settings.pushRecords)
        for row in waiting {
            guard case .event(let event) = row.record.content else { continue }
            guard row.isDue(now: now), let next = chain.next(event) else { return }
            var row = row
            row.state = .inFlight
            row.record.sentAt = now
            row.record.content = .event(next)
            put(row)
            batch.append(row.record)
        }
        guard waiting.count < settings.pushRecords, chain.room > 0 else { return }
        for stored in try store.reads.pendingEvents(after: .start, limit: chain.room) {
            guard let next = chain.next(stored.event) else { return }
            let operation = nextOperation()
            let record = RemoteRecord(operation: operation, sentAt: now, content: .event(next))
            let subject = SendRow.Subject.event(sequence: stored.sequence)
            put(SendRow(subject: subject, record: record, createdAt: now))
            batch.append(record)
        }
    }
}

/// The chain of events to send, in which each event contains the number of the one before it.
private struct EventChain {
    fileprivate var sent: [Origin: Int]
    fileprivate var chained: [Origin: Int] = [:]
    var room: Int
    var bytes = 0

    /// Returns the event with the number of the event before it; `nil` if the push is full.
    mutating func next(_ event: SyncedEvent) -> SyncedEvent? {
        guard room > 0, bytes > 0 else { return nil }
        room -= 1
        bytes -= event.event.body.count
        var event = event
        let last = sent[event.origin] ?? 0
        // If the event is sent again, the remote may already have later events. The event still
        // names the one before it, which a remote that was reset may have lost.
        let former = max(event.previous, chained[event.origin] ?? 0)
        event.previous = last < event.number ? last : former
        sent[event.origin] = max(last, event.number)
        chained[event.origin] = event.number
        return event
    }
}

extension StoredItem {
    func isExpired(now: Timestamp) -> Bool {
        if case .point(let point) = value { point.expiresAt <= now } else { false }
    }
}
