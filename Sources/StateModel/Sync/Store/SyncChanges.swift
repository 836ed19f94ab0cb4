/// What one step of sync writes: all of it in one transaction.
package struct SyncChanges: Sendable, Equatable {
    /// A row about an item that came from elsewhere, or was written once more.
    package struct Head: Sendable, Equatable {
        /// What it is about.
        package var key: SyncKey
        /// What it says.
        package var value: StoredItem.Value
        /// Its key: above that of every row about the item.
        package var rowKey: OrderKey
        /// Who wrote the value.
        package var origin: Origin
        /// Whether the remote has yet to hear of it.
        package var isPending: Bool
        /// True if it corrects the times of a value that is known: its writer's clock is another than
        /// was thought.
        package var isRetimed = false

        /// A row with all its members.
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
    package var heads: [Head] = []
    /// What is known of items' versions from now on.
    package var marks: [SyncKey: SyncMark] = [:]
    /// Rows that the remote has heard of: their items are not pending unless they have newer ones.
    package var told: [SyncKey: OrderKey] = [:]
    /// Items that the remote must hear of again.
    package var untold: Set<SyncKey> = []
    /// The remote must hear of all items again, and of all events, whoever appended them: their
    /// own device may have lost them.
    package var untoldAll = false
    /// This device begins a new life: its numbers may have been used by another.
    package var beginsLife = false
    /// Tombstones told in this round or before may go; nil: none.
    package var forgottenRound: Int?

    /// Rows of the outbox, new and changed, by number.
    package var rows: [Operation: SendRow] = [:]
    /// Rows of the outbox that are done.
    package var removedRows: Set<Operation> = []

    /// Events from elsewhere, to be appended in this order.
    package var events: [SyncedEvent] = []
    /// Events of this store that the remote has, by sequence number.
    package var toldEvents: [Int] = []
    /// Ids of events that the remote was seen to have.
    package var confirmedEvents: [String] = []
    /// Events from elsewhere that wait for the one before them.
    package var heldEvents: [SyncedEvent] = []
    /// Ids of events that wait no longer.
    package var releasedEvents: [String] = []

    /// Conflicts that were decided.
    package var conflicts: [DecidedConflict] = []
    /// What happened to items, for a person who asks why.
    package var steps: [SyncStep] = []
    /// What is remembered of the remote from now on; nil: nothing new.
    package var state: SyncMemory?

    /// Nothing is written.
    package init() {}

    /// Whether there is nothing to write.
    package var isEmpty: Bool { self == SyncChanges() }
}

/// A conflict, and how it ended.
package struct DecidedConflict: Sendable, Equatable {
    /// The strategy that held.
    package var strategy: ConflictStrategy
    /// The version that holds.
    package var winner: ItemVersion
    /// The version that does not.
    package var loser: ItemVersion
    /// Why.
    package var why: String
    /// When it was decided, in milliseconds since 1970.
    package var at: Int

    /// A conflict with all its members.
    package init(
        strategy: ConflictStrategy,
        winner: ItemVersion,
        loser: ItemVersion,
        why: String,
        at: Int
    ) {
        self.strategy = strategy
        self.winner = winner
        self.loser = loser
        self.why = why
        self.at = at
    }
}

/// What became of a version that arrived.
package struct SyncStep: Sendable, Equatable {
    /// What may become of one.
    package enum Outcome: String, Sendable, CaseIterable {
        /// It holds now.
        case applied
        /// The one here holds.
        case kept
        /// The value here holds and was written once more.
        case rebased
    }

    /// The version that arrived.
    package var version: ItemVersion
    /// What became of it.
    package var outcome: Outcome
    /// Why, with the strategy where one decided.
    package var why: String
    /// When it arrived, in milliseconds since 1970.
    package var at: Int

    /// A step with all its members.
    package init(version: ItemVersion, outcome: Outcome, why: String, at: Int) {
        self.version = version
        self.outcome = outcome
        self.why = why
        self.at = at
    }
}
