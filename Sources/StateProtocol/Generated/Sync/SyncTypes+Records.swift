// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
package import StateModel

extension SyncTypes {
    /// The latest run of one phase.
    package struct Phase: Equatable, Sendable {
        package var name: SyncTypes.PhaseName
        package var state: SyncTypes.PhaseState
        package var startedAt: Timestamp?
        package var endedAt: Timestamp?
        package var error: String?
        package init(
            name: SyncTypes.PhaseName, state: SyncTypes.PhaseState, startedAt: Timestamp? = nil,
            endedAt: Timestamp? = nil, error: String? = nil
        ) {
            self.name = name
            self.state = state
            self.startedAt = startedAt
            self.endedAt = endedAt
            self.error = error
        }
    }

    /// The indicator for a person: nothing while all is well.
    ///   icon   a freedesktop icon name; null: show nothing
    package struct Indicator: Equatable, Sendable {
        package var icon: String?
        package var label: String
        package var tone: SyncTypes.Tone
        package init(icon: String? = nil, label: String, tone: SyncTypes.Tone) {
            (self.icon, self.label, self.tone) = (icon, label, tone)
        }
    }

    /// The numbers of entries on their way to the remote store.
    package struct Outbox: Equatable, Sendable {
        package var pending: Int
        package var inFlight: Int
        package var synced: Int
        package var failed: Int
        package var oldestAt: Timestamp?
        package init(
            pending: Int, inFlight: Int, synced: Int, failed: Int, oldestAt: Timestamp? = nil
        ) {
            self.pending = pending
            self.inFlight = inFlight
            self.synced = synced
            self.failed = failed
            self.oldestAt = oldestAt
        }
    }

    /// Milliseconds from a change on another device to its arrival here.
    package struct Delay: Equatable, Sendable {
        package var count: Int
        package var p50: Int
        package var p99: Int
        package var max: Int
        package init(count: Int, p50: Int, p99: Int, max: Int) {
            (self.count, self.p50, self.p99, self.max) = (count, p50, p99, max)
        }
    }

    /// A file of the remote store that cannot be used, and the device that wrote it. What does not
    /// depend on it is in step; its device puts it right when it syncs next.
    package struct Damage: Equatable, Sendable {
        package var device: String
        package var path: String
        package var reason: String
        package init(device: String, path: String, reason: String) {
            (self.device, self.path, self.reason) = (device, path, reason)
        }
    }

    /// `phases` holds the latest set-up, import and export. Phases, counters and `lastSuccessAt` outlive
    /// restarts. `error` says, too, why sync is disabled where that is not for want of a remote store.
    /// `volatile` is true where the remote store may lose what it acknowledged last, in a power cut: such
    /// entries are kept for ten minutes, and are sent again if it does. `damaged` lists the first 20 files
    /// that cannot be used; `damagedCount` is the number of all of them in a folder, if there are more;
    /// with servers it is that of those listed.
    /// `conflicts` is the number of conflicts on the list of ListConflicts.
    package struct Status: Equatable, Sendable {
        package var state: SyncTypes.State
        package var remote: String?
        package var device: String
        package var online: Bool
        package var polling: Bool
        package var phases: [SyncTypes.Phase]
        package var outbox: SyncTypes.Outbox
        package var lastSuccessAt: Timestamp?
        package var error: String?
        package var pushes: Int
        package var pulls: Int
        package var notifications: Int
        package var lastDurationMs: Int?
        package var delay: SyncTypes.Delay
        package var indicator: SyncTypes.Indicator
        package var damaged: [SyncTypes.Damage]
        package var volatile: Bool?
        package var damagedCount: Int?
        package var conflicts: Int?
        package init(
            state: SyncTypes.State, remote: String? = nil, device: String, online: Bool,
            polling: Bool, phases: [SyncTypes.Phase], outbox: SyncTypes.Outbox,
            lastSuccessAt: Timestamp? = nil, error: String? = nil, pushes: Int, pulls: Int,
            notifications: Int, lastDurationMs: Int? = nil, delay: SyncTypes.Delay,
            indicator: SyncTypes.Indicator, damaged: [SyncTypes.Damage] = [], volatile: Bool? = nil,
            damagedCount: Int? = nil, conflicts: Int? = nil
        ) {
            self.state = state
            self.remote = remote
            self.device = device
            self.online = online
            self.polling = polling
            self.phases = phases
            self.outbox = outbox
            self.lastSuccessAt = lastSuccessAt
            self.error = error
            self.pushes = pushes
            self.pulls = pulls
            self.notifications = notifications
            self.lastDurationMs = lastDurationMs
            self.delay = delay
            self.indicator = indicator
            self.damaged = damaged
            self.volatile = volatile
            self.damagedCount = damagedCount
            self.conflicts = conflicts
        }
    }

