// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The operations of the store that sync needs.
///
/// They are synchronous, on the store's own thread: nothing else is written between reading and
/// ``commit(_:)``, which is one transaction.
package protocol SyncStore {
    /// This device, in its present incarnation.
    var origin: Origin { get }
    /// The label of this device, for people.
    var label: String { get }

    /// True if the kernel calls this device's clock synchronised.
    var isClockSynchronized: Bool { get }

    /// Returns the memory of the remote.
    func state() throws -> SyncMemory

    /// Returns the stored item; `nil` if there is neither an item nor a tombstone.
    func item(_ key: SyncKey) throws -> StoredItem?

    /// Returns pending items that have not expired and whose newest row has no ``SendRow``.
    func pendingItems(limit: Int, now: Timestamp) throws -> PendingItems

    /// Returns pending events without a ``SendRow`` after a sequence number, in order.
    func pendingEvents(after sequence: SequenceNumber, limit: Int) throws -> [PendingEvent]

    /// Returns the rows of the outbox of one kind, in the order that the kind names.
    func rows(_ kind: SendRow.Kind, limit: Int) throws -> [SendRow]

    /// Returns a summary of the waiting and failed outbox entries.
    func outlook() throws -> OutboxOutlook

    /// Returns the rows of those operations that have one.
    func rows(of operations: [Operation]) throws -> [SendRow]

    /// Returns true if the store holds the event with that ID, or held it until lately.
    func hasEvent(_ id: String) throws -> Bool

    /// Returns the events of an origin that wait for the one before them, in order.
    func heldEvents(of origin: Origin) throws -> [SyncedEvent]

    /// Writes all changes, or none.
    func commit(_ changes: SyncChanges) throws
}

extension SyncStore {
    /// False by default: a store without a clock makes no such claim.
    package var isClockSynchronized: Bool { false }
}

/// Items that the remote has not acknowledged yet.
package struct PendingItems: Sendable, Equatable {
    package var items: [StoredItem] = []
    /// True if so many items were skipped that a further call has to continue.
    package var isCutShort = false

    /// Creates an empty list.
    package init() {}
}

/// An event that the remote has not acknowledged yet.
package struct PendingEvent: Sendable, Equatable {
    /// Its sequence number in this store.
    package var sequence: SequenceNumber
    /// The event; `previous` is filled in when it is sent.
    package var event: SyncedEvent

    /// Creates a pending event from its members.
    package init(sequence: SequenceNumber, event: SyncedEvent) {
        self.sequence = sequence
        self.event = event
    }
}
