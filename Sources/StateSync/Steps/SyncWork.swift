// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

struct SyncWork<Store: SyncStore> {
    /// The store as it is before the changes of the step are written.
    let store: Store
    let settings: SyncSettings
    let now: Timestamp
    var state: SyncMemory
    var merge: ItemMerge<Store>
    private let before: SyncMemory
    private var newEvents: Set<String> = []

    init(store: Store, settings: SyncSettings, state: SyncMemory, now: Timestamp) {
        self.store = store
        self.settings = settings
        self.state = state
        self.now = now
        before = state
        merge = ItemMerge(store: store, settings: settings, round: state.round + 1, now: now)
    }

    /// Returns all changes of the step; ``state`` is included if it has changed.
    ///
    /// An item that must be sent again gets a new operation, because the remote may already have
    /// the previous one.
    mutating func finished() throws -> SyncChanges {
        for item in merge.changes.unacknowledged {
            for row in try store.reads.rows(of: item) where row.state != .failed { remove(row) }
        }
        if state != before { merge.changes.state = state }
        return merge.changes
    }

    mutating func put(_ row: SendRow) {
        merge.changes.rows[row.record.operation] = row
        merge.changes.removedRows[row.record.operation] = nil
    }

    mutating func remove(_ row: SendRow) {
        merge.changes.rows[row.record.operation] = nil
        merge.changes.removedRows[row.record.operation] = row.subject
    }

    /// Makes everything pending again, as for a remote that has none of it.
    ///
    /// All entries of the outbox except the failed ones are discarded, because an event must not
    /// precede older ones.
    mutating func forgetAcknowledgements() throws {
        merge.changes.forgetsAcknowledgements = true
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

    func hasEvent(_ id: String) throws -> Bool {
        try newEvents.contains(id) || store.reads.hasEvent(id)
    }

    mutating func append(_ event: SyncedEvent) {
        newEvents.insert(event.event.id)
        merge.changes.events.append(event)
    }

    mutating func refuse(_ record: RemoteRecord, _ reason: String) {
        let origin = record.operation.origin
        merge.changes.refused.append(
            RefusedRecord(subject: record.subject, origin: origin, reason: reason)
        )
    }

    func heldEvents(of origin: Origin) throws -> [SyncedEvent] {
        try store.reads.heldEvents(of: origin)
            + merge.changes.heldEvents.filter { $0.origin == origin }
    }

    mutating func removeHeldEvent(_ event: SyncedEvent) {
        merge.changes.heldEvents.removeAll { $0.event.id == event.event.id }
        merge.changes.releasedEvents.append(event.event.id)
    }

    mutating func nextOperation() -> Operation {
        defer { state.nextOperation += 1 }
        return Operation(origin: store.origin, number: state.nextOperation)
    }
}
