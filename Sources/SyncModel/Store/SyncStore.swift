// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The operations of a store that sync needs.
///
/// They run synchronously on the store's thread. No other write comes between them and
/// ``commit(_:)``, which is one transaction.
package protocol SyncStore {
    associatedtype Reads: SyncReads

    var origin: Origin { get }
    var label: String { get }

    var isClockSynchronized: Bool { get }

    var reads: Reads { get }

    func commit(_ changes: SyncChanges) throws
}

extension SyncStore {
    package var isClockSynchronized: Bool { false }
}

package protocol SyncReads {
    func memory() throws -> SyncMemory

    func item(_ key: SyncKey) throws -> StoredItem?

    /// Returns pending items, except for expired ones and those whose newest row has a ``SendRow``.
    func pendingItems(limit: Int, now: Timestamp) throws -> PendingItems

    /// Returns events after `sequence` that the remote has not acknowledged and that have no
    /// ``SendRow``, in order.
    func pendingEvents(after sequence: SequenceNumber, limit: Int) throws -> [PendingEvent]

    func rows(_ kind: SendRow.Kind, limit: Int) throws -> [SendRow]

    func outlook() throws -> OutboxOutlook

    /// Returns the rows of the given operations; an operation may have none.
    func rows(of operations: [Operation]) throws -> [SendRow]

    func rows(of item: SyncKey) throws -> [SendRow]

    /// Returns true if the store has an event with the given ID, or remembers the ID of a removed
    /// one.
    func hasEvent(_ id: String) throws -> Bool

    /// Returns the events of an origin that wait for an earlier event, in order.
    func heldEvents(of origin: Origin) throws -> [SyncedEvent]
}

package struct PendingItems: Sendable, Equatable {
    package var items: [StoredItem] = []
    /// True if the search ended early after skipping many items; another call continues it.
    package var isCutShort = false

    package init() {}
}

package struct PendingEvent: Sendable, Equatable {
    package var sequence: SequenceNumber
    /// The event; its member `previous` is set when the event is sent.
    package var event: SyncedEvent

    package init(sequence: SequenceNumber, event: SyncedEvent) {
        self.sequence = sequence
        self.event = event
    }
}
