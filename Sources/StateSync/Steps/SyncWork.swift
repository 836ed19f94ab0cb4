// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

/// A step in progress: the memory that it has read and the changes to write.
struct SyncWork<Store: SyncStore> {
    /// The store as it was before the step.
    let store: Store
    let settings: SyncSettings
    /// Trusted time in milliseconds since 1970.
    let now: Timestamp
    /// The memory of sync, with this step's changes.
    var state: SyncMemory
    /// The items that this step changes.
    var items: ItemMerge<Store>
    private var changes = SyncChanges()
    private let before: SyncMemory
    /// The IDs of the events that this step accepts.
    private var newEvents: Set<String> = []

    /// Creates a step that has changed nothing yet.
    init(store: Store, settings: SyncSettings, state: SyncMemory, now: Timestamp) {
        self.store = store
        self.settings = settings
        self.state = state
        self.now = now
        before = state
        items = ItemMerge(store: store, settings: settings, round: state.round + 1, now: now)
    }

    /// Returns the changes to write, including the memory if it differs from the stored one.
    func finished() -> SyncChanges {
        var changes = changes
        if state != before { changes.state = state }
        items.add(to: &changes)
        return changes
    }

    /// Reserves capacity for the given number of outbox rows.
    mutating func expect(rows count: Int) {
        changes.rows.reserveCapacity(count)
    }

    /// Writes a row of the outbox.
    mutating func put(_ row: SendRow) {
        changes.rows[row.record.operation] = row
        changes.removedRows[row.record.operation] = nil
    }

    /// Removes a row of the outbox.
    mutating func remove(_ row: SendRow) {
        changes.rows[row.record.operation] = nil
        changes.removedRows[row.record.operation] = row.subject
    }

    /// Marks everything as pending again.
    ///
    /// Attempts in progress are abandoned, because their events must not precede older ones.
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

    /// Returns true if the event is stored or has been accepted by this step.
    func hasEvent(_ id: String) throws -> Bool {
        try newEvents.contains(id) || store.reads.hasEvent(id)
    }

    /// Accepts an event.
    mutating func append(_ event: SyncedEvent) {
        newEvents.insert(event.id)
        changes.events.append(event)
    }

    /// Holds an event until its predecessor arrives.
    mutating func hold(_ event: SyncedEvent) {
        changes.heldEvents.append(event)
    }

    /// Records that a record was refused.
    mutating func refuse(_ record: RemoteRecord, _ reason: String) {
        let origin = record.operation.origin
        changes.refused.append(
            RefusedRecord(subject: record.subject, origin: origin, reason: reason)
        )
    }

    /// Returns the held events of an origin, including those of this step.
    func heldEvents(of origin: Origin) throws -> [SyncedEvent] {
        try store.reads.heldEvents(of: origin) + changes.heldEvents.filter { $0.origin == origin }
    }

    /// Releases a held event.
    mutating func letGo(_ event: SyncedEvent) {
        changes.heldEvents.removeAll { $0.id == event.id }
        changes.releasedEvents.append(event.id)
    }

    /// Records that the remote has an event of the store.
    mutating func confirm(_ event: SyncedEvent) {
        changes.confirmedEvents.append(event.id)
    }

    /// Records that the remote has acknowledged an event.
    mutating func noteAcknowledged(event sequence: SequenceNumber) {
        changes.acknowledgedEvents.append(sequence)
    }

    /// Begins a new incarnation of this device as part of this step's changes.
    mutating func beginIncarnation() {
        changes.beginsIncarnation = true
    }

    /// Drops the tombstones that the remote had acknowledged by the given round.
    mutating func forgetTombstones(acknowledgedBy round: Int) {
        changes.forgottenRound = round
    }

    /// Returns the next operation of this device.
    mutating func nextOperation() -> Operation {
        defer { state.nextOperation += 1 }
        return Operation(origin: store.origin, number: state.nextOperation)
    }
}
