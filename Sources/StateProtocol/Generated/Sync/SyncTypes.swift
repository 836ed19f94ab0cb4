// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
public import StateModel
package import Varlink

/// The types of io.stated.Sync.
public enum SyncTypes {
    /// disabled: no remote is configured. offline: no network, or the remote does not answer. failed: the
    /// latest round failed, or entries wait with an error or have failed. Both last until a round
    /// succeeds and no entry has an error: a round in between is not `syncing`.
    public enum State: String, Sendable, CaseIterable {
        case disabled, idle, syncing, offline, failed
    }

    /// The phases of a round.
    public enum PhaseName: String, Sendable, CaseIterable {
        case setup, `import`, export
    }

    /// The state of a phase.
    public enum PhaseState: String, Sendable, CaseIterable {
        case notStarted, inProgress, succeeded, failed
    }

    /// The latest run of one phase.
    public struct Phase: JSONObject, Equatable, Sendable {
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
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                name: members.named("name"), state: members.known("state", else: .failed),
                startedAt: members.optional("startedAt"), endedAt: members.optional("endedAt"),
                error: members.optional("error")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("name", name)
            writer.member("state", state)
            writer.member("startedAt", startedAt)
            writer.member("endedAt", endedAt)
            writer.member("error", error)
        }
    }

    /// The prominence with which something is shown.
    public enum Tone: String, Sendable, CaseIterable {
        case silent, neutral, warning
    }

    /// The indicator for a person: nothing while all is well.
    ///   icon   a freedesktop icon name; null: show nothing
    public struct Indicator: JSONObject, Equatable, Sendable {
        public var icon: String?
        public var label: String
        public var tone: SyncTypes.Tone
        package init(icon: String? = nil, label: String, tone: SyncTypes.Tone) {
            (self.icon, self.label, self.tone) = (icon, label, tone)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                icon: members.optional("icon"), label: members.required("label"),
                tone: members.known("tone", else: .neutral)
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("icon", icon)
            writer.member("label", label)
            writer.member("tone", tone)
        }
    }

    /// The numbers of entries on their way to the remote store.
    public struct Outbox: JSONObject, Equatable, Sendable {
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
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                pending: members.required("pending"), inFlight: members.required("inFlight"),
                synced: members.required("synced"), failed: members.required("failed"),
                oldestAt: members.optional("oldestAt")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("pending", pending)
            writer.member("inFlight", inFlight)
            writer.member("synced", synced)
            writer.member("failed", failed)
            writer.member("oldestAt", oldestAt)
        }
    }

    /// Milliseconds from a change on another device to its arrival here.
    public struct Delay: JSONObject, Equatable, Sendable {
        public var count: Int
        public var p50: Int
        public var p99: Int
        public var max: Int
        package init(count: Int, p50: Int, p99: Int, max: Int) {
            (self.count, self.p50, self.p99, self.max) = (count, p50, p99, max)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                count: members.required("count"), p50: members.required("p50"),
                p99: members.required("p99"), max: members.required("max")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("count", count)
            writer.member("p50", p50)
            writer.member("p99", p99)
            writer.member("max", max)
        }
    }

    /// A file of the remote store that cannot be used, and the device that wrote it. Everything that
    /// does not depend on it is in step; its device repairs it when it syncs next.
    public struct Damage: JSONObject, Equatable, Sendable {
        public var device: String
        public var path: String
        public var reason: String
        package init(device: String, path: String, reason: String) {
            (self.device, self.path, self.reason) = (device, path, reason)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                device: members.required("device"), path: members.required("path"),
                reason: members.required("reason")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("device", device)
            writer.member("path", path)
            writer.member("reason", reason)
        }
    }

    /// `phases` holds the latest set-up, import and export. Phases, counters and `lastSuccessAt` outlive
    /// restarts. `error` is also the reason why sync is disabled although a remote store is configured.
    /// `volatile` is true if the remote store may lose what it acknowledged last, in a power cut: such
    /// entries are kept for ten minutes, and are sent again if it does. `damaged` lists the first 20 files
    /// that cannot be used; `damagedCount` is the number of all of them in a folder, if there are more;
    /// with servers it is that of those listed.
    /// `conflicts` is the number of conflicts on the list of ListConflicts.
    public struct Status: JSONObject, Equatable, Sendable {
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
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                state: members.known("state", else: .failed), remote: members.optional("remote"),
                device: members.required("device"), isOnline: members.required("online"),
                isPolling: members.required("polling"), phases: members.required("phases"),
                outbox: members.required("outbox"),
                lastSuccessAt: members.optional("lastSuccessAt"), error: members.optional("error"),
                pushes: members.required("pushes"), pulls: members.required("pulls"),
                notifications: members.required("notifications"),
                lastDurationMs: members.optional("lastDurationMs"),
                delay: members.required("delay"), indicator: members.required("indicator"),
                damaged: members.optional("damaged") ?? [],
                isVolatile: members.optional("volatile"),
                damagedCount: members.optional("damagedCount"),
                conflicts: members.optional("conflicts")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("state", state)
            writer.member("remote", remote)
            writer.member("device", device)
            writer.member("online", isOnline)
            writer.member("polling", isPolling)
            writer.member("phases", phases)
            writer.member("outbox", outbox)
            writer.member("lastSuccessAt", lastSuccessAt)
            writer.member("error", error)
            writer.member("pushes", pushes)
            writer.member("pulls", pulls)
            writer.member("notifications", notifications)
            writer.member("lastDurationMs", lastDurationMs)
            writer.member("delay", delay)
            writer.member("indicator", indicator)
            if !damaged.isEmpty { writer.member("damaged", damaged) }
            writer.member("volatile", isVolatile)
            writer.member("damagedCount", damagedCount)
            writer.member("conflicts", conflicts)
        }
    }

    /// The content of an entry on its way to the remote store.
    public enum EntryKind: String, Sendable, CaseIterable {
        case point, tombstone, event
    }

    /// The state of such an entry.
    public enum EntryState: String, Sendable, CaseIterable {
        case pending, inFlight, synced, failed
    }

    /// One entry on its way to the remote store. `key` is the item, or the event's id.
    /// `nextAttemptAt` is null if no time is set: for an entry that has failed, and without a network.
    public struct OutboxEntry: JSONObject, Equatable, Sendable {
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
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                id: members.required("id"), kind: members.named("kind"),
                key: members.required("key"), state: members.known("state", else: .pending),
                attempts: members.required("attempts"),
                nextAttemptAt: members.optional("nextAttemptAt"), error: members.optional("error"),
                createdAt: members.required("createdAt")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("id", id)
            writer.member("kind", kind)
            writer.member("key", key)
            writer.member("state", state)
            writer.member("attempts", attempts)
            writer.member("nextAttemptAt", nextAttemptAt)
            writer.member("error", error)
            writer.member("createdAt", createdAt)
        }
    }

    /// The strategy that decides between two changes.
    public enum Strategy: String, Sendable, CaseIterable {
        case newest, server, client, furthest
    }

    /// Two devices changed one item; the loser is kept here. `id` is the same on each device.
    public struct Conflict: JSONObject, Equatable, Sendable {
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
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                id: members.required("id"), item: members.required("item"),
                strategy: members.known("strategy", else: .newest),
                winner: members.rawObject("winner"), loser: members.rawObject("loser"),
                at: members.required("at")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("id", id)
            writer.member("item", item)
            writer.member("strategy", strategy)
            writer.member("winner", json: winner)
            writer.member("loser", json: loser)
            writer.member("at", at)
        }
    }

    /// A device that shares the remote store. `clockOffsetMs` is the time by which its clock is ahead
    /// of this device's, give or take `uncertaintyMs`; if that is null, nothing bounds the difference
    /// yet, and clocks are assumed to agree as far as they can. `synchronized` is the report of the
    /// device's kernel.
    public struct Device: JSONObject, Equatable, Sendable {
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
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                device: members.required("device"), lastSeenAt: members.required("lastSeenAt"),
                clockOffsetMs: members.required("clockOffsetMs"),
                uncertaintyMs: members.optional("uncertaintyMs"),
                isSynchronized: members.optional("synchronized")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("device", device)
            writer.member("lastSeenAt", lastSeenAt)
            writer.member("clockOffsetMs", clockOffsetMs)
            writer.member("uncertaintyMs", uncertaintyMs)
            writer.member("synchronized", isSynchronized)
        }
    }

    /// The ways in which a round ends.
    public enum RoundOutcome: String, Sendable, CaseIterable {
        case succeeded, offline, failed
    }

    /// One round of sync. `triggers` are its reasons: start, network, active, foreground, discovery,
    /// notification, change, request, retry or probe.
    public struct Round: JSONObject, Equatable, Sendable {
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
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                number: members.required("number"), triggers: members.required("triggers"),
                startedAt: members.required("startedAt"), endedAt: members.required("endedAt"),
                outcome: members.known("outcome", else: .failed),
                pushed: members.required("pushed"), pulled: members.required("pulled"),
                changed: members.required("changed"), conflicts: members.required("conflicts"),
                failed: members.required("failed"), error: members.optional("error")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("number", number)
            writer.member("triggers", triggers)
            writer.member("startedAt", startedAt)
            writer.member("endedAt", endedAt)
            writer.member("outcome", outcome)
            writer.member("pushed", pushed)
            writer.member("pulled", pulled)
            writer.member("changed", changed)
            writer.member("conflicts", conflicts)
            writer.member("failed", failed)
            writer.member("error", error)
        }
    }

    /// One step in the history of an item's resume point: the value that arrived, its device, and
    /// the reason why it won or lost.
    public struct Step: JSONObject, Equatable, Sendable {
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
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                revision: members.required("revision"), at: members.required("at"),
                device: members.required("device"), player: members.optional("player"),
                position: members.optional("position"), outcome: members.required("outcome"),
                reason: members.required("why")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("revision", revision)
            writer.member("at", at)
            writer.member("device", device)
            writer.member("player", player)
            writer.member("position", position)
            writer.member("outcome", outcome)
            writer.member("why", reason)
        }
    }
}
