// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
public import StateModel

extension SyncTypes {
    /// The latest run of one phase.
    public struct Phase: Equatable, Sendable {
        public var name: SyncTypes.PhaseName
        public var state: SyncTypes.PhaseState
        public var startedAt: Timestamp?
        public var endedAt: Timestamp?
        public var error: String?
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
    public struct Indicator: Equatable, Sendable {
        public var icon: String?
        public var label: String
        public var tone: SyncTypes.Tone
        package init(icon: String? = nil, label: String, tone: SyncTypes.Tone) {
            (self.icon, self.label, self.tone) = (icon, label, tone)
        }
    }

    /// The numbers of entries on their way to the remote store.
    public struct Outbox: Equatable, Sendable {
        public var pending: Int
        public var inFlight: Int
        public var synced: Int
        public var failed: Int
        public var oldestAt: Timestamp?
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
    public struct Delay: Equatable, Sendable {
        public var count: Int
        public var p50: Int
        public var p99: Int
        public var max: Int
        package init(count: Int, p50: Int, p99: Int, max: Int) {
            (self.count, self.p50, self.p99, self.max) = (count, p50, p99, max)
        }
    }

    /// A file of the remote store that cannot be used, and the device that wrote it. Everything that
    /// does not depend on it is in step; its device repairs it when it syncs next.
    public struct Damage: Equatable, Sendable {
        public var device: String
        public var path: String
        public var reason: String
        package init(device: String, path: String, reason: String) {
            (self.device, self.path, self.reason) = (device, path, reason)
        }
    }

    /// `phases` holds the latest set-up, import and export. Phases, counters and `lastSuccessAt` outlive
    /// restarts. `error` is also the reason why sync is disabled although a remote store is configured.
    /// `volatile` is true if the remote store may lose what it acknowledged last, in a power cut: such
    /// entries are kept for ten minutes, and are sent again if it does. `damaged` lists the first 20 files
    /// that cannot be used; `damagedCount` is the number of all of them in a folder, if there are more;
    /// with servers it is that of those listed.
    /// `conflicts` is the number of conflicts on the list of ListConflicts.
    public struct Status: Equatable, Sendable {
        public var state: SyncTypes.State
        public var remote: String?
        public var device: String
        public var isOnline: Bool
        public var isPolling: Bool
        public var phases: [SyncTypes.Phase]
        public var outbox: SyncTypes.Outbox
        public var lastSuccessAt: Timestamp?
        public var error: String?
        public var pushes: Int
        public var pulls: Int
        public var notifications: Int
        public var lastDurationMs: Int?
        public var delay: SyncTypes.Delay
        public var indicator: SyncTypes.Indicator
        public var damaged: [SyncTypes.Damage]
        public var isVolatile: Bool?
        public var damagedCount: Int?
        public var conflicts: Int?
        package init(
            state: SyncTypes.State, remote: String? = nil, device: String, isOnline: Bool,
            isPolling: Bool, phases: [SyncTypes.Phase], outbox: SyncTypes.Outbox,
            lastSuccessAt: Timestamp? = nil, error: String? = nil, pushes: Int, pulls: Int,
            notifications: Int, lastDurationMs: Int? = nil, delay: SyncTypes.Delay,
            indicator: SyncTypes.Indicator, damaged: [SyncTypes.Damage] = [],
            isVolatile: Bool? = nil, damagedCount: Int? = nil, conflicts: Int? = nil
        ) {
            self.state = state
            self.remote = remote
            self.device = device
            self.isOnline = isOnline
            self.isPolling = isPolling
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
            self.isVolatile = isVolatile
            self.damagedCount = damagedCount
            self.conflicts = conflicts
        }
    }

    /// One entry on its way to the remote store. `key` is the item, or the event's id.
    /// `nextAttemptAt` is null if no time is set: for an entry that has failed, and without a network.
    public struct OutboxEntry: Equatable, Sendable {
        public var id: Int
        public var kind: SyncTypes.EntryKind
        public var key: String
        public var state: SyncTypes.EntryState
        public var attempts: Int
        public var nextAttemptAt: Timestamp?
        public var error: String?
        public var createdAt: Timestamp
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
    public struct Conflict: Equatable, Sendable {
        public var id: Int
        public var item: String
        public var strategy: SyncTypes.Strategy
        public var winner: [UInt8]
        public var loser: [UInt8]
        public var at: Timestamp
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

    /// A device that shares the remote store. `clockOffsetMs` is the time by which its clock is ahead
    /// of this device's, give or take `uncertaintyMs`; if that is null, nothing bounds the difference
    /// yet, and clocks are assumed to agree as far as they can. `synchronized` is the report of the
    /// device's kernel.
    public struct Device: Equatable, Sendable {
        public var device: String
        public var lastSeenAt: Timestamp
        public var clockOffsetMs: Int
        public var uncertaintyMs: Int?
        public var isSynchronized: Bool?
        package init(
            device: String, lastSeenAt: Timestamp, clockOffsetMs: Int, uncertaintyMs: Int? = nil,
            isSynchronized: Bool? = nil
        ) {
            self.device = device
            self.lastSeenAt = lastSeenAt
            self.clockOffsetMs = clockOffsetMs
            self.uncertaintyMs = uncertaintyMs
            self.isSynchronized = isSynchronized
        }
    }

    /// One round of sync. `triggers` are its reasons: start, network, active, foreground, discovery,
    /// notification, change, request, retry or probe.
    public struct Round: Equatable, Sendable {
        public var number: Int
        public var triggers: [String]
        public var startedAt: Timestamp
        public var endedAt: Timestamp
        public var outcome: SyncTypes.RoundOutcome
        public var pushed: Int
        public var pulled: Int
        public var changed: Int
        public var conflicts: Int
        public var failed: Int
        public var error: String?
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

    /// One step in the history of an item's resume point: the value that arrived, its device, and
    /// the reason why it won or lost.
    public struct Step: Equatable, Sendable {
        public var revision: Revision
        public var at: Timestamp
        public var device: String
        public var player: String?
        public var position: Double?
        public var outcome: String
        public var reason: String
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
