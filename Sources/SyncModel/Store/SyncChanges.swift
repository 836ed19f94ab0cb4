// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The writes of one step of sync, which form one transaction.
package struct SyncChanges: Sendable, Equatable {
    /// A new row about an item, with a version from another device or a local value again.
    package struct ItemState: Sendable, Equatable {
        /// The item or alias.
        package var key: SyncKey
        package var value: StoredItem.Value
        /// The order key of the row, which is greater than those of all other rows of the item.
        package var rowKey: OrderKey
        /// The origin that wrote the value.
        package var origin: Origin
        /// True if the remote has not acknowledged the value.
        package var isPending: Bool
        /// True if the row only corrects the times of a known value, after the estimate of its
        /// writer's clock has changed.
        package var isRetimed = false

        package init(
            key: SyncKey,
            value: StoredItem.Value,
            rowKey: OrderKey,
            origin: Origin,
            isPending: Bool
        ) {
            self.key = key
            self.value = value
            self.rowKey = rowKey
            self.origin = origin
            self.isPending = isPending
        }
    }

    /// The new rows about items, in order.
    package var heads: [ItemState] = []
    /// The new marks of items.
    package var marks: [SyncKey: SyncMark] = [:]
    /// The order keys of the acknowledged rows; an item with a newer row remains pending.
    package var acknowledged: [SyncKey: OrderKey] = [:]
    /// The items that must be sent to the remote again.
    package var unacknowledged: Set<SyncKey> = []
    /// True if all items and all events must be sent to the remote again.
    ///
    /// This includes events of other devices, because those devices may no longer have them.
    package var forgetsAcknowledgements = false
    /// True if this device must begin a new incarnation, because another device may use its
    /// numbers.
    package var beginsIncarnation = false
    /// The round up to which acknowledged tombstones are removed; `nil` to remove none.
    package var forgottenRound: Int?

    /// The new and changed rows of the outbox, by operation.
    package var rows: [Operation: SendRow] = [:]
    /// The items and events of completed rows of the outbox, by operation.
    package var removedRows: [Operation: SendRow.Subject] = [:]

    /// The events of other devices to append, in this order.
    package var events: [SyncedEvent] = []
    /// The sequence numbers of stored events that the remote has acknowledged.
    package var acknowledgedEvents: [SequenceNumber] = []
    /// The IDs of events that were found in the remote.
    package var confirmedEvents: [String] = []
    /// The events of other devices that must wait for an earlier event of the same origin.
    package var heldEvents: [SyncedEvent] = []
    /// The IDs of events that no longer need to wait.
    package var releasedEvents: [String] = []

    /// The records of other devices that were refused, with the reasons.
    package var refused: [RefusedRecord] = []

    /// The conflicts that were decided.
    package var conflicts: [DecidedConflict] = []
    /// The outcomes of received versions, which the method Explain returns.
    package var steps: [SyncStep] = []
    /// The data that sync remembers about the remote; `nil` if it has not changed.
    package var state: SyncMemory?

    package init() {}

    package var isEmpty: Bool { self == SyncChanges() }
}

/// A record of another device that was refused, because it exceeds the limits.
package struct RefusedRecord: Sendable, Equatable {
    /// The item's name, or the event's ID.
    package var subject: String
    /// The origin that sent the record.
    package var origin: Origin
    /// The reason, for the user.
    package var reason: String

    package init(subject: String, origin: Origin, reason: String) {
        self.subject = subject
        self.origin = origin
        self.reason = reason
    }
}

/// A conflict, and how it was decided.
package struct DecidedConflict: Sendable, Equatable {
    /// The strategy by which the conflict was decided.
    package var strategy: ConflictStrategy
    /// The version that is kept as the value of the item.
    package var winner: ItemVersion
    /// The version that goes to the list of conflicts.
    package var loser: ItemVersion
    package var reason: String
    /// The time of the decision, in milliseconds since 1970.
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

/// The outcome of a version that was received.
package struct SyncStep: Sendable, Equatable {
    package enum Outcome: String, Sendable, CaseIterable {
        /// The received version has become the value.
        case applied
        /// The local version was kept.
        case kept
        /// The local value was kept, and written again as a newer version.
        case rebased
    }

    package var version: ItemVersion
    package var outcome: Outcome
    /// The reason, which names the strategy if it has decided.
    package var reason: String
    /// The time at which the version arrived, in milliseconds since 1970.
    package var at: Timestamp

    package init(version: ItemVersion, outcome: Outcome, reason: String, at: Timestamp) {
        self.version = version
        self.outcome = outcome
        self.reason = reason
        self.at = at
    }
}
