/// What sync needs of the store.
///
/// Synchronous, on the store's own thread: nothing else is written between reading and
/// ``commit(_:)``, which is one transaction.
package protocol SyncStore {
    /// This device, in its present life.
    var origin: Origin { get }
    /// What people call this device.
    var label: String { get }

    /// True if the kernel calls this device's clock synchronised.
    var isClockSynchronized: Bool { get }

    /// What is remembered of the remote.
    func state() throws -> SyncMemory

    /// The item as it stands; nil: there is none, nor a tombstone.
    func item(_ key: SyncKey) throws -> StoredItem?

    /// Pending items that have not expired and whose newest row has no ``SendRow``.
    func pendingItems(limit: Int, now: Int) throws -> [StoredItem]

    /// Pending events without a ``SendRow`` behind that sequence number, in order.
    func pendingEvents(after sequence: Int, limit: Int) throws -> [PendingEvent]

    /// Rows of the outbox of that kind, in the order that the kind names.
    func rows(_ kind: SendRow.Kind, limit: Int) throws -> [SendRow]

    /// Which of these operations have a row, with it.
    func rows(of operations: [Operation]) throws -> [SendRow]

    /// Whether the store holds the event of that id, or held it until lately.
    func hasEvent(_ id: String) throws -> Bool

    /// Events of that origin that wait for the one before them, in order.
    func heldEvents(of origin: Origin) throws -> [SyncedEvent]

    /// Writes all of it, or nothing.
    func commit(_ changes: SyncChanges) throws
}

extension SyncStore {
    /// A store without a clock of its own makes no such claim.
    package var isClockSynchronized: Bool { false }
}

/// An event that the remote has yet to hear of.
package struct PendingEvent: Sendable, Equatable {
    /// Its place in this store's order.
    package var sequence: Int
    /// The event; `previous` is filled in when it is sent.
    package var event: SyncedEvent

    /// A stored event with both its members.
    package init(sequence: Int, event: SyncedEvent) {
        self.sequence = sequence
        self.event = event
    }
}
