internal import StateModel

/// One step in progress: the state it has read, and the changes it is going to write.
struct SyncWork<Store: SyncStore> {
    /// The store, as it was before the step.
    let store: Store
    /// The settings of sync.
    let settings: SyncSettings
    /// Trusted time in milliseconds since 1970.
    let now: Int
    /// The stored facts about the remote, as changed by this step.
    var state: SyncMemory
    /// The changes to write.
    private(set) var changes = SyncChanges()
    private let before: SyncMemory
    /// The items, as changed by this step.
    private var items: [SyncKey: StoredItem] = [:]
    /// The IDs of the events that this step accepts.
    private var newEvents: Set<String> = []

    /// Creates a step without changes.
    init(store: Store, settings: SyncSettings, state: SyncMemory, now: Int) {
        self.store = store
        self.settings = settings
        self.state = state
        self.now = now
        before = state
    }

    /// Adds the new state to the changes, if it differs from the stored one.
    mutating func finish() {
        if state != before { changes.state = state }
    }

    /// Returns the item, as changed by this step.
    func item(_ key: SyncKey) throws -> StoredItem? {
        try items[key] ?? store.item(key)
    }

    /// Returns the item's version as it would be sent now.
    func version(of item: StoredItem) -> ItemVersion {
        let strategy = settings.strategy(for: item.player)
        return item.version(by: store.origin, strategy: strategy, now: now)
    }

    /// Writes the mark of the item's version.
    mutating func mark(_ item: StoredItem, _ mark: SyncMark) {
        var item = item
        item.mark = mark
        items[item.key] = item
        changes.marks[item.key] = mark
    }

    /// Writes a row about an item, and its mark.
    mutating func write(_ head: SyncChanges.ItemState, _ mark: SyncMark) {
        changes.heads.append(head)
        changes.marks[head.key] = mark
        changes.acknowledged[head.key] = nil
        changes.unacknowledged.remove(head.key)
        items[head.key] = StoredItem(
            key: head.key,
            value: head.value,
            rowKey: head.rowKey,
            isPending: head.isPending,
            mark: mark
        )
    }

    /// Notes that the remote has the item's newest row, or that the row is pending.
    mutating func setPending(_ isPending: Bool, _ key: SyncKey) throws {
        guard var item = try item(key), item.isPending != isPending else { return }
        item.isPending = isPending
        items[key] = item
        changes.acknowledged[key] = isPending ? nil : item.rowKey
        if isPending {
            changes.unacknowledged.insert(key)
        } else {
            changes.unacknowledged.remove(key)
        }
    }

    /// Writes a row of the outbox.
    mutating func put(_ row: SendRow) {
        changes.rows[row.record.operation] = row
        changes.removedRows.remove(row.record.operation)
    }

    /// Removes a row of the outbox.
    mutating func remove(_ row: SendRow) {
        changes.rows[row.record.operation] = nil
        changes.removedRows.insert(row.record.operation)
    }

    /// Makes everything pending for the remote again.
    ///
    /// Attempts under way are given up, because an event among them must not go ahead of older
    /// ones.
    mutating func forgetAcknowledgements() throws {
        changes.forgetsAcknowledgements = true
        state.cursor = nil
        state.isListed = false
        state.eventsSent = [:]
        let kinds: [SendRow.Kind] = [
            .inFlight, .waitingItems(by: .max), .waitingEvents, .acknowledged(by: .max),
        ]
        for kind in kinds {
            for row in try store.rows(kind, limit: .max) { remove(row) }
        }
    }

    /// Adds a decided conflict to the list.
    mutating func append(_ conflict: DecidedConflict) {
        changes.conflicts.append(conflict)
    }

    /// Adds a step to the history of an item's decisions.
    mutating func append(_ step: SyncStep) {
        changes.steps.append(step)
    }

    /// Returns true if the event with that ID is stored, or comes with this step.
    func hasEvent(_ id: String) throws -> Bool {
        try newEvents.contains(id) || store.hasEvent(id)
    }

    /// Accepts an event.
    mutating func append(_ event: SyncedEvent) {
        newEvents.insert(event.id)
        changes.events.append(event)
    }

    /// Holds an event until the one before it arrives.
    mutating func hold(_ event: SyncedEvent) {
        changes.heldEvents.append(event)
    }

    /// Releases an event that was held.
    mutating func letGo(_ event: SyncedEvent) {
        changes.heldEvents.removeAll { $0.id == event.id }
        changes.releasedEvents.append(event.id)
    }

    /// Notes that the remote was seen to hold an event that is stored here.
    mutating func confirm(_ event: SyncedEvent) {
        changes.confirmedEvents.append(event.id)
    }

    /// Notes that the remote has acknowledged an event.
    mutating func noteAcknowledged(event sequence: Int) {
        changes.acknowledgedEvents.append(sequence)
    }

    /// Begins a new life of this device, from the next step on.
    mutating func beginLife() {
        changes.beginsLife = true
    }

    /// Drops the tombstones that the remote acknowledged in that round or before.
    mutating func forgetTombstones(acknowledgedBy round: Int) {
        changes.forgottenRound = round
    }

    /// Returns the next operation of this device.
    mutating func nextOperation() -> Operation {
        defer { state.nextOperation += 1 }
        return Operation(origin: store.origin, number: state.nextOperation)
    }
}
