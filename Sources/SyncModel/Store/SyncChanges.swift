// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The writes of one step of sync, all of them in one transaction.
package struct SyncChanges: Sendable, Equatable {
    /// A row about an item that came from elsewhere, or that is written once more.
    package struct ItemState: Sendable, Equatable {
        /// The subject.
        package var key: SyncKey
        package var value: StoredItem.Value
        /// The row's key, above that of every row about the item.
        package var rowKey: OrderKey
        /// The device that wrote the value.
        package var origin: Origin
        /// True if the remote has not acknowledged the row yet.
        package var isPending: Bool
        /// True if it corrects the times of a known value, because its writer's clock was
        /// misjudged.
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
    /// The marks of items from now on.
    package var marks: [SyncKey: SyncMark] = [:]
    /// Rows that the remote has acknowledged; their items are not pending unless they have newer
    /// rows.
    package var acknowledged: [SyncKey: OrderKey] = [:]
    /// Items that must be sent to the remote again.
    package var unacknowledged: Set<SyncKey> = []
    /// True if all items and all events must be sent to the remote again.
    ///
    /// They include events of other devices, since their own device may have lost them.
    package var forgetsAcknowledgements = false
    /// True if this device begins a new incarnation, because another may have used its numbers.
    package var beginsIncarnation = false
    /// The round up to which acknowledged tombstones may go; `nil` if there is none.
    package var forgottenRound: Int?

    /// Rows of the outbox, new and changed, by number.
    package var rows: [Operation: SendRow] = [:]
    /// The subjects of rows of the outbox that are done, by number.
    package var removedRows: [Operation: SendRow.Subject] = [:]

    /// Events from elsewhere, to be appended in this order.
    package var events: [SyncedEvent] = []
    /// The sequence numbers of this store's events that the remote has.
    package var acknowledgedEvents: [SequenceNumber] = []
    /// The IDs of events that the remote was seen to have.
    package var confirmedEvents: [String] = []
    /// Events from elsewhere that wait for the one before them.
    package var heldEvents: [SyncedEvent] = []
    /// The IDs of events that stop waiting.
    package var releasedEvents: [String] = []

    /// Records of other devices that were refused, with the reason.
    package var refused: [RefusedRecord] = []

    /// The conflicts that were decided.
    package var conflicts: [DecidedConflict] = []
    /// The outcomes of versions that arrived, for a person who asks for the reason.
    package var steps: [SyncStep] = []
    /// The memory of the remote from now on; `nil` if it has not changed.
    package var state: SyncMemory?

    /// Creates changes that write nothing.
    package init() {}

    /// True if there is nothing to write.
    package var isEmpty: Bool { self == SyncChanges() }
}

/// A record of another device that exceeds the limits.
package struct RefusedRecord: Sendable, Equatable {
    /// The item's name, or the event's ID.
    package var subject: String
    /// The device that sent it.
    package var origin: Origin
    /// The reason, for people.
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

/// The outcome for a version that arrived.
package struct SyncStep: Sendable, Equatable {
    /// The possible outcomes.
    package enum Outcome: String, Sendable, CaseIterable {
        /// The version that arrived holds now.
        case applied
        /// The local version holds.
        case kept
        /// The local value holds and was written once more.
        case rebased
    }

    /// The version that arrived.
    package var version: ItemVersion
    package var outcome: Outcome
    /// The reason, with the strategy if one decided.
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
