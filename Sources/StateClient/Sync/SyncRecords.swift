// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol

/// The outcome of a round of synchronisation.
public struct SyncOutcome: Sendable, Equatable {
    /// The number of records that went to the remote store.
    public let pushed: Int
    /// The number of records that came from the remote store.
    public let pulled: Int
    /// The number of received records that met a change made here in the meantime.
    public let conflicts: Int
    /// The duration of the round, in milliseconds.
    public let duration: Int

    /// Creates the outcome from a reply.
    package init(_ reply: Sync.SyncNow.Reply) {
        pushed = reply.pushed
        pulled = reply.pulled
        conflicts = reply.conflicts
        duration = reply.durationMs
    }
}

/// An entry on its way to the remote store.
public struct OutboxEntry: Sendable, Equatable {
    /// The kinds of entries.
    public enum Kind: String, Sendable {
        /// A resume point.
        case point
        /// The removal of a resume point.
        case tombstone
        /// An event.
        case event
    }

    /// The state of an entry.
    public enum State: String, Sendable, CaseIterable {
        /// The entry has not been sent yet.
        case pending
        /// The entry was sent and is not acknowledged yet.
        case inFlight
        /// The entry arrived.
        case synced
        /// The entry cannot be sent; a person should look.
        case failed
    }

    /// Its number.
    public let id: Int
    /// The kind of the entry.
    public let kind: Kind
    /// The item, or the event's ID.
    public let key: String
    /// The state of the entry.
    public let state: State
    /// The number of attempts to send it.
    public let attempts: Int
    /// The time at which it is sent again, in milliseconds since 1970.
    public let nextAttemptAt: Timestamp?
    /// The reason why it was not accepted.
    public let error: String?
    /// The time at which it was made, in milliseconds since 1970.
    public let createdAt: Timestamp

    /// Creates the entry from one of a reply.
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

/// A conflict: two devices changed one item without knowing of one another; the loser is kept.
public struct SyncConflict: Sendable, Equatable {
    /// Its number.
    public let id: Int
    /// The item.
    public let item: String
    /// The strategy that decided it: `newest`, `server`, `client` or `furthest`.
    public let strategy: String
    /// The value that holds: one JSON object.
    public let winner: String
    /// The value that lost: one JSON object.
    public let loser: String
    /// The time of the decision, in milliseconds since 1970.
    public let at: Timestamp

    /// Creates the conflict from one of a reply.
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
    /// The store's revision as of the step.
    public let revision: Revision
    /// The time of the observation, in milliseconds since 1970.
    public let at: Timestamp
    /// The device that it came from.
    public let device: String
    /// The player that observed it.
    public let player: String?
    /// The position that it brought, in seconds.
    public let position: Double?
    /// The outcome.
    public let outcome: String
    /// The reason why it won or lost.
    public let reason: String

    /// Creates the step from one of a reply.
    package init(_ step: Sync.Step) {
        revision = step.revision
        at = step.at
        device = step.device
        player = step.player
        position = step.position
        outcome = step.outcome
        reason = step.reason
    }
}

/// A device that the remote store knows.
public struct SyncDevice: Sendable, Equatable {
    /// The label of the device.
    public let device: String
    /// The time of its last report, in milliseconds since 1970; 0 if none of its reports can be
    /// read.
    public let lastSeenAt: Timestamp
    /// The time by which its clock is ahead of ours, in milliseconds.
    public let clockOffset: Int
    /// The largest error of that time, in milliseconds; `nil` if nothing bounds it yet.
    public let clockUncertainty: Int?
    /// True if the device's kernel calls its clock synchronised; `nil` if it is not known.
    public let isClockSynchronized: Bool?

    /// Creates the device from one of a reply.
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
    public let startedAt: Timestamp
    /// The time when it ended, in milliseconds since 1970.
    public let endedAt: Timestamp
    /// The way in which it ended: `succeeded`, `offline` or `failed`.
    public let outcome: String
    /// The number of records that the remote took.
    public let pushed: Int
    /// The number of records that were read.
    public let pulled: Int
    /// The number of records that changed something here.
    public let changed: Int
    /// The number of conflicts that were decided.
    public let conflicts: Int
    /// The number of entries that cannot be sent.
    public let failed: Int
    /// The reason why it did not succeed; `nil` if it did.
    public let error: String?

    /// Creates the round from one of a reply.
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

    /// Creates the damage from that of a reply.
    package init(_ damage: Sync.Damage) {
        device = damage.device
        path = damage.path
        reason = damage.reason
    }
}
