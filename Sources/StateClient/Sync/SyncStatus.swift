import StateProtocol
import Varlink

/// How synchronisation is doing.
public struct SyncStatus: Sendable, Equatable {
    /// How it stands, in a word.
    public enum State: String, Sendable {
        /// There is nothing to sync with.
        case disabled
        /// There is nothing to do.
        case idle
        /// A round is under way.
        case syncing
        /// There is no network, or the remote store does not answer.
        case offline
        /// The latest round failed.
        case failed
    }

    /// How it stands.
    public let state: State
    /// The remote store; nil: none is configured.
    public let remote: String?
    /// This device's label.
    public let device: String
    /// Whether the remote store answers.
    public let isOnline: Bool
    /// Whether it is looked at regularly just now.
    public let isPolling: Bool
    /// The latest set-up, import and export.
    public let phases: [SyncPhase]
    /// What is on its way.
    public let outbox: OutboxCounts
    /// When a round last went well, in milliseconds since 1970.
    public let lastSuccessAt: Int?
    /// What went wrong last.
    public let error: String?
    /// How often something was sent.
    public let pushes: Int
    /// How often something was fetched.
    public let pulls: Int
    /// How often the remote store said that it has news.
    public let notifications: Int
    /// How long the latest round took, in milliseconds.
    public let lastDuration: Int?
    /// How long changes on other devices took to arrive.
    public let delay: SyncDelay
    /// What a person should see.
    public let indicator: SyncIndicator
    /// The files of the remote store that cannot be used.
    public let damaged: [SyncDamage]
    /// The status as it came.
    package let json: [UInt8]

    /// The status of a reply to GetStatus or Monitor.
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
    }

    /// The JSON of a reply's status, with whatever a newer daemon put there.
    private static func member(of reply: [UInt8]) throws(StateClientError) -> [UInt8] {
        var reader = JSONReader(reply)
        var found: [UInt8]?
        do throws(JSONError) {
            try reader.object { (key, reader) throws(JSONError) in
                if case "status" = key { found = try reader.raw() }
            }
        } catch {
            throw .misunderstood(why: error.description)
        }
        guard let found else { throw .misunderstood(why: "status is missing") }
        return found
    }
}

/// The latest run of a part of a round.
public struct SyncPhase: Sendable, Equatable {
    /// Which part.
    public enum Name: String, Sendable {
        /// The remote store is made ready.
        case setup
        /// What is new there is fetched.
        case `import`
        /// What waits here is sent.
        case export
    }

    /// How a part stands.
    public enum State: String, Sendable {
        /// It has yet to begin.
        case notStarted
        /// It is under way.
        case inProgress
        /// It went well.
        case succeeded
        /// It did not.
        case failed
    }

    /// Which part.
    public let name: Name
    /// How it stands.
    public let state: State
    /// When it began, in milliseconds since 1970.
    public let startedAt: Int?
    /// When it ended, in milliseconds since 1970.
    public let endedAt: Int?
    /// What went wrong.
    public let error: String?

    init(_ phase: Sync.Phase) {
        name = Name(rawValue: phase.name.rawValue) ?? .setup
        state = State(rawValue: phase.state.rawValue) ?? .notStarted
        startedAt = phase.startedAt
        endedAt = phase.endedAt
        error = phase.error
    }
}

/// How much is on its way to the remote store.
public struct OutboxCounts: Sendable, Equatable {
    /// How many have yet to be sent.
    public let pending: Int
    /// How many were sent, and their acknowledgements have yet to come.
    public let inFlight: Int
    /// How many arrived.
    public let synced: Int
    /// How many can't be sent.
    public let failed: Int
    /// When the oldest that waits was made, in milliseconds since 1970.
    public let oldestAt: Int?

    init(_ outbox: Sync.Outbox) {
        pending = outbox.pending
        inFlight = outbox.inFlight
        synced = outbox.synced
        failed = outbox.failed
        oldestAt = outbox.oldestAt
    }
}

/// How long changes on other devices took to arrive here, in milliseconds.
public struct SyncDelay: Sendable, Equatable {
    /// How many were measured.
    public let count: Int
    /// Half of them took no longer.
    public let p50: Int
    /// All but one in a hundred took no longer.
    public let p99: Int
    /// The slowest.
    public let max: Int

    init(_ delay: Sync.Delay) {
        count = delay.count
        p50 = delay.p50
        p99 = delay.p99
        max = delay.max
    }
}

/// What a person should see of synchronisation: nothing while all is well.
public struct SyncIndicator: Sendable, Equatable {
    /// How loudly.
    public enum Tone: String, Sendable {
        /// Not at all.
        case silent
        /// Quietly.
        case neutral
        /// So that a person looks.
        case warning
    }

    /// A freedesktop icon name; nil: show nothing.
    public let icon: String?
    /// What to say.
    public let label: String
    /// How loudly.
    public let tone: Tone

    init(_ indicator: Sync.Indicator) {
        icon = indicator.icon
        label = indicator.label
        tone = Tone(rawValue: indicator.tone.rawValue) ?? .neutral
    }
}
