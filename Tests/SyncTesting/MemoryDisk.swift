package import StateModel

/// All that a ``MemoryStore`` would have on disk.
package struct MemoryDisk {
    struct Event {
        var event: SyncedEvent
        var isPending: Bool
    }

    /// This device, in its present life.
    package var origin: Origin
    /// What people call this device.
    package var label: String
    /// What is remembered of the remote.
    package var state = SyncMemory()
    private(set) var items: [SyncKey: StoredItem] = [:]
    /// The pending items, with the revision of their newest row.
    private(set) var pending: [SyncKey: Int] = [:]
    private(set) var events: [Event] = []
    private var eventPlaces: [String: Int] = [:]
    private(set) var held: [String: SyncedEvent] = [:]
    /// The outbox.
    package private(set) var rows: [Operation: SendRow] = [:]
    /// Conflicts that were decided.
    package private(set) var conflicts: [DecidedConflict] = []
    /// What happened to items.
    package private(set) var steps: [SyncStep] = []
    /// Whether a write's key is the clock's, whatever the item's was: a mistake.
    package var trustsClock = false
    private var revision = 0
    private var eventNumbers: [Origin: Int] = [:]
    /// No pending event comes before this place.
    private var firstPendingEvent = 0

    init(origin: Origin, label: String) {
        self.origin = origin
        self.label = label
    }

    func item(_ key: SyncKey) -> StoredItem? {
        guard var item = items[key] else { return nil }
        item.isPending = pending[key] != nil
        return item
    }

    /// What is not as it should be once all is told, for people.
    package var summary: String {
        let waiting = held.values.sorted { $0.number < $1.number }
            .map { "\($0.id) of \($0.origin): \($0.number) behind \($0.previous)" }
        return
            "read \(state.eventsRead), \(rows.count) rows, \(waiting.count) held \(waiting.prefix(4))"
    }

    /// The ids of all events.
    package var eventIDs: Set<String> { Set(eventPlaces.keys) }

    func hasEvent(_ id: String) -> Bool { eventPlaces[id] != nil }

    /// All items, as they stand.
    package var allItems: [StoredItem] { items.keys.compactMap { item($0) } }

    func pendingItems(limit: Int, now: Int) -> [StoredItem] {
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

    var pendingEventCount: Int { events.count { $0.isPending } }

    func pendingEvents(after sequence: Int, limit: Int) -> [PendingEvent] {
        let busy = Set(rows.values.map(\.subject))
        var found: [PendingEvent] = []
        var index = max(sequence, firstPendingEvent)
        while index < events.count, found.count < limit {
            let isFree = !busy.contains(.event(sequence: index + 1))
            if events[index].isPending, isFree {
                found.append(PendingEvent(sequence: index + 1, event: events[index].event))
            }
            index += 1
        }
        return found
    }
}

extension MemoryDisk {
    @discardableResult
    mutating func write(_ key: SyncKey, _ value: StoredItem.Value, now: Int) -> OrderKey {
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

    mutating func append(_ id: String, now: Int) {
        guard eventPlaces[id] == nil else { return }
        eventPlaces[id] = events.count
        let number = (eventNumbers[origin] ?? 0) + 1
        eventNumbers[origin] = number
        let event = SyncedEvent(
            id: id,
            topic: "score",
            body: Array("{}".utf8),
            origin: origin,
            device: label,
            number: number,
            previous: 0,
            at: now
        )
        events.append(Event(event: event, isPending: true))
    }

    mutating func apply(_ changes: SyncChanges) {
        if changes.beginsLife {
            origin = Origin(device: origin.device, incarnation: origin.incarnation + 1)
        }
        if changes.untoldAll { untellAll() }
        for head in changes.heads {
            put(head.key, head.value, head.rowKey, isPending: head.isPending)
        }
        for (key, mark) in changes.marks { items[key]?.mark = mark }
        for (key, rowKey) in changes.told where items[key]?.rowKey == rowKey { pending[key] = nil }
        for key in changes.untold.sorted(by: SyncKey.precedes) where pending[key] == nil {
            revision += 1
            pending[key] = revision
        }
        if let round = changes.forgottenRound { forgetTombstones(toldBy: round) }
        apply(events: changes)
        for (operation, row) in changes.rows { rows[operation] = row }
        for operation in changes.removedRows { rows[operation] = nil }
        conflicts.append(contentsOf: changes.conflicts)
        steps.append(contentsOf: changes.steps)
        if let state = changes.state { self.state = state }
    }

    private mutating func apply(events changes: SyncChanges) {
        for event in changes.events {
            eventPlaces[event.id] = events.count
            events.append(Event(event: event, isPending: false))
        }
        for sequence in changes.toldEvents { events[sequence - 1].isPending = false }
        for id in changes.confirmedEvents {
            if let place = eventPlaces[id] { events[place].isPending = false }
        }
        while firstPendingEvent < events.count, !events[firstPendingEvent].isPending {
            firstPendingEvent += 1
        }
        for event in changes.heldEvents { held[event.id] = event }
        for id in changes.releasedEvents { held[id] = nil }
    }

    private mutating func untellAll() {
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

    private mutating func forgetTombstones(toldBy round: Int) {
        for (key, item) in items where item.value == .tombstone && pending[key] == nil {
            guard let mark = item.mark, mark.isTold, mark.round <= round else { continue }
            items[key] = nil
        }
    }
}

extension StoredItem {
    fileprivate func hasExpired(by now: Int) -> Bool {
        if case .point(let point) = value { point.expiresAt <= now } else { false }
    }
}

extension SyncKey {
    /// A fixed order, so that a run with the same seed does the same again.
    fileprivate static func precedes(_ one: SyncKey, _ other: SyncKey) -> Bool {
        (one.kind.rawValue, one.name.text) < (other.kind.rawValue, other.name.text)
    }
}
