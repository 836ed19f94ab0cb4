// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import SyncModel

/// The tenant's store, as sync uses it.
extension SyncAdoption: SyncStore {
    /// The identity of this device in its present incarnation.
    var origin: Origin { log.origin }
    var label: String { log.devices.label(of: DeviceID.own) }
    /// True while the kernel reports the machine's clock as synchronised.
    var isClockSynchronized: Bool { clock.isSynchronized }

    /// Returns the stored memory of sync.
    func state() throws -> SyncMemory {
        try onStore(sync.memory())
    }

    /// Returns an item's present state; `nil` if it has neither a value nor a tombstone.
    func item(_ key: SyncKey) throws -> StoredItem? {
        try onStore(sync.item(key))
    }

    /// Returns pending items that have not expired and whose newest row has no ``SendRow``.
    func pendingItems(limit: Int, now: Timestamp) throws -> PendingItems {
        try onStore(sync.pendingItems(limit: limit, now: now))
    }

    /// Returns pending events without a ``SendRow`` whose numbers exceed `sequence`, in order.
    func pendingEvents(after sequence: SequenceNumber, limit: Int) throws -> [PendingEvent] {
        try onStore(sync.pendingEvents(after: sequence, limit: limit))
    }

    /// Returns outbox rows of one kind, in the order documented with the kind.
    func rows(_ kind: SendRow.Kind, limit: Int) throws -> [SendRow] {
        try onStore(sync.rows(kind, limit: limit))
    }

    /// Returns a summary of the waiting and failed outbox entries.
    func outlook() throws -> OutboxOutlook {
        try onStore(sync.outlook())
    }

    /// Returns the outbox rows of the given operations.
    func rows(of operations: [Operation]) throws -> [SendRow] {
        try onStore(sync.rows(of: operations))
    }

    /// Returns true if the store has, or recently had, the event with the given ID.
    func hasEvent(_ id: String) throws -> Bool {
        try onStore(sync.hasEvent(id))
    }

    /// Returns the events of an origin that wait for an earlier one, in order.
    func heldEvents(of origin: Origin) throws -> [SyncedEvent] {
        try onStore(sync.heldEvents(of: origin))
    }
}

extension StateError {
    /// The human-readable reason of the error.
    var summary: String {
        switch self {
        case .storageUnavailable(let reason): reason
        case .quotaExceeded(let limit, let value): "the limit \(limit) of \(value) is reached"
        default: "\(self)"
        }
    }
}
