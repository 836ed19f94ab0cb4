// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import SyncModel

// The queries of sync and of its commands.
extension SyncStorage {
    package func pendingEvents(
        after sequence: SequenceNumber,
        limit: Int
    ) throws(StoreError) -> [PendingEvent] {
        var found: [PendingEvent] = []
        var last = sequence
        while found.count < limit {
            let page = try log.tables.events.page(
                .state(.pending),
                after: last,
                upTo: .max,
                limit: limit,
                bytes: 2 << 20
            )
            for row in page.rows where found.count < limit {
                if try log.tables.sync.outbox.holds(event: row.sequence) { continue }
                found.append(PendingEvent(sequence: row.sequence, event: synced(row)))
            }
            guard let newest = page.rows.last?.sequence, page.next != nil else { break }
            last = newest
            // Events beyond the size of one push are left for the next page.
            if !found.isEmpty { break }
        }
        return found
    }

    private func synced(_ row: EventRow) -> SyncedEvent {
        let isOwn = row.origin == DeviceID.own
        return SyncedEvent(
            event: row.event,
            origin: isOwn ? log.origin : log.devices.origin(of: row.origin) ?? log.origin,
            device: log.devices.label(of: row.origin),
            number: row.ordinal,
            previous: 0
        )
    }

    package func hasEvent(_ id: String) throws(StoreError) -> Bool {
        if try log.tables.events.row(id: id) != nil { return true }
        return try log.tables.sync.isKnown(event: id)
    }

    package func heldEvents(of origin: Origin) throws(StoreError) -> [SyncedEvent] {
        try log.tables.sync.held(of: origin)
    }

    package func rows(_ kind: SendRow.Kind, limit: Int) throws(StoreError) -> [SendRow] {
        try log.tables.sync.outbox.rows(kind, limit: limit)
    }

    package func outlook() throws(StoreError) -> OutboxOutlook {
        try log.tables.sync.outbox.outlook()
    }

    package func rows(of item: SyncKey) throws(StoreError) -> [SendRow] {
        try log.tables.sync.outbox.rows(of: item)
    }

    /// Returns the rows of the given operations, as far as they exist, ordered by origin and
    /// number.
    package func rows(of operations: [Operation]) throws(StoreError) -> [SendRow] {
        let outbox = log.tables.sync.outbox
        var rows: [SendRow] = []
        let numbers = Dictionary(grouping: operations, by: \.origin)
        for (origin, operations) in numbers.sorted(by: { $0.key < $1.key }) {
            for run in operations.map(\.number).sorted().runs {
                rows += try outbox.rows(of: origin, run)
            }
        }
        return rows
    }

    /// Returns the counts of the outbox, and the number of entries that wait to be sent.
    ///
    /// Of the queued items, only the first 64 are considered for the time of the oldest entry.
    package func counts() throws(StoreError) -> (rows: SyncCounts, pending: Int) {
        var counts = try log.tables.sync.outbox.counted()
        let events = try log.tables.events.pending()
        if let at = events.oldestAt { counts.oldestAt = min(counts.oldestAt ?? at, at) }
        for place in try log.tables.sync.items.queued(after: nil, limit: 64) {
            guard place.kind == .item, let state = try log.state(ItemID(place.number)) else {
                continue
            }
            let at = state.key.time
            counts.oldestAt = min(counts.oldestAt ?? at, at)
        }
        // Events that wait for another attempt are already included in the counts of the outbox.
        let fresh = max(0, events.count - counts.waitingEvents)
        return (counts, try log.syncStatistics().queued + fresh)
    }

    package func conflicts(limit: Int) throws(StoreError) -> [ListedConflict] {
        try log.tables.sync.conflicts(limit: limit)
    }

    package func conflictCount() throws(StoreError) -> Int {
        try log.tables.sync.conflictCount()
    }

    package func drop(_ listed: ListedConflict) throws(StoreError) {
        try log.tables.open()
        try log.tables.sync.dropConflicts(id: listed.row, before: .min, beyond: .max >> 1)
    }

    package func steps(of name: String, limit: Int) throws(StoreError) -> [ListedStep] {
        try log.tables.sync.steps(of: name, limit: limit)
    }
}
