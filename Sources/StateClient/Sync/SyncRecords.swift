import StateProtocol

/// What a round of synchronisation did.
public struct SyncOutcome: Sendable, Equatable {
    /// How many records went to the remote store.
    public let pushed: Int
    /// How many records came from it.
    public let pulled: Int
    /// How many of them met a change that was made here meanwhile.
    public let conflicts: Int
    /// How long it took, in milliseconds.
    public let duration: Int

    package init(_ reply: Sync.SyncNow.Reply) {
        pushed = reply.pushed
        pulled = reply.pulled
        conflicts = reply.conflicts
        duration = reply.durationMs
    }
}

/// Something on its way to the remote store.
public struct OutboxEntry: Sendable, Equatable {
    /// What it is.
    public enum Kind: String, Sendable {
        /// A resume point.
        case point
        /// That a resume point was removed.
        case tombstone
        /// An event.
        case event
    }

    /// Where it stands.
    public enum State: String, Sendable, CaseIterable {
        /// It has yet to be sent.
        case pending
        /// It was sent, and its acknowledgement has yet to come.
        case inFlight
        /// It arrived.
        case synced
        /// It can't be sent; a person should look.
        case failed
    }

    /// Its number.
    public let id: Int
    /// What it is.
    public let kind: Kind
    /// The item, or the event's id.
    public let key: String
    /// Where it stands.
    public let state: State
    /// How often it was sent.
    public let attempts: Int
    /// When it is sent again, in milliseconds since 1970.
    public let nextAttemptAt: Int?
    /// Why it was not taken.
    public let error: String?
    /// When it was made, in milliseconds since 1970.
    public let createdAt: Int

    package init(_ entry: Sync.OutboxEntry) {
        id = entry.id
        kind = Kind(rawValue: entry.kind.rawValue) ?? .point
        key = entry.key
        state = State(rawValue: entry.state.rawValue) ?? .pending
        attempts = entry.attempts
        nextAttemptAt = entry.nextAttemptAt
        error = entry.error
        createdAt = entry.createdAt
    }
}

/// Two devices changed one item without knowing of one another; the loser is kept.
public struct SyncConflict: Sendable, Equatable {
    /// Its number.
    public let id: Int
    /// The item.
    public let item: String
    /// How it was decided: `newest`, `server`, `client` or `furthest`.
    public let strategy: String
    /// The value that holds: one JSON object.
    public let winner: String
    /// The value that does not: one JSON object.
    public let loser: String
    /// When it was decided, in milliseconds since 1970.
    public let at: Int

    package init(_ conflict: Sync.Conflict) {
        id = conflict.id
        item = conflict.item
        strategy = conflict.strategy.rawValue
        winner = String(decoding: conflict.winner, as: UTF8.self)
        loser = String(decoding: conflict.loser, as: UTF8.self)
        at = conflict.at
    }
}

/// One step in the life of an item's resume point.
public struct SyncStep: Sendable, Equatable {
    /// The store's revision as of it.
    public let revision: Int
    /// When it was observed, in milliseconds since 1970.
    public let at: Int
    /// The device that it came from.
    public let device: String
    /// The player that observed it.
    public let player: String?
    /// The position that it brought, in seconds.
    public let position: Double?
    /// What became of it.
    public let outcome: String
    /// Why it won or lost.
    public let why: String

    package init(_ step: Sync.Step) {
        revision = step.revision
        at = step.at
        device = step.device
        player = step.player
        position = step.position
        outcome = step.outcome
        why = step.why
    }
}

/// A device that the remote store knows.
public struct SyncDevice: Sendable, Equatable {
    /// What it is called.
    public let device: String
    /// When it was last heard of, in milliseconds since 1970; 0: nothing it says can be read.
    public let lastSeenAt: Int
    /// How far its clock is ahead of ours, in milliseconds.
    public let clockOffset: Int
    /// The most by which that may be wrong, in milliseconds; `nil` if nothing bounds it yet.
    public let clockUncertainty: Int?
    /// True if the device's kernel calls its clock synchronised; `nil` if it is not known.
    public let isClockSynchronized: Bool?

    package init(_ device: Sync.Device) {
        self.device = device.device
        lastSeenAt = device.lastSeenAt
        clockOffset = device.clockOffsetMs
        clockUncertainty = device.uncertaintyMs
        isClockSynchronized = device.synchronized
    }
}

/// One round of sync.
public struct SyncRound: Sendable, Equatable {
    /// Its number; it rises by one with each round.
    public let number: Int
    /// The reasons for which it was made.
    public let triggers: [String]
    /// The time when it began, in milliseconds since 1970.
    public let startedAt: Int
    /// The time when it ended, in milliseconds since 1970.
    public let endedAt: Int
    /// The way in which it ended: `succeeded`, `offline` or `failed`.
    public let outcome: String
    /// The number of records that the remote took.
    public let pushed: Int
    /// The number of records that were read.
    public let pulled: Int
    /// The number of those that changed something here.
    public let changed: Int
    /// The number of conflicts that were decided.
    public let conflicts: Int
    /// The number of entries that cannot be sent.
    public let failed: Int
    /// The reason why it did not succeed; `nil` if it did.
    public let error: String?

    package init(_ round: Sync.Round) {
        number = round.number
        triggers = round.triggers
        startedAt = round.startedAt
        endedAt = round.endedAt
        outcome = round.outcome.rawValue
        pushed = round.pushed
        pulled = round.pulled
        changed = round.changed
        conflicts = round.conflicts
        failed = round.failed
        error = round.error
    }
}

/// A file of the remote store that cannot be used.
public struct SyncDamage: Sendable, Equatable {
    /// The device that wrote it.
    public let device: String
    /// The file's path.
    public let path: String
    /// The reason, for a person.
    public let reason: String

    package init(_ damage: Sync.Damage) {
        device = damage.device
        path = damage.path
        reason = damage.reason
    }
}
