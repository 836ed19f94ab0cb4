// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

final class Items: TenantComponent {
    /// The maximum number of points that one call of ``expireDue(now:)`` expires.
    private static let slice = 256

    let context: TenantContext
    /// The guard that distinguishes an intended jump back from a spurious one.
    var jumps = JumpGuard()
    /// The unexplained jumps as of the last commit; they are restored if the next commit fails.
    private var suspicions = JumpGuard.Suspicions()
    /// The earliest time at which a point may expire; `nil` if there is no point.
    private var nextDue: Timestamp?
    /// The time of the last slice of interrupted points that became paused.
    var restoredAt: Timestamp?
    private let players: Players
    let queries: ItemQueries
    private let expiry: ExpirySchedule
    let sync: SyncStorage
    let rewinds: Rewinds

    init(_ context: TenantContext, _ players: Players, _ store: Store) {
        self.context = context
        self.players = players
        queries = store.items
        expiry = store.expiry
        sync = store.sync
        rewinds = Rewinds(context, players)
    }

    /// The trusted time at which ``nextDue`` has certainly passed; `nil` if there is no point.
    var nextExpiry: Timestamp? { nextDue.map(clock.certainty) }

    // MARK: The batch

    /// Runs `body` in a savepoint; an error undoes its rows, changes and unexplained jumps.
    func atomically<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        // A copy of the whole guard would copy its tables at the first new item.
        let before = (changes: queue.pendingChanges.count, suspicions: jumps.suspicions)
        return try log.atomically(body) { _ in
            queue.takeBackChanges(to: before.changes)
            jumps.suspicions = before.suspicions
        }
    }

    /// Accepts the unexplained jumps of a batch that is on stable storage.
    func batchReleased() {
        suspicions = jumps.suspicions
    }

    /// Restores the unexplained jumps as they were before a failed batch.
    func batchLost() {
        jumps.suspicions = suspicions
    }

    // MARK: States

    /// Returns the newest state of the item with the given name.
    ///
    /// If the resume point has certainly expired (``TrustedClock/certain(_:)``), the expiry is
    /// written first.
    func currentState(of item: String, now: Timestamp) throws(StateError) -> ItemState? {
        try currentState(of: ExactString(item), now: now)
    }

    func currentState(of item: ExactString, now: Timestamp) throws(StateError) -> ItemState? {
        let state = try onStore(log.state(named: item))
        guard let state, state.kind.isLive, state.record.point.expiresAt <= now,
            state.record.point.expiresAt <= clock.certain(now)
        else { return state }
        return try expire(state, now: now)
    }

    /// Returns the current resume point of an item; throws the reason if there is none.
    func point(
        of item: String,
        now: Timestamp
    ) throws(StateError) -> (state: ItemState, point: ResumePoint) {
        try checkItem(item)
        let state = try onStore(log.state(named: item))
        guard let state else { throw .notFound(item: item, player: nil) }
        guard state.livePoint(at: now) != nil else {
            guard let expiredAt = state.expired(at: now) else {
                throw .notFound(item: item, player: nil)
            }
            throw .expired(item: state.record.point.item, expiredAt: expiredAt)
        }
        return (state, log.point(state.record, revision: state.revision))
    }

    func history(
        of state: ItemState,
        now: Timestamp,
        limit: Int
    ) throws(StateError) -> [ItemQueries.PastValue] {
        try onStore(queries.history(of: state, now: now, limit: limit))
    }

    // MARK: Rows

    /// Adds a row about an item and its change to the open batch; returns the item's new state.
    @discardableResult
    func addRow(
        _ record: consuming ItemRecord,
        _ kind: RowKind,
        names: PlayerItem? = nil,
        after state: ItemState?,
        keyTime: Timestamp,
        keeps: Bool = false,
        now: Timestamp
    ) throws(StateError) -> ItemState {
        let written: ItemState
        do throws(StoreError) {
            written = try log.append(
                record,
                kind,
                names: names,
                after: state,
                keyTime: keyTime,
                keeps: keeps,
                now: now
            )
        } catch {
            throw queue.refusal(of: error)
        }
        try note(kind, written, after: state, now: now)
        return written
    }

    /// Schedules the expiry of the point in a row, and adds the row's change to the open batch.
    ///
    /// `now` is the trusted time.
    func note(
        _ kind: RowKind,
        _ written: ItemState,
        after state: ItemState?,
        now: Timestamp
    ) throws(StateError) {
        if kind.isLive { nextDue = min(nextDue ?? .max, written.record.point.expiresAt) }
        guard hasRecipients else { return }
        // If a point has expired by an uncertain clock, subscribers do not receive it.
        if kind.isLive, !written.isLive(at: now) { return }
        let revision = try onStore(
            log.pointRevision(kind, written.record, written.revision, after: state)
        )
        if let change = PendingChange(kind, written, point: revision) {
            queue.note(pending: change)
        }
    }

    func clear(_ state: ItemState, isOver: Bool = false, now: Timestamp) throws(StateError) {
        jumps.end(state.record.point.item)
        var record = ItemRecord(point: state.record.point, device: state.record.device)
        record.isOver = isOver
        let written = try addRow(
            record,
            .cleared,
            after: state,
            keyTime: now,
            now: now
        )
        try noteNamesRemoved(of: written, now: now)
    }

    /// Adds an observation that wrote no resume point to the pending changes, unless it was
    /// published as a tick.
    func noteObserved(_ snapshot: Snapshot, _ verdict: Verdict?, isPublished: Bool) {
        guard !isPublished, hasRecipients else { return }
        var snapshot = snapshot
        let now = clock.now()
        snapshot.at = verdict?.at ?? min(snapshot.at ?? now, now)
        let change = Change(
            kind: .observed,
            revision: log.revision,
            item: snapshot.item,
            player: snapshot.player,
            snapshot: snapshot
        )
        queue.note(pending: PendingChange(change: change))
    }

    // MARK: Expiry

    /// Writes a row for the expiry of a point, stops its player, and alerts the players that show
    /// the item; returns the new state.
    ///
    /// `viewers` are the players with surfaces, by current item; `nil` to look them up.
    @discardableResult
    func expire(
        _ state: ItemState,
        viewers: [ExactString: [String]]? = nil,
        now: Timestamp
    ) throws(StateError) -> ItemState {
        let expired = try addRow(
            ItemRecord(point: state.record.point, device: state.record.device),
            .expired,
            after: state,
            keyTime: state.record.point.expiresAt,
            now: now
        )
        try players.stop(expired.record.point, now: now)
        // Players that have a surface with this item are alerted now, others when they attach.
        let watching = (viewers ?? players.viewers())[ExactString(state.record.point.item)] ?? []
        for player in watching.sorted() {
            try players.raiseExpiry(of: expired, for: player, now: now)
        }
        return expired
    }

    func expireDue(now: Timestamp) {
        do throws(StateError) {
            try queue.admit()
            let due = try onStore(expiry.take(by: clock.certain(now), limit: Self.slice))
            let viewers = due.isEmpty ? [:] : players.viewers()
            for state in due {
                try log.withinCall { () throws(StateError) in
                    try expire(state, viewers: viewers, now: now)
                }
            }
            try onStore(readNextExpiry())
        } catch {
            // While the clock is uncertain, which may last for hours, this is more than 200 ms
            // away.
            nextDue = clock.certain(now) + 200
            logger.debug("cannot remove expired points", metadata: ["reason": "\(error)"])
        }
    }

    func readNextExpiry() throws(StoreError) {
        nextDue = try expiry.next()
    }
}
