// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The store operations that sync needs.
///
/// They run synchronously on the store's thread, so that nothing else is written before
/// ``commit(_:)``, which is one transaction.
package protocol SyncStore {
    associatedtype Reads: SyncReads

    /// This device, in its present incarnation.
    var origin: Origin { get }
    /// The label of this device, for the user.
    var label: String { get }

    /// True if the kernel reports this device's clock as synchronised.
    var isClockSynchronized: Bool { get }

    /// The part of the store that is read.
    var reads: Reads { get }

    /// Writes all changes, or none.
    func commit(_ changes: SyncChanges) throws
}

extension SyncStore {
    /// False by default, for a store without a clock.
    package var isClockSynchronized: Bool { false }
}

/// The reads of ``SyncStore``.
package protocol SyncReads {
    /// Returns the memory of the remote.
    func memory() throws -> SyncMemory

    /// Returns the stored item; `nil` if there is neither an item nor a tombstone.
    func item(_ key: SyncKey) throws -> StoredItem?

    /// Returns pending items that have not expired and whose newest row has no ``SendRow``.
    func pendingItems(limit: Int, now: Timestamp) throws -> PendingItems

    /// Returns pending events without a ``SendRow`` whose numbers exceed `sequence`, in order.
    func pendingEvents(after sequence: SequenceNumber, limit: Int) throws -> [PendingEvent]

    /// Returns outbox rows of one kind, in the order documented with the kind.
    func rows(_ kind: SendRow.Kind, limit: Int) throws -> [SendRow]

    /// Returns a summary of the waiting and failed outbox entries.
    func outlook() throws -> OutboxOutlook

    /// Returns the existing rows of the given operations.
    func rows(of operations: [Operation]) throws -> [SendRow]

    /// Returns true if the store has, or recently had, the event with the given ID.
    func hasEvent(_ id: String) throws -> Bool

    /// Returns the events of an origin that wait for an earlier one, in order.
    func heldEvents(of origin: Origin) throws -> [SyncedEvent]
}

/// Items that the remote has not acknowledged.
package struct PendingItems: Sendable, Equatable {
    package var items: [StoredItem] = []
    /// True if many skipped items ended the search early, and another call must continue it.
    package var isCutShort = false

    /// Creates an empty list.
    package init() {}
}

/// An event that the remote has not acknowledged.
package struct PendingEvent: Sendable, Equatable {
    /// The event's sequence number in this store.
    package var sequence: SequenceNumber
    /// The event; `previous` is filled in when it is sent.
    package var event: SyncedEvent

    /// Creates a pending event from its members.
    package init(sequence: SequenceNumber, event: SyncedEvent) {
        self.sequence = sequence
        self.event = event
    }
}
