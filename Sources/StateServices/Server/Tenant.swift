internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

/// A tenant: the store of one user, its subscribers, and everything that waits for the next commit.
///
/// Calls are carried out as they arrive, against the stored state plus the writes of the open
/// batch. While any write is not yet on stable storage, every reply is held back. No client
/// therefore learns of a change that a crash could undo, and each connection receives its replies
/// in order.
final class Tenant {
    /// The user ID of the tenant.
    let uid: UInt32
    /// The tenant's store.
    let store: Store
    /// The clock from which all times of this tenant are taken.
    let clock: TrustedClock
    /// The transport that carries the replies.
    let transport: any ServerTransport
    /// The publisher of committed changes.
    let publisher: ChangePublisher
    /// The publisher of events.
    let eventPublisher: EventPublisher
    /// The logger of the daemon.
    let logger: Logger
    /// The settings in force.
    var settings: ServiceSettings
    /// The memory that tells an intended jump back from a spurious one.
    var jumps = JumpGuard()
    /// The ticks that are waiting to be stored.
    var ticks = TickBuffer()
    /// True if this turn has stored as many due ticks as one turn may.
    var hasStoredDueTicks = false
    /// The open connections.
    var connections: Set<ConnectionID> = []
    /// The counters for GetMetrics.
    var metrics = Metrics()
    /// The state of the store with regard to writes.
    var storage = StorageHealth()
    /// The pace at which interrupted resume points are written after a start.
    var restorePace = RestorePace()
    /// The alert that the store takes no writes, dismissed or not; `nil` while the store takes
    /// writes.
    var storageAlert: Alert?
    /// The jobs that are not finished.
    var jobs: [any Job] = []
    /// The sync state; `nil` if there is no remote store.
    var sync: TenantSync?
    /// The connections that follow the sync status.
    var monitors: Set<ConnectionID> = []
    /// The monitors that have not received the newest sync status.
    var lateMonitors: Set<ConnectionID> = []
    /// The descriptions of players that bridges have sent, by player name.
    var descriptions: [String: PlayerDescription] = [:]
    /// The schedule for finding players that are gone for good.
    var silentPlayers = SilentPlayers()
    /// The connections that are surfaces of a player.
    var surfaces = SurfaceTable()
    /// The last report of each connection, to recognise a surface that wakes up with old news.
    var lastReports: [ConnectionID: LastReport] = [:]
    /// Ticks stored in the open batch; they go back to the buffer if the commit fails.
    var unsettled: [TickBuffer.Tick] = []
    /// Pending changes of this turn of the loop, for the subscribers.
    var pendingChanges: [ChangePublisher.PendingChange] = []
    /// Committed changes that are not yet published, one entry per commit.
    var unpublished: [UnpublishedCommit] = []
    /// The time at which the next resume point may expire, on the trusted clock; `nil` if no point
    /// stands.
    var nextExpiry: Int?
    /// The time of the next automatic backup, on the trusted clock; `nil` until it is known.
    var backupDue: Int?
    /// The store's write counter as of the last backup.
    var backedUp: Int
    /// The time of the next attempt to reserve disk space, on the trusted clock; `nil` if the
    /// reserve is complete.
    var reserveDue: Int?
    /// Findings about storage whose alerts are not on stable storage yet.
    var findings: [StorageFinding] = []
    /// The marks of the store's files as they were when opened.
    var marks: StoreMarks
    /// The earliest time at which a commit checks the files again, on the trusted clock.
    var filesDue = 0
    /// Called after the files were written back, because the directory may be a different one.
    var onFilesMoved: () -> Void = {}
    /// True while the store's files still record the findings of a start, because the log may not
    /// contain them yet.
    var hasRecovery = false
    /// The unexplained jumps as of the last commit.
    ///
    /// If the next commit fails, exactly these are unexplained again.
    var suspicions = JumpGuard.Suspicions()
    /// The damage that requires the store's file to be replaced; `nil` if none is known.
    var damage: String?
    /// True once a store that is served read-only has become writable, so that it is opened again.
    var isWritableAgain = false
    /// The check of the store's whole file; `nil` if none is running.
    var check: StoreCheck?
    /// The thread that copies the write-ahead log into the database.
    let checkpointer: Checkpointer
    /// True if there were commits since the log was last maintained.
    var logHasGrown = false
    /// Replies and callbacks that wait for the commit, in order.
    var held: [Held] = []
    /// The reason why the open batch will not be committed.
    var failure: StoreError?
    /// The trusted clock's record as of the last commit.
    var clockRecord: TrustedTimeRecord?
    /// The time at which quiet subscribers are next sent their current stream token, on the trusted
    /// clock.
    var keepAliveAt: Int?
    /// The earliest requested wake-up, on the trusted clock.
    var wakeAt: Int?

