// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The writes of one step of sync, in a single transaction.
package struct SyncChanges: Sendable, Equatable {
    /// A new row about an item: a version from another device, or a local value written again.
    package struct ItemState: Sendable, Equatable {
        /// The subject.
        package var key: SyncKey
        package var value: StoredItem.Value
        /// The row's order key, above those of all other rows of the item.
        package var rowKey: OrderKey
        /// The device that wrote the value.
        package var origin: Origin
        /// True if the remote has not acknowledged the row.
        package var isPending: Bool
        /// True if the row corrects times of a known value after its writer's clock was corrected.
        package var isRetimed = false

        /// Creates a row from its members.
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

    /// New rows about items, in order.
    package var heads: [ItemState] = []
    /// The new marks of items.
    package var marks: [SyncKey: SyncMark] = [:]
    /// The acknowledged rows; an item with a newer row is still pending.
    package var acknowledged: [SyncKey: OrderKey] = [:]
    /// Items that must be sent to the remote again.
    package var unacknowledged: Set<SyncKey> = []
    /// True if all items and all events must be sent to the remote again.
    ///
    /// They include events of other devices, which may have lost them.
    package var forgetsAcknowledgements = false
    /// True if this device begins a new incarnation because its numbers may be in use elsewhere.
    package var beginsIncarnation = false
    /// The round up to which acknowledged tombstones are removed; `nil` to remove none.
    package var forgottenRound: Int?

    /// New and changed outbox rows, by operation.
    package var rows: [Operation: SendRow] = [:]
    /// The subjects of completed outbox rows, by operation.
    package var removedRows: [Operation: SendRow.Subject] = [:]

    /// Events of other devices, to be appended in this order.
    package var events: [SyncedEvent] = []
    /// The sequence numbers of stored events that the remote has.
    package var acknowledgedEvents: [SequenceNumber] = []
    /// The IDs of events found in the remote.
    package var confirmedEvents: [String] = []
    /// Events of other devices that wait for an earlier event of their device.
    package var heldEvents: [SyncedEvent] = []
    /// The IDs of held events that no longer wait.
    package var releasedEvents: [String] = []

    /// Refused records of other devices, with the reasons.
    package var refused: [RefusedRecord] = []

    /// The conflicts that were decided.
    package var conflicts: [DecidedConflict] = []
    /// The outcomes of received versions, shown by Explain.
    package var steps: [SyncStep] = []
    /// The new memory of sync; `nil` if unchanged.
    package var state: SyncMemory?

    /// Creates empty changes.
    package init() {}

    /// True if there is nothing to write.
    package var isEmpty: Bool { self == SyncChanges() }
}

/// A record of another device that was refused because it exceeds the limits.
package struct RefusedRecord: Sendable, Equatable {
    /// The item's name, or the event's ID.
    package var subject: String
    /// The device that sent it.
    package var origin: Origin
    /// A human-readable reason.
    package var reason: String

    /// Creates the note of a record from its members.
    package init(subject: String, origin: Origin, reason: String) {
        self.subject = subject
        self.origin = origin
        self.reason = reason
    }
}

/// A conflict and its outcome.
package struct DecidedConflict: Sendable, Equatable {
    /// The strategy that decided.
    package var strategy: ConflictStrategy
    /// The version that won.
    package var winner: ItemVersion
    /// The version that lost.
    package var loser: ItemVersion
    package var reason: String
    /// The time of the decision, in milliseconds since 1970.
    package var at: Timestamp

    /// Creates a conflict from its members.
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

/// The outcome of a received version.
package struct SyncStep: Sendable, Equatable {
    /// The possible outcomes.
    package enum Outcome: String, Sendable, CaseIterable {
        /// The received version is now the value.
        case applied
        /// The local version was kept.
        case kept
        /// The local value was kept and written again.
        case rebased
    }

    /// The received version.
    package var version: ItemVersion
    package var outcome: Outcome
    /// The reason, including the strategy if it decided.
    package var reason: String
    /// The time of its arrival, in milliseconds since 1970.
    package var at: Timestamp

    /// Creates a step from its members.
    package init(version: ItemVersion, outcome: Outcome, reason: String, at: Timestamp) {
        self.version = version
        self.outcome = outcome
        self.reason = reason
        self.at = at
    }
}