    /// One entry on its way to the remote store. `key` is the item, or the event's id.
    /// `nextAttemptAt` is null where no time is set: for an entry that has failed, and without a network.
    package struct OutboxEntry: Equatable, Sendable {
        package var id: Int
        package var kind: SyncTypes.EntryKind
        package var key: String
        package var state: SyncTypes.EntryState
        package var attempts: Int
        package var nextAttemptAt: Timestamp?
        package var error: String?
        package var createdAt: Timestamp
        package init(
            id: Int, kind: SyncTypes.EntryKind, key: String, state: SyncTypes.EntryState,
            attempts: Int, nextAttemptAt: Timestamp? = nil, error: String? = nil,
            createdAt: Timestamp
        ) {
            self.id = id
            self.kind = kind
            self.key = key
            self.state = state
            self.attempts = attempts
            self.nextAttemptAt = nextAttemptAt
            self.error = error
            self.createdAt = createdAt
        }
    }

    /// Two devices changed one item; the loser is kept here. `id` is the same on each device.
    package struct Conflict: Equatable, Sendable {
        package var id: Int
        package var item: String
        package var strategy: SyncTypes.Strategy
        package var winner: [UInt8]
        package var loser: [UInt8]
        package var at: Timestamp
        package init(
            id: Int, item: String, strategy: SyncTypes.Strategy, winner: [UInt8], loser: [UInt8],
            at: Timestamp
        ) {
            self.id = id
            self.item = item
            self.strategy = strategy
            self.winner = winner
            self.loser = loser
            self.at = at
        }
    }

    /// A device that shares the remote store. `clockOffsetMs` is what its clock is ahead of ours, by
    /// at most `uncertaintyMs` more or less; null: nothing bounds that yet, and clocks are taken to agree
    /// as far as they can. `synchronized` says what the device's kernel does.
    package struct Device: Equatable, Sendable {
        package var device: String
        package var lastSeenAt: Timestamp
        package var clockOffsetMs: Int
        package var uncertaintyMs: Int?
        package var synchronized: Bool?
        package init(
            device: String, lastSeenAt: Timestamp, clockOffsetMs: Int, uncertaintyMs: Int? = nil,
            synchronized: Bool? = nil
        ) {
            self.device = device
            self.lastSeenAt = lastSeenAt
            self.clockOffsetMs = clockOffsetMs
            self.uncertaintyMs = uncertaintyMs
            self.synchronized = synchronized
        }
    }

    /// One round of sync. `triggers` are its reasons: start, network, active, foreground, discovery,
    /// notification, change, request, retry or probe.
    package struct Round: Equatable, Sendable {
        package var number: Int
        package var triggers: [String]
        package var startedAt: Timestamp
        package var endedAt: Timestamp
        package var outcome: SyncTypes.RoundOutcome
        package var pushed: Int
        package var pulled: Int
        package var changed: Int
        package var conflicts: Int
        package var failed: Int
        package var error: String?
        package init(
            number: Int, triggers: [String], startedAt: Timestamp, endedAt: Timestamp,
            outcome: SyncTypes.RoundOutcome, pushed: Int, pulled: Int, changed: Int, conflicts: Int,
            failed: Int, error: String? = nil
        ) {
            self.number = number
            self.triggers = triggers
            self.startedAt = startedAt
            self.endedAt = endedAt
            self.outcome = outcome
            self.pushed = pushed
            self.pulled = pulled
            self.changed = changed
            self.conflicts = conflicts
            self.failed = failed
            self.error = error
        }
    }

    /// One step in the life of an item's resume point: what arrived, from where, and
    /// why it won or lost.
    package struct Step: Equatable, Sendable {
        package var revision: Revision
        package var at: Timestamp
        package var device: String
        package var player: String?
        package var position: Double?
        package var outcome: String
        package var reason: String
        package init(
            revision: Revision, at: Timestamp, device: String, player: String? = nil,
            position: Double? = nil, outcome: String, reason: String
        ) {
            self.revision = revision
            self.at = at
            self.device = device
            self.player = player
            self.position = position
            self.outcome = outcome
            self.reason = reason
        }
    }
}
