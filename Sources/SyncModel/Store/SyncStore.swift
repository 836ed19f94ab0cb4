// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The operations of a store that sync needs.
///
/// They run synchronously on the store's thread. Nothing else is written before ``commit(_:)``,
/// which is one transaction.
package protocol SyncStore {
    associatedtype Reads: SyncReads

    /// The origin of this device, in its present incarnation.
    var origin: Origin { get }
    /// The label of this device, for the user.
    var label: String { get }

    /// True if the kernel reports this device's clock as synchronised.
    var isClockSynchronized: Bool { get }

    /// The functions that read the store.
    var reads: Reads { get }

    /// Writes all changes, or none.
    func commit(_ changes: SyncChanges) throws
}

extension SyncStore {
    /// Returns false, which is the default for a store without a clock.
    package var isClockSynchronized: Bool { false }
}

/// The functions of ``SyncStore`` that read.
package protocol SyncReads {
    /// Returns what sync remembers about the remote and the other devices.
    func memory() throws -> SyncMemory

    /// Returns the stored item; `nil` if there is neither an item nor a tombstone.
    func item(_ key: SyncKey) throws -> StoredItem?

    /// Returns items that the remote has not acknowledged, except for expired ones and those whose
    /// newest row has a ``SendRow``.
    func pendingItems(limit: Int, now: Timestamp) throws -> PendingItems

    /// Returns events after `sequence` that the remote has not acknowledged and that have no
    /// ``SendRow``, in order.
    func pendingEvents(after sequence: SequenceNumber, limit: Int) throws -> [PendingEvent]

    /// Returns up to `limit` outbox rows of one kind, in the order of that kind.
    func rows(_ kind: SendRow.Kind, limit: Int) throws -> [SendRow]

    /// Returns a summary of the waiting and failed entries of the outbox.
    func outlook() throws -> OutboxOutlook

    /// Returns the rows of the given operations, as far as they exist.
    func rows(of operations: [Operation]) throws -> [SendRow]

    /// Returns true if the store has an event with the given ID, or has removed it recently.
    func hasEvent(_ id: String) throws -> Bool

    /// Returns the events of an origin that wait for an earlier event, in order.
    func heldEvents(of origin: Origin) throws -> [SyncedEvent]
}

/// Items that the remote has not acknowledged.
package struct PendingItems: Sendable, Equatable {
    package var items: [StoredItem] = []
    /// True if the search ended early, because it had skipped many items; another call continues
    /// it.
    package var isCutShort = false

    package init() {}
}

/// An event that the remote has not acknowledged.
package struct PendingEvent: Sendable, Equatable {
    /// The sequence number of the event in this store.
    package var sequence: SequenceNumber
    /// The event; its `previous` is set when the event is sent.
    package var event: SyncedEvent

    package init(sequence: SequenceNumber, event: SyncedEvent) {
        self.sequence = sequence
        self.event = event
    }
}
