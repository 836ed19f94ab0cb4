internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

/// All that belongs to one user: a store, its subscribers, and what waits for the next commit.
///
/// Calls are carried out as they arrive, against what the store holds and what they wrote
/// themselves. While something is not yet on stable storage every answer is held back, so that
/// nobody hears of what a crash could take away, and each connection's answers keep their order.
final class Space {
    let uid: UInt32
    let store: Store
    let clock: TrustedClock
    let transport: any ServerTransport
    let hub: Hub
    let followers: Followers
    let logger: Logger
    var settings: ServiceSettings
    var jumps = JumpGuard()
    var ticks = TickBuffer()
    /// This turn has stored as many due ticks as a turn takes.
    var hasStoredDueTicks = false
    /// The connections that are open.
    var connections: Set<ConnectionID> = []
    var metrics = Metrics()
    var storage = StorageHealth()
    /// When what was interrupted is written down.
    var restorePace = RestorePace()
    /// The alert that the store takes no writes, dismissed or not; nil: it takes them.
    var storageAlert: Alert?
    var jobs: [any Job] = []
    /// What is known of sync; nil: there is no remote store.
    var sync: SyncDesk?
    /// Those who follow how sync stands, and those among them who have yet to hear the newest.
    var monitors: Set<ConnectionID> = []
    var lateMonitors: Set<ConnectionID> = []
    /// What bridges know of players beside their state, by name.
    var descriptions: [String: PlayerDescription] = [:]
    /// The schedule by which players that are gone for good are looked for.
    var silentPlayers = SilentPlayers()
    /// The connections that are surfaces of a player.
    var surfaces = SurfaceTable()
    /// What each connection said last, to know one that wakes up with old news.
    var echoes: [ConnectionID: Echo] = [:]
    /// Ticks that the open batch holds: should it fail, they wait again.
    var unsettled: [TickBuffer.Tick] = []
    /// What this turn of the loop brought, for the subscribers.
    var told: [Hub.Told] = []
    /// What is on stable storage and subscribers have yet to hear, a commit each.
    var untold: [Untold] = []
    /// When a resume point may expire next, on the trusted clock; nil: none stands.
    var nextExpiry: Int?
    /// When the store is to be copied next, on the trusted clock; nil: not yet known.
    var backupDue: Int?
    /// How much had been written as of the last copy.
    var backedUp: Int
    /// When to see whether space can be set aside again, on the trusted clock; nil: it is.
    var reserveDue: Int?
    /// Findings about storage whose alerts are not on stable storage yet.
    var findings: [StorageFinding] = []
    /// The store's files as they were opened.
    var marks: StoreMarks
    /// When the files are looked at next with a commit, on the trusted clock.
    var filesDue = 0
    /// Called after the files were written back: a directory may be another one.
    var onFilesMoved: () -> Void = {}
    /// True while the store's files still tell of what a start found, as the log may not do so yet.
    var hasRecovery = false
    /// The jumps that waited to be explained as of the last commit: should the next one fail, they
    /// still do, and no others.
    var suspicions = JumpGuard.Suspicions()
    /// What is wrong with the store's file, so that it has to be replaced; nil: nothing is known.
    var damage: String?
    /// True once a store that is served read-only can be written: it is opened anew.
    var isWritableAgain = false
    /// Looks the store's file over; nil: nobody does.
    var check: StoreCheck?
    let checkpointer: Checkpointer
    /// There were commits since the log was last tended.
    var logHasGrown = false
    /// What waits for the commit, in order.
    var held: [Held] = []
    /// Why the batch that is open will not be committed.
    var failure: StoreError?
    /// The trusted clock's record as of the last commit.
    var clockRecord: TrustedTimeRecord?
    /// When to tell quiet subscribers where the stream stands, on the trusted clock.
    var tellsTokensAt: Int?
    /// When somebody wants to be woken, on the trusted clock.
    var wakeAt: Int?

    /// What a commit brought.
    struct Untold {
        /// Its changes, in order.
        let told: [Hub.Told]
        /// The newest row as of then.
        let end: LogPlace
        /// How many changes of surfaces there had been.
        let surfaces: Int
    }

    /// What waits for the commit.
    enum Held {
        /// The answer to a call that writes: if the commit fails, so has it.
        case written([UInt8], ConnectionID)
        /// The answer to one that reads, and how to answer again if what it read was then lost.
        case read([UInt8], ConnectionID, again: () -> [UInt8])
        /// Somebody in this process who wrote: hears why it failed, or nil.
        case told((String?) -> Void)
    }

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
        hub = Hub(transport: transport)
        followers = Followers(transport: transport)
        backedUp = store.figures.written
        marks = StoreMarks(store.options.file)
        checkpointer = Checkpointer(path: store.options.file)
        hub.cast = Cast(
            players: { [unowned self] in players(after: $0, limit: $1) },
            player: { [unowned self] in player(named: $0) },
            alerts: { [unowned self] in open(self.store.figures.alerts) },
            volatileAlert: { [unowned self] in storageAlert }
        )
    }

    // MARK: Calls

    /// Answers a call that only reads.
    ///
    /// One whose answer nobody wants is not carried out.
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

    /// Answers a call that may write, once what it wrote is on stable storage.
    func write(
        _ call: Call,
        from connection: ConnectionID,
        _ body: () throws(StateError) -> [UInt8]
    ) {
        let message: [UInt8]
        do throws(StateError) {
            try admit()
            store.beginCall()
            message = try body()
        } catch {
            message = error.message
        }
        if !call.oneway { answer(message, to: connection) }
    }

    /// Sends the answer to a call that may have written, or holds it until the commit.
    func answer(_ message: [UInt8], to connection: ConnectionID) {
        guard isHolding else {
            transport.send(message, to: connection)
            return
        }
        held.append(.written(message, connection))
    }

    /// Calls `done` once what was written is on stable storage, or with why it is not.
    func hold(_ done: @escaping (String?) -> Void) {
        guard isHolding else { return done(nil) }
        held.append(.told(done))
    }

    private var isHolding: Bool { store.isDirty || failure != nil || !held.isEmpty }

    /// Carries out something on the store; a failure of the store fails the whole batch.
    func onStore<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StateError) -> Value {
        do throws(StoreError) { return try body() } catch { throw refusal(of: error) }
    }

    /// What a caller hears of a failure of the store, which fails the whole batch.
    func refusal(of error: StoreError) -> StateError {
        if case .quota(let limit, let value) = error.kind {
            return .quotaExceeded(limit: limit, value: value)
        }
        if store.isDirty || error.kind != .other { failure = failure ?? error }
        note(error)
        return .storageUnavailable(why: error.message)
    }
}
