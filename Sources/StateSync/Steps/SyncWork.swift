internal import StateModel

/// One step while it is done: what it has read, and what it is going to write.
struct SyncWork<Store: SyncStore> {
    /// The store, as it was before the step.
    let store: Store
    /// What sync is told to do.
    let settings: SyncSettings
    /// Trusted time in milliseconds since 1970.
    let now: Int
    /// What is remembered of the remote, as this step has made it.
    var state: SyncMemory
    /// What is going to be written.
    private(set) var changes = SyncChanges()
    private let before: SyncMemory
    /// The items as this step has made them.
    private var items: [SyncKey: StoredItem] = [:]
    /// The ids of the events that this step takes in.
    private var newEvents: Set<String> = []

    /// A step that has done nothing yet.
    init(store: Store, settings: SyncSettings, state: SyncMemory, now: Int) {
        self.store = store
        self.settings = settings
        self.state = state
        self.now = now
        before = state
    }

    /// Enters the new state among what is written, if it is new.
    mutating func finish() {
        if state != before { changes.state = state }
    }

    /// The item as this step has made it.
    func item(_ key: SyncKey) throws -> StoredItem? {
        try items[key] ?? store.item(key)
    }

    /// The item's version as it would be sent now.
    func version(of item: StoredItem) -> ItemVersion {
        let strategy = settings.strategy(for: item.player)
        return item.version(by: store.origin, strategy: strategy, now: now)
    }

    /// Writes what is known of the item's version.
    mutating func mark(_ item: StoredItem, _ mark: SyncMark) {
        var item = item
        item.mark = mark
        items[item.key] = item
        changes.marks[item.key] = mark
    }

    /// Writes a row about an item, and its mark.
    mutating func write(_ head: SyncChanges.Head, _ mark: SyncMark) {
        changes.heads.append(head)
        changes.marks[head.key] = mark
        changes.told[head.key] = nil
        changes.untold.remove(head.key)
        items[head.key] = StoredItem(
            key: head.key,
            value: head.value,
            rowKey: head.rowKey,
            isPending: head.isPending,
            mark: mark
        )
    }

    /// Notes that the remote has the item's newest row, or has yet to hear of it.
    mutating func setPending(_ isPending: Bool, _ key: SyncKey) throws {
        guard var item = try item(key), item.isPending != isPending else { return }
        item.isPending = isPending
        items[key] = item
        changes.told[key] = isPending ? nil : item.rowKey
        if isPending { changes.untold.insert(key) } else { changes.untold.remove(key) }
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

    /// The remote is to hear of everything again.
    ///
    /// Attempts under way are given up: an event among them must not go ahead of older ones.
    mutating func forgetWhatWasTold() throws {
        changes.untoldAll = true
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

    /// Lists a conflict that was decided.
    mutating func append(_ conflict: DecidedConflict) {
        changes.conflicts.append(conflict)
    }

    /// Keeps what happened to an item.
    mutating func append(_ step: SyncStep) {
        changes.steps.append(step)
    }

    /// Whether the event of that id is here, or comes with this step.
    func hasEvent(_ id: String) throws -> Bool {
        try newEvents.contains(id) || store.hasEvent(id)
    }

    /// Takes an event in.
    mutating func append(_ event: SyncedEvent) {
        newEvents.insert(event.id)
        changes.events.append(event)
    }

    /// Lets an event wait for the one before it.
    mutating func hold(_ event: SyncedEvent) {
        changes.heldEvents.append(event)
    }

    /// Lets an event wait no longer.
    mutating func letGo(_ event: SyncedEvent) {
        changes.heldEvents.removeAll { $0.id == event.id }
        changes.releasedEvents.append(event.id)
    }

    /// Notes that the remote was seen to have an event that is here.
    mutating func confirm(_ event: SyncedEvent) {
        changes.confirmedEvents.append(event.id)
    }

    /// Notes that the remote has an event.
    mutating func noteTold(event sequence: Int) {
        changes.toldEvents.append(sequence)
    }

    /// Begins a new life of this device, from the next step on.
    mutating func beginLife() {
        changes.beginsLife = true
    }

    /// Lets tombstones go that were told in that round or before.
    mutating func forgetTombstones(toldBy round: Int) {
        changes.forgottenRound = round
    }

    /// The next operation of this device.
    mutating func nextOperation() -> Operation {
        defer { state.nextOperation += 1 }
        return Operation(origin: store.origin, number: state.nextOperation)
    }
}
