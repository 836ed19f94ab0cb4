// SPDX-License-Identifier: Apache-2.0
internal import StateModel
package import SyncModel

/// The persistent state of a ``MemoryStore``.
package struct MemoryDisk {
    /// A stored event.
    struct Event {
        /// The event.
        var event: SyncedEvent
        /// True until the event is acknowledged.
        var isPending: Bool
    }

    /// This device, in its current incarnation.
    package var origin: Origin
    /// The name of this device for people.
    package var label: String
    /// The sync state for the remote.
    package var state = SyncMemory()
    /// The items, by key.
    private(set) var items: [SyncKey: StoredItem] = [:]
    /// The pending items, with the revision of their newest row.
    private(set) var pending: [SyncKey: Int] = [:]
    /// The events, in order.
    private(set) var events: [Event] = []
    private var eventPlaces: [String: Int] = [:]
    /// The held events, by id.
    private(set) var held: [String: SyncedEvent] = [:]
    /// The outbox.
    package private(set) var rows: [Operation: SendRow] = [:]
    /// The conflicts that were decided.
    package private(set) var conflicts: [DecidedConflict] = []
    /// The records of other devices that were refused.
    package private(set) var refused: [RefusedRecord] = []
    /// The sync steps of items.
    package private(set) var steps: [SyncStep] = []
    /// True if a write's order key ignores the item's previous one: a planted mistake.
    package var trustsClock = false
    private var revision = 0
    private var eventNumbers: [Origin: Int] = [:]
    /// The index before which no event is pending.
    private var firstPendingEvent = 0

    /// Creates the empty state of a device.
    init(origin: Origin, label: String) {
        self.origin = origin
        self.label = label
    }

    /// Returns an item, or `nil` if there is none.
    func item(_ key: SyncKey) -> StoredItem? {
        guard var item = items[key] else { return nil }
        item.isPending = pending[key] != nil
        return item
    }

    /// A summary of everything left over that should be gone once all is acknowledged, for people.
    package var summary: String {
        let waiting = held.values.sorted { $0.number < $1.number }
            .map { "\($0.event.id) of \($0.origin): \($0.number) behind \($0.previous)" }
        return
            "read \(state.eventsRead), \(rows.count) rows, \(waiting.count) held \(waiting.prefix(4))"
    }

    /// The ids of all events.
    package var eventIDs: Set<String> { Set(eventPlaces.keys) }

    /// Returns true if there is an event with the id.
    func hasEvent(_ id: String) -> Bool { eventPlaces[id] != nil }

    /// All items in their current state.
    package var allItems: [StoredItem] { items.keys.compactMap { item($0) } }

    /// Returns pending items that have no outbox row and have not expired, oldest change first.
    func pendingItems(limit: Int, now: Timestamp) -> [StoredItem] {
        let busy = Set(rows.values.map(\.subject))
        let waiting = pending.sorted { $0.value < $1.value }.lazy.compactMap { entry in
            let found = item(entry.key)
            return found.flatMap { item in
                let subject = SendRow.Subject.item(item.key, rowKey: item.rowKey)
                return busy.contains(subject) || item.hasExpired(by: now) ? nil : item
            }
        }
        return Array(waiting.prefix(limit))
    }

    /// The number of pending events.
    var pendingEventCount: Int { events.count { $0.isPending } }

    /// Returns pending events after a sequence number that have no outbox row.
    func pendingEvents(after sequence: SequenceNumber, limit: Int) -> [PendingEvent] {
        let busy = Set(rows.values.map(\.subject))
        var found: [PendingEvent] = []
        var index = max(sequence.rawValue, firstPendingEvent)
        while index < events.count, found.count < limit {
            let isFree = !busy.contains(.event(sequence: SequenceNumber(index + 1)))
            if events[index].isPending, isFree {
                found.append(
                    PendingEvent(sequence: SequenceNumber(index + 1), event: events[index].event)
                )
            }
            index += 1
        }
        return found
    }
}

extension MemoryDisk {
    /// Writes a local change of an item and returns the order key of its row.
    @discardableResult
    mutating func write(_ key: SyncKey, _ value: StoredItem.Value, now: Timestamp) -> OrderKey {
        let rowKey = OrderKey(time: now, after: trustsClock ? nil : items[key]?.rowKey)
        put(key, value, rowKey, isPending: true)
        return rowKey
    }

