// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The writes of one step of sync, which form one transaction.
package struct SyncChanges: Sendable, Equatable {
    /// A new row about an item: a version from another device, or the local value, written again.
    package struct ItemState: Sendable, Equatable {
        package var key: SyncKey
        package var value: StoredItem.Value
        /// The order key of the row, which is greater than those of all other rows of the item.
        package var rowKey: OrderKey
        package var origin: Origin
        package var isPending: Bool
        /// True if the row only corrects the times of a known value, because the estimate of
        /// another device's clock has changed.
        package var isRetimed = false
        /// True for a tombstone if the item was played to its end.
        package var isFinished: Bool

        package init(
            key: SyncKey,
            value: StoredItem.Value,
            rowKey: OrderKey,
            origin: Origin,
            isPending: Bool,
            isFinished: Bool = false
        ) {
            self.key = key
            self.value = value
            self.rowKey = rowKey
            self.origin = origin
            self.isPending = isPending
            self.isFinished = isFinished
        }
    }

    /// The identity that a device begins; a new device has another number.
    package enum Identity: Sendable, Equatable {
        case incarnation
        case device
    }

    package var heads: [ItemState] = []
    package var marks: [SyncKey: SyncMark] = [:]
    /// The order keys of the acknowledged rows; an item with a newer row remains pending.
    package var acknowledged: [SyncKey: OrderKey] = [:]
    /// The items that must be sent to the remote again.
    package var unacknowledged: Set<SyncKey> = []
    /// True if all items and all events must be sent to the remote again.
    ///
    /// This includes events of other devices, because those devices may no longer have them.
    package var forgetsAcknowledgements = false
    /// The identity that this device must begin: a new incarnation, because its store is an older
    /// copy or it is no longer in the remote's list, or a new device, because a copy of its store is
    /// in use.
    package var newIdentity: Identity?
    /// The round of this device up to which acknowledged tombstones are removed; `nil` to remove
    /// none.
    package var forgottenRound: Int?

    package var rows: [Operation: SendRow] = [:]
    package var removedRows: [Operation: SendRow.Subject] = [:]

    /// The events of other devices to append, in this order.
    package var events: [SyncedEvent] = []
    package var acknowledgedEvents: [SequenceNumber] = []
    /// The IDs of events that were found in the remote.
    package var confirmedEvents: [String] = []
    /// The events of other devices to hold until an earlier event of the same origin has arrived.
    package var heldEvents: [SyncedEvent] = []
    /// The IDs of held events that need not wait any longer.
    package var releasedEvents: [String] = []

    package var refused: [RefusedRecord] = []

    package var conflicts: [DecidedConflict] = []
    /// The outcomes of received versions, which the method Explain returns.
    package var steps: [SyncStep] = []
    /// The data that sync remembers about the remote; `nil` if it has not changed.
    package var state: SyncMemory?

    package init() {}

    package var isEmpty: Bool { self == SyncChanges() }
}

package struct RefusedRecord: Sendable, Equatable {
    package var subject: String
    package var origin: Origin
    package var reason: String

    package init(subject: String, origin: Origin, reason: String) {
        self.subject = subject
        self.origin = origin
        self.reason = reason
    }
}

package struct DecidedConflict: Sendable, Equatable {
    package var strategy: ConflictStrategy
    /// The version whose value the item keeps.
    package var winner: ItemVersion
    /// The version whose value is kept in the list of conflicts.
    package var loser: ItemVersion
    package var reason: String
    package var at: Timestamp

    package init(
        strategy: ConflictStrategy,
        winner: ItemVersion,
        loser: ItemVersion,
        reason: String,
        at: Timestamp
    ) {
        self.strategy = strategy
        self.winner = winner
        self.loser = loser
        self.reason = reason
        self.at = at
    }
}

package struct SyncStep: Sendable, Equatable {
    package enum Outcome: String, Sendable, CaseIterable {
        case applied
        case kept
        /// The local value was kept, and written again as a version that includes the received one.
        case rebased
    }

    package var version: ItemVersion
    package var outcome: Outcome
    /// The reason, for the user; it names the strategy if the strategy decided.
    package var reason: String
    package var at: Timestamp

    package init(version: ItemVersion, outcome: Outcome, reason: String, at: Timestamp) {
        self.version = version
        self.outcome = outcome
        self.reason = reason
        self.at = at
    }
}
