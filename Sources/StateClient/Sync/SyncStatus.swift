// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol
import Varlink

/// The status of synchronisation.
public struct SyncStatus: Sendable, Equatable {
    /// The state of synchronisation, in a word.
    public enum State: String, Sendable {
        /// No remote store is configured.
        case disabled
        /// There is nothing to do.
        case idle
        /// A round is in progress.
        case syncing
        /// There is no network, or the remote store does not answer.
        case offline
        /// The latest round failed.
        case failed
    }

    /// The state of synchronisation.
    public let state: State
    /// The remote store; `nil` if none is configured.
    public let remote: String?
    /// This device's label.
    public let device: String
    /// True if the remote store answers.
    public let isOnline: Bool
    /// True while the remote store is polled regularly.
    public let isPolling: Bool
    /// The latest set-up, import and export.
    public let phases: [SyncPhase]
    /// The entries on their way to the remote store.
    public let outbox: OutboxCounts
    /// The time of the last successful round, in milliseconds since 1970.
    public let lastSuccessAt: Timestamp?
    /// The latest error.
    public let error: String?
    /// The number of pushes.
    public let pushes: Int
    /// The number of pulls.
    public let pulls: Int
    /// The number of times that the remote store signalled news.
    public let notifications: Int
    /// The duration of the latest round, in milliseconds.
    public let lastDuration: Int?
    /// The delays with which changes on other devices arrived.
    public let delay: SyncDelay
    /// The indicator to show to a person.
    public let indicator: SyncIndicator
    /// The first of the files of the remote store that cannot be used.
    public let damaged: [SyncDamage]
    /// The number of all files of the remote store that cannot be used.
    public let damagedCount: Int
    /// True if the remote store may lose what it acknowledged last, in a power cut for example.
    public let isVolatile: Bool
    /// The number of conflicts on the list of decided ones.
    public let conflicts: Int
    /// The status as received.
    package let json: [UInt8]

    /// Creates the status from a reply to GetStatus or Monitor.
    package init(reply: [UInt8]) throws(StateClientError) {
        let json = try Self.member(of: reply)
        let status = try StateClient.decode(Sync.Status.self, json)
        self.json = json
        state = State(rawValue: status.state.rawValue) ?? .failed
        remote = status.remote
        device = status.device
        isOnline = status.online
        isPolling = status.polling
        phases = status.phases.map(SyncPhase.init)
        outbox = OutboxCounts(status.outbox)
        lastSuccessAt = status.lastSuccessAt
        error = status.error
        pushes = status.pushes
        pulls = status.pulls
        notifications = status.notifications
        lastDuration = status.lastDurationMs
        delay = SyncDelay(status.delay)
        indicator = SyncIndicator(status.indicator)
        damaged = status.damaged.map(SyncDamage.init)
        damagedCount = status.damagedCount ?? damaged.count
        isVolatile = status.volatile ?? false
        conflicts = status.conflicts ?? 0
    }

    /// Returns the JSON of a reply's status, including members of a newer daemon.
    private static func member(of reply: [UInt8]) throws(StateClientError) -> [UInt8] {
        var reader = JSONReader(reply)
        var found: [UInt8]?
        do throws(JSONError) {
            try reader.object { (key, reader) throws(JSONError) in
                if case "status" = key { found = try reader.raw() }
            }
        } catch {
            throw .misunderstood(reason: error.description)
        }
        guard let found else { throw .misunderstood(reason: "status is missing") }
        return found
    }
}

/// The latest run of one phase of a round.
public struct SyncPhase: Sendable, Equatable {
    /// The phases.
    public enum Name: String, Sendable {
        /// The remote store is prepared.
        case setup
        /// New records are read from the remote store.
        case `import`
        /// Pending entries are sent.
        case export
    }

    /// The state of a phase.
    public enum State: String, Sendable {
        /// The phase has not begun yet.
        case notStarted
        /// The phase is in progress.
        case inProgress
        /// The phase succeeded.
        case succeeded
        /// The phase failed.
        case failed
    }

    /// The name of the phase.
    public let name: Name
    /// The state of the phase.
    public let state: State
    /// The time at which it began, in milliseconds since 1970.
    public let startedAt: Timestamp?
    /// The time at which it ended, in milliseconds since 1970.
    public let endedAt: Timestamp?
    /// The reason why it failed.
    public let error: String?

    /// Creates the phase from one of a reply.
    init(_ phase: Sync.Phase) {
        name = Name(rawValue: phase.name.rawValue) ?? .setup
        state = State(rawValue: phase.state.rawValue) ?? .notStarted
        startedAt = phase.startedAt
        endedAt = phase.endedAt
        error = phase.error
    }
}

/// The numbers of entries on their way to the remote store.
public struct OutboxCounts: Sendable, Equatable {
    /// The number of entries that have not been sent yet.
    public let pending: Int
    /// The number of entries that were sent and are not acknowledged.
    public let inFlight: Int
    /// The number of entries that arrived.
    public let synced: Int
    /// The number of entries that cannot be sent.
    public let failed: Int
    /// The time at which the oldest waiting entry was made, in milliseconds since 1970.
    public let oldestAt: Timestamp?

    /// Creates the numbers from those of a reply.
    init(_ outbox: Sync.Outbox) {
        pending = outbox.pending
        inFlight = outbox.inFlight
        synced = outbox.synced
        failed = outbox.failed
        oldestAt = outbox.oldestAt
    }
}

/// The time from a change on another device to its arrival here, in milliseconds.
public struct SyncDelay: Sendable, Equatable {
    /// The number of measured arrivals.
    public let count: Int
    /// The median.
    public let p50: Int
    /// The 99th percentile.
    public let p99: Int
    /// The maximum.
    public let max: Int

    /// Creates the statistics from those of a reply.
    init(_ delay: Sync.Delay) {
        count = delay.count
        p50 = delay.p50
        p99 = delay.p99
        max = delay.max
    }
}

/// The indicator of synchronisation for a person: nothing while all is well.
public struct SyncIndicator: Sendable, Equatable {
    /// The prominence of the indicator.
    public enum Tone: String, Sendable {
        /// Do not show it.
        case silent
        /// Show it quietly.
        case neutral
        /// Show it so that a person looks.
        case warning
    }

    /// The freedesktop icon name; `nil` to show nothing.
    public let icon: String?
    /// The text to show.
    public let label: String
    /// The prominence.
    public let tone: Tone

    /// Creates the indicator from that of a reply.
    init(_ indicator: Sync.Indicator) {
        icon = indicator.icon
        label = indicator.label
        tone = Tone(rawValue: indicator.tone.rawValue) ?? .neutral
    }
}
