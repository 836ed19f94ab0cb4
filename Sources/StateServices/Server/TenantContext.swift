// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

final class TenantContext {
    let uid: UInt32
    let log: ChangeLog
    /// The clock for all times that the tenant stores.
    let clock: TrustedClock
    let transport: any ServerTransport
    let logger: Logger
    let queue: CommitQueue
    let subscriptions: StreamCore<Subscription>
    /// The changes of players and alerts that have no row in the store.
    let volatile = VolatileChanges()
    var settings: ServiceSettings
    var metrics = Metrics()
    var connections: Set<ConnectionID> = []
    var syncs = false
    /// True while the daemon is stopping.
    ///
    /// A surface that closes then does not finish its item, even during the credits.
    var isStopping = false
    private var wakeAt: Timestamp?

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

    /// Sends the reply to a waiting caller, whose connection then continues.
    ///
    /// Unless `atOnce` is true, the reply waits for the commit of the open batch.
    func reply(_ message: [UInt8], to caller: Caller?, atOnce: Bool = false) {
        guard let caller else { return }
        if caller.wantsReply, atOnce { transport.send(message, to: caller.connection) }
        if caller.wantsReply, !atOnce { queue.answer(message, to: caller.connection) }
        transport.proceed(caller.connection)
    }

    /// Requests a wake-up at the trusted time `time` or earlier.
    func wants(wake time: Timestamp) {
        wakeAt = min(wakeAt ?? .max, time)
    }

    func takeWake() -> Timestamp? {
        defer { wakeAt = nil }
        return wakeAt
    }
}

/// A component that owns a part of a tenant's state, or the tenant itself.
protocol TenantComponent {
    var context: TenantContext { get }
}

extension TenantComponent {
    var log: ChangeLog { context.log }
    var clock: TrustedClock { context.clock }
    var queue: CommitQueue { context.queue }
    var logger: Logger { context.logger }

    /// True if changes must be collected, for subscribers or for sync.
    var hasRecipients: Bool { !context.subscriptions.subscriptions.isEmpty || context.syncs }

    /// Runs `body`, which uses the store; ``CommitQueue/refusal(of:)`` handles its errors.
    func onStore<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StateError) -> Value {
        do throws(StoreError) { return try body() } catch { throw queue.refusal(of: error) }
    }

    func onStore<Value>(
        _ value: @autoclosure () throws(StoreError) -> Value
    ) throws(StateError) -> Value {
        try onStore(value)
    }

    /// Adds a change to the pending changes, as the change of the newest row.
    func note(pending change: Change) {
        queue.note(pending: PendingChange(change: change, sequence: log.lastWritten))
    }
}
