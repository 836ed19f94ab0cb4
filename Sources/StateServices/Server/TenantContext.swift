// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

/// The facilities that all components of a tenant share.
final class TenantContext {
    /// The user ID of the tenant.
    let uid: UInt32
    /// The log of the tenant's store.
    let log: ChangeLog
    /// The clock for all times of the tenant.
    let clock: TrustedClock
    /// The transport that carries the replies.
    let transport: any ServerTransport
    /// The logger of the daemon.
    let logger: Logger
    /// The queue of everything that waits for a commit.
    let queue: CommitQueue
    /// The subscriptions to changes.
    let subscriptions: StreamCore<Subscription>
    /// The changes without a row.
    let volatile = VolatileChanges()
    /// The settings in force.
    var settings: ServiceSettings
    /// The counters for GetMetrics.
    var metrics = Metrics()
    /// The open connections.
    var connections: Set<ConnectionID> = []
    /// True if sync receives the published changes.
    var syncs = false
    /// The earliest requested wake-up, on the trusted clock.
    private var wakeAt: Timestamp?

    /// Creates a context for an open store.
    init(
        uid: UInt32,
        store: Store,
        clock: TrustedClock,
        settings: ServiceSettings,
        transport: any ServerTransport,
        logger: Logger
    ) {
        self.uid = uid
        log = store.log
        self.clock = clock
        self.settings = settings
        self.transport = transport
        self.logger = logger
        subscriptions = StreamCore(transport: transport)
        queue = CommitQueue(store, clock: clock, transport: transport, volatile: volatile)
    }

    /// Sends a reply to a waiting caller, and resumes its connection.
    ///
    /// Unless `atOnce` is true, the reply waits for a pending commit.
    func reply(_ message: [UInt8], to caller: Caller?, atOnce: Bool = false) {
        guard let caller else { return }
        if caller.wantsReply, atOnce { transport.send(message, to: caller.connection) }
        if caller.wantsReply, !atOnce { queue.answer(message, to: caller.connection) }
        transport.proceed(caller.connection)
    }

    /// Requests a wake-up at `time` on the trusted clock, or earlier.
    func wants(wake time: Timestamp) {
        wakeAt = min(wakeAt ?? .max, time)
    }

    /// Removes and returns the earliest requested wake-up; `nil` if none is requested.
    func takeWake() -> Timestamp? {
        defer { wakeAt = nil }
        return wakeAt
    }
}

/// A component of a tenant, which owns a part of its state, or the tenant itself.
protocol TenantComponent {
    /// The facilities shared with the other components.
    var context: TenantContext { get }
}

extension TenantComponent {
    /// The log of the tenant's store: its rows and the resulting states.
    var log: ChangeLog { context.log }
    /// The clock for all times.
    var clock: TrustedClock { context.clock }
    /// The queue of everything that waits for a commit.
    var queue: CommitQueue { context.queue }
    /// The logger of the daemon.
    var logger: Logger { context.logger }

    /// True if changes have a recipient: a subscriber, or the schedule of sync.
    var hasRecipients: Bool { !context.subscriptions.subscriptions.isEmpty || context.syncs }

    /// Runs an operation on the store; an error fails the whole batch.
    func onStore<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StateError) -> Value {
        do throws(StoreError) { return try body() } catch { throw queue.refusal(of: error) }
    }

    /// Runs one operation on the store; an error fails the whole batch.
    func onStore<Value>(
        _ value: @autoclosure () throws(StoreError) -> Value
    ) throws(StateError) -> Value {
        try onStore(value)
    }

    /// Adds a change, made by the newest row, to the open batch.
    func note(pending change: Change) {
        queue.note(pending: PendingChange(change: change, sequence: log.lastWritten))
    }
}