    /// The unpublished changes of one commit.
    struct UnpublishedCommit {
        /// The changes, in order.
        let pendingChanges: [ChangePublisher.PendingChange]
        /// The place of the newest row at the time of the commit.
        let end: LogPlace
        /// The number of surface changes up to the commit.
        let surfaces: Int
    }

    /// A reply or callback that waits for the commit.
    enum Held {
        /// A reply to a call that writes; if the commit fails, the call fails too.
        case written([UInt8], ConnectionID)
        /// A reply to a call that reads, and a closure that computes it again if the rows that it
        /// read were lost.
        case read([UInt8], ConnectionID, again: () -> [UInt8])
        /// A callback for a writer in this process; it receives the reason for a failure, or `nil`.
        case callback((String?) -> Void)
    }

    /// Creates a tenant for an open store.
    init(
        uid: UInt32,
        store: Store,
        clock: TrustedClock,
        settings: ServiceSettings,
        transport: any ServerTransport,
        logger: Logger
    ) {
        self.uid = uid
        self.store = store
        self.clock = clock
        self.settings = settings
        self.transport = transport
        self.logger = logger
        publisher = ChangePublisher(transport: transport)
        eventPublisher = EventPublisher(transport: transport)
        backedUp = store.log.statistics.written
        marks = StoreMarks(store.options.file)
        checkpointer = Checkpointer(path: store.options.file)
        publisher.directory = PlayerDirectory(
            players: { [unowned self] in players(after: $0, limit: $1) },
            player: { [unowned self] in player(named: $0) },
            alerts: { [unowned self] in open(self.store.log.statistics.alerts) },
            volatileAlert: { [unowned self] in storageAlert }
        )
    }

    // MARK: Calls

    /// Replies to a call that only reads.
    ///
    /// A one-way call is not carried out, because its reply would be discarded.
    func read(
        _ call: Call,
        from connection: ConnectionID,
        _ body: @escaping () throws(StateError) -> [UInt8]
    ) {
        guard !call.oneway else { return }
        let answer = { () -> [UInt8] in
            do throws(StateError) { return try body() } catch { return error.message }
        }
        let message = answer()
        guard isHolding else {
            transport.send(message, to: connection)
            return
        }
        held.append(.read(message, connection, again: answer))
    }

    /// Replies to a call that may write, once its writes are on stable storage.
    func write(
        _ call: Call,
        from connection: ConnectionID,
        _ body: () throws(StateError) -> [UInt8]
    ) {
        let message: [UInt8]
        do throws(StateError) {
            try admit()
            store.log.beginCall()
            message = try body()
        } catch {
            message = error.message
        }
        if !call.oneway { answer(message, to: connection) }
    }

    /// Sends the reply to a call that may have written, or holds it until the commit.
    func answer(_ message: [UInt8], to connection: ConnectionID) {
        guard isHolding else {
            transport.send(message, to: connection)
            return
        }
        held.append(.written(message, connection))
    }

    /// Calls `done` once all writes are on stable storage, or with the reason why they are not.
    func hold(_ done: @escaping (String?) -> Void) {
        guard isHolding else { return done(nil) }
        held.append(.callback(done))
    }

    private var isHolding: Bool { store.log.isDirty || failure != nil || !held.isEmpty }

    /// Runs an operation on the store; an error of the store fails the whole batch.
    func onStore<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StateError) -> Value {
        do throws(StoreError) { return try body() } catch { throw refusal(of: error) }
    }

    /// Returns the error that a caller receives for an error of the store, which fails the whole
    /// batch.
    func refusal(of error: StoreError) -> StateError {
        if case .quota(let limit, let value) = error.kind {
            return .quotaExceeded(limit: limit, value: value)
        }
        if store.log.isDirty || error.kind != .other { failure = failure ?? error }
        note(error)
        return .storageUnavailable(reason: error.message)
    }
}