    private mutating func put(
        _ key: SyncKey,
        _ value: StoredItem.Value,
        _ rowKey: OrderKey,
        isPending: Bool
    ) {
        revision += 1
        items[key] = StoredItem(
            key: key,
            value: value,
            rowKey: rowKey,
            isPending: false,
            mark: items[key]?.mark
        )
        pending[key] = isPending ? revision : nil
    }

    /// Appends a local event, unless its id is in use.
    mutating func append(_ id: String, key: String?, clears: Bool, now: Timestamp) {
        guard eventPlaces[id] == nil else { return }
        eventPlaces[id] = events.count
        let number = (eventNumbers[origin] ?? 0) + 1
        eventNumbers[origin] = number
        let rank = EventRank(isCleared: clears).written(after: nil, at: now, now: now)
        let event = SyncedEvent(
            event: StateModel.Event(
                id: id,
                topic: "score",
                body: Array("{}".utf8),
                at: now,
                key: key.map { EventKey($0, rank) }
            ),
            origin: origin,
            device: label,
            number: number,
            previous: 0
        )
        events.append(Event(event: event, isPending: true))
    }

    /// Applies the changes of a sync step.
    mutating func apply(_ changes: SyncChanges) {
        switch changes.newIdentity {
        case .incarnation:
            origin = Origin(device: origin.device, incarnation: origin.incarnation + 1)
        case .device: origin = Origin(device: origin.device + 1_000, incarnation: 1)
        case nil: break
        }
        if changes.forgetsAcknowledgements { forgetAcknowledgements() }
        for head in changes.heads {
            put(head.key, head.value, head.rowKey, isPending: head.isPending)
        }
        for (key, mark) in changes.marks { items[key]?.mark = mark }
        for (key, rowKey) in changes.acknowledged where items[key]?.rowKey == rowKey {
            pending[key] = nil
        }
        for key in changes.unacknowledged.sorted(by: SyncKey.precedes) where pending[key] == nil {
            revision += 1
            pending[key] = revision
        }
        if let round = changes.forgottenRound { forgetTombstones(acknowledgedBy: round) }
        apply(events: changes)
        for (operation, row) in changes.rows { rows[operation] = row }
        for operation in changes.removedRows.keys { rows[operation] = nil }
        conflicts.append(contentsOf: changes.conflicts)
        refused.append(contentsOf: changes.refused)
        steps.append(contentsOf: changes.steps)
        if let state = changes.state { self.state = state }
    }

    private mutating func apply(events changes: SyncChanges) {
        for event in changes.events {
            eventPlaces[event.event.id] = events.count
            events.append(Event(event: event, isPending: false))
        }
        for sequence in changes.acknowledgedEvents {
            events[sequence.rawValue - 1].isPending = false
        }
        for id in changes.confirmedEvents {
            if let place = eventPlaces[id] { events[place].isPending = false }
        }
        while firstPendingEvent < events.count, !events[firstPendingEvent].isPending {
            firstPendingEvent += 1
        }
        for event in changes.heldEvents { held[event.event.id] = event }
        for id in changes.releasedEvents { held[id] = nil }
    }

    private mutating func forgetAcknowledgements() {
        for key in items.keys.sorted(by: SyncKey.precedes) {
            items[key]?.mark?.tag = nil
            if pending[key] == nil {
                revision += 1
                pending[key] = revision
            }
        }
        for index in events.indices { events[index].isPending = true }
        firstPendingEvent = 0
    }

    private mutating func forgetTombstones(acknowledgedBy round: Int) {
        for (key, item) in items where item.value == .tombstone && pending[key] == nil {
            guard let mark = item.mark, mark.isAcknowledged, mark.round > 0, mark.round <= round
            else { continue }
            items[key] = nil
        }
    }
}

extension StoredItem {
    fileprivate func hasExpired(by now: Timestamp) -> Bool {
        if case .point(let point) = value { point.expiresAt <= now } else { false }
    }
}

extension SyncKey {
    /// Returns true if one key comes before another, in a fixed order.
    ///
    /// With a fixed order, a run with the same seed repeats exactly.
    fileprivate static func precedes(_ one: SyncKey, _ other: SyncKey) -> Bool {
        (one.kind.rawValue, one.name.text) < (other.kind.rawValue, other.name.text)
    }
}
