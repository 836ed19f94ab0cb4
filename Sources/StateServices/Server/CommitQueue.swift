// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

/// The commit queue of a tenant, which ensures that no reply precedes its commit.
///
/// Calls are executed as they arrive. They see the stored state and the writes of the open batch.
/// While there are uncommitted writes, all replies are held back, even those to reads, because a
/// read may have seen such a write. At the end of the turn, the whole batch is committed. Then the
/// replies are released in order, and after them the changes are published. If the commit fails,
/// all calls that wrote fail, reads are executed again, and the changes of the batch's rows are
/// never published. Thus no client learns of a change that a crash could undo, and each connection
/// receives its replies in order.
final class CommitQueue {
    var health = StorageHealth()
    /// The changes of the open batch that subscribers will receive.
    private(set) var pendingChanges: [PendingChange] = []
    /// The reason why the open batch will not be committed; `nil` if it can be.
    private(set) var failure: StoreError?
    /// True if there were commits since the last maintenance of the write-ahead log.
    var logHasGrown = false
    private let store: Store
    private let clock: TrustedClock
    private let transport: any ServerTransport
    private let volatile: VolatileChanges
    /// The object that handles the outcomes of commits; it owns the queue.
    unowned var observer: (any CommitObserver)?
    private var held: [Held] = []
    /// The committed changes that have not been published, one element for each commit.
    private var unpublished: [UnpublishedCommit] = []
    /// The record of the trusted clock as of the last commit.
    private var clockRecord: TrustedTimeRecord?

    private enum Held {
        /// A reply to a call that may have written.
        ///
        /// If the commit fails, the call fails too.
        case written([UInt8], ConnectionID)
        /// A reply to a read, and a closure that reads again if the commit fails.
        case read([UInt8], ConnectionID, again: () -> [UInt8])
        /// A callback of this process.
        ///
        /// It receives `nil`, or the reason if the commit fails.
        case callback((String?) -> Void)
    }

    init(
        _ store: Store,
        clock: TrustedClock,
        transport: any ServerTransport,
        volatile: VolatileChanges
    ) {
        self.store = store
        self.clock = clock
        self.transport = transport
        self.volatile = volatile
    }

    // MARK: Calls

