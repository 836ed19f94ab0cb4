// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

/// A step of sync in progress: what it has read, and what it will write.
struct SyncWork<Store: SyncStore> {
    /// The store, which does not contain the changes of the step.
    let store: Store
    let settings: SyncSettings
    /// Trusted time, in milliseconds since 1970.
    let now: Timestamp
    /// The data that sync remembers, with the changes of the step.
    var state: SyncMemory
    /// The items that the step changes.
    var items: ItemMerge<Store>
    private var changes = SyncChanges()
    private let before: SyncMemory
    /// The IDs of the events that the step accepts.
    private var newEvents: Set<String> = []

    init(store: Store, settings: SyncSettings, state: SyncMemory, now: Timestamp) {
        self.store = store
        self.settings = settings
        self.state = state
        self.now = now
        before = state
        items = ItemMerge(store: store, settings: settings, round: state.round + 1, now: now)
    }

    /// Returns the changes to write, including what sync remembers, if that has changed.
    func finished() -> SyncChanges {
        var changes = changes
        if state != before { changes.state = state }
        items.add(to: &changes)
        return changes
    }

    /// Reserves capacity for the given number of rows of the outbox.
    mutating func expect(rows count: Int) {
        changes.rows.reserveCapacity(count)
    }

    /// Adds a row of the outbox, or replaces the row of the same operation.
    mutating func put(_ row: SendRow) {
        changes.rows[row.record.operation] = row
        changes.removedRows[row.record.operation] = nil
    }

    /// Removes a row of the outbox.
    mutating func remove(_ row: SendRow) {
        changes.rows[row.record.operation] = nil
        changes.removedRows[row.record.operation] = row.subject
    }

    /// Records that the remote has acknowledged nothing.
    ///
    /// Entries in flight are discarded, because an event must not precede older ones.
    mutating func forgetAcknowledgements() throws {
        changes.forgetsAcknowledgements = true
        state.cursor = nil
        state.isListed = false
        state.eventsSent = [:]
        let kinds: [SendRow.Kind] = [
            .inFlight, .waitingItems(by: .max), .waitingEvents, .acknowledged(by: .max),
        ]
        for kind in kinds {
            for row in try store.reads.rows(kind, limit: .max) { remove(row) }
        }
    }

    /// Returns true if the event is stored, or the step accepts it.
    func hasEvent(_ id: String) throws -> Bool {
        try newEvents.contains(id) || store.reads.hasEvent(id)
    }

    /// Accepts an event.
    mutating func append(_ event: SyncedEvent) {
        newEvents.insert(event.id)
        changes.events.append(event)
    }

    /// Keeps an event until the event before it has arrived.
    mutating func hold(_ event: SyncedEvent) {
        changes.heldEvents.append(event)
    }

    /// Records that a record was refused, for the given reason.
    mutating func refuse(_ record: RemoteRecord, _ reason: String) {
        let origin = record.operation.origin
        changes.refused.append(
            RefusedRecord(subject: record.subject, origin: origin, reason: reason)
        )
    }

    /// Returns the events of an origin that wait for an earlier event, including those of the step.
    func heldEvents(of origin: Origin) throws -> [SyncedEvent] {
        try store.reads.heldEvents(of: origin) + changes.heldEvents.filter { $0.origin == origin }
    }

    /// Removes an event that waited for an earlier one.
    mutating func letGo(_ event: SyncedEvent) {
        changes.heldEvents.removeAll { $0.id == event.id }
        changes.releasedEvents.append(event.id)
    }

    /// Records that the remote has an event that the store has too.
    mutating func confirm(_ event: SyncedEvent) {
        changes.confirmedEvents.append(event.id)
    }

    /// Records that the remote has acknowledged an event.
    mutating func noteAcknowledged(event sequence: SequenceNumber) {
        changes.acknowledgedEvents.append(sequence)
    }

    mutating func beginIncarnation() {
        changes.beginsIncarnation = true
    }

    /// Removes the tombstones that the remote had acknowledged by the given round.
    mutating func forgetTombstones(acknowledgedBy round: Int) {
        changes.forgottenRound = round
    }

    /// Returns the next operation of this device, with an unused number.
    mutating func nextOperation() -> Operation {
        defer { state.nextOperation += 1 }
        return Operation(origin: store.origin, number: state.nextOperation)
    }
}