    /// Replies to a call that only reads.
    ///
    /// A one-way call is ignored, because its reply would be discarded.
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
            message = try perform(body)
        } catch {
            message = error.message
        }
        if !call.oneway { answer(message, to: connection) }
    }

    /// Sends the reply to a call that may have written, immediately or after the commit.
    func answer(_ message: [UInt8], to connection: ConnectionID) {
        guard isHolding else {
            transport.send(message, to: connection)
            return
        }
        held.append(.written(message, connection))
    }

    /// Calls `done` with `nil` once all writes are on stable storage, or with the reason if the
    /// commit fails.
    func hold(_ done: @escaping (String?) -> Void) {
        guard isHolding else { return done(nil) }
        held.append(.callback(done))
    }

    private var isHolding: Bool { store.log.isDirty || failure != nil || !held.isEmpty }

    @discardableResult
    func perform<Value>(_ body: () throws(StateError) -> Value) throws(StateError) -> Value {
        try admit()
        return try store.log.withinCall(body)
    }

    /// Checks that a call may write, after reopening the store if necessary; throws the reason if
    /// writes are refused.
    func admit() throws(StateError) {
        if let failure { throw .storageUnavailable(reason: failure.message) }
        guard health.problem != nil else { return }
        let now = clock.now()
        switch health.admit(now: now) {
        case .write: return
        case .refuse(let reason): throw .storageUnavailable(reason: reason)
        case .reopen: try observer?.reopenStore(now: now)
        }
    }

    /// Returns the error that callers receive for an error of the store.
    ///
    /// Any error but an exceeded quota also fails the open batch; an error of the kind `other` does
    /// so only if the batch has writes.
    func refusal(of error: StoreError) -> StateError {
        if case .quota(let limit, let value) = error.kind {
            return .quotaExceeded(limit: limit, value: value)
        }
        if store.log.isDirty || error.kind != .other { failure = failure ?? error }
        note(error)
        return .storageUnavailable(reason: error.message)
    }

    /// Records an error that may mean that the store's file is damaged.
    func note(_ error: StoreError) {
        // A store of which only a copy is served cannot be replaced.
        if error.kind == .corrupt, !store.isReadOnly { health.noteDamage(error.message) }
    }

    // MARK: The batch

    func note(pending change: PendingChange) {
        pendingChanges.append(change)
    }

    /// Removes all changes but the first `count`, because the rows of the others were rolled back.
    func takeBackChanges(to count: Int) {
        pendingChanges.removeLast(pendingChanges.count - count)
    }

    func commit(now: Timestamp) {
        if store.log.isDirty, failure == nil { storeBatch(now: now) }
        if let failure {
            fail(failure, now: now)
        } else {
            release(now: now)
        }
        failure = nil
    }

    private func storeBatch(now: Timestamp) {
        let start = ContinuousClock.now
        do throws(StoreError) {
            let record = clock.record
            if record != clockRecord {
                try store.log.writeClockRecord(record.text)
                clockRecord = record
            }
            try store.commit()
        } catch {
            failure = error
            return
        }
        logHasGrown = true
        let duration = ContinuousClock.now - start
        let recovered = health.succeeded()
        observer?.batchStored(replies: held.count, in: duration, recovered: recovered, now: now)
    }

    private func release(now: Timestamp) {
        for answer in held {
            switch answer {
            case .written(let message, let connection), .read(let message, let connection, _):
                transport.send(message, to: connection)
            case .callback(let done): done(nil)
            }
        }
        held.removeAll(keepingCapacity: true)
        observer?.batchReleased(now: now)
        endBatch(with: pendingChanges)
    }

    /// Discards the open batch after an error.
    ///
    /// Callers that wrote receive the error, and reads are executed again. Subscribers receive only
    /// the changes that have no row.
    func fail(_ error: StoreError, now: Timestamp) {
        note(error)
        let isFirst = health.problem == nil
        health.failed(error.message, now: now)
        observer?.batchFailed(error, isFirst: isFirst)
        clockRecord = nil
        store.log.abandon()
        observer?.batchLost(error, now: now)
        let refusal = StateError.storageUnavailable(reason: error.message).message
        for answer in held {
            switch answer {
            case .written(_, let connection): transport.send(refusal, to: connection)
            case .read(_, let connection, let again): transport.send(again(), to: connection)
            case .callback(let done): done(error.message)
            }
        }
        held = []
        let rowless = pendingChanges.compactMap(\.change)
        endBatch(
            with: rowless.compactMap { change in
                let change = observer?.withoutBatch(change)
                return change.map { PendingChange(change: $0) }
            }
        )
        observer?.batchRefused(refusal)
    }

    private func endBatch(with changes: [PendingChange]) {
        unpublished.append(
            UnpublishedCommit(
                pendingChanges: changes,
                end: store.log.end,
                lastEvent: store.log.statistics.events.last,
                surfaces: volatile.last
            )
        )
        pendingChanges = []
        pendingChanges.reserveCapacity(changes.count)
    }

    func takeUnpublished() -> [UnpublishedCommit] {
        defer { unpublished = [] }
        return unpublished
    }
}

/// The changes of one commit that have not been published.
struct UnpublishedCommit {
    let pendingChanges: [PendingChange]
    /// The place of the newest row at the time of the commit.
    let end: LogPlace
    /// The newest event at the time of the commit.
    let lastEvent: SequenceNumber
    /// The number of the last change in ``VolatileChanges`` before the commit.
    let surfaces: Int
}

protocol CommitObserver: AnyObject {
    /// Reopens a store that refused writes; throws the reason if it still refuses them.
    func reopenStore(now: Timestamp) throws(StateError)
    /// Handles a batch that is on stable storage; `recovered` is true if writes had failed before.
    func batchStored(replies: Int, in duration: Duration, recovered: Bool, now: Timestamp)
    func batchReleased(now: Timestamp)
    /// Handles a batch that cannot be committed.
    ///
    /// `isFirst` is true for the first failure since the store last accepted writes.
    func batchFailed(_ error: StoreError, isFirst: Bool)
    /// Restores the state in memory as it was before a failed batch.
    func batchLost(_ error: StoreError, now: Timestamp)
    func batchRefused(_ refusal: [UInt8])
    /// Returns a change without a row, with the player's state and the revision as they are after
    /// the failure of its batch.
    func withoutBatch(_ change: Change) -> Change
}
