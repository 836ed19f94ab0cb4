// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

struct StoreRecovery: TenantComponent {
    var context: TenantContext { items.context }
    let store: Store
    let alerts: Alerts
    let findings: Findings
    let files: StorageFiles
    let items: Items
    let players: Players
    /// The maximum number of interrupted points that are restored before the first call.
    ///
    /// There are rarely more.
    static let pointsAtStart = 1_000
    /// The maximum number of points that each later slice restores, while calls wait.
    private static let pointsPerSlice = 32
    /// The minimum interval between slices that restore points, in milliseconds.
    ///
    /// It can be long, because reads already return the points as paused.
    static let sliceIntervalMilliseconds = 20

    /// Restores the state after a start; all items that were playing are now paused.
    ///
    /// Reads return this state from now on. Rows are written now for a limited number of points,
    /// which is almost always all of them, and in later turns for the rest. If writes are refused,
    /// the rows are written with the first commit that succeeds.
    func restoreAtStart() throws(StoreError) {
        let now = clock.now()
        log.interrupt()
        do throws(StoreError) {
            try commitRestored(now: now)
        } catch {
            guard error.kind != .corrupt else { throw error }
            log.abandon()
            files.refuseWrites(error, now: now)
        }
        findings.writeAll(now: now)
        queue.commit(now: now)
        try items.readNextExpiry()
        if log.interruptedUpTo != nil { context.wants(wake: now) }
    }

    private func commitRestored(now: Timestamp) throws(StoreError) {
        do throws(StoreError) {
            _ = try writeRestored(now: now)
            try store.sync.leave()
            try log.writeClockRecord(clock.record.text)
            try store.commit()
        } catch  where error.kind == .full && files.releaseReserve() {
            log.abandon()
            try commitRestored(now: now)
        }
    }

    /// Writes rows for interrupted points, up to a limit, and for all players that were playing;
    /// these points and players are then paused.
    private func writeRestored(now: Timestamp) throws(StoreError) -> [PendingChange] {
        guard let newest = log.interruptedUpTo else { return [] }
        // A point that is not returned because it has expired is not playing either.
        let points = try log.restoreInterrupted(
            limit: Self.pointsAtStart,
            now: clock.certain(now)
        )
        let playing = log.statistics.players.values.filter {
            $0.playing && $0.revision <= Revision(newest)
        }
        return points.compactMap { PendingChange(.restored, $0) }
            + (try playing.map { player throws(StoreError) in
                try writePaused(player, now: now)
                return PendingChange(
                    change: players.playerChange(player.name),
                    sequence: log.lastWritten
                )
            })
    }

    private func writePaused(_ player: PlayerRecord, now: Timestamp) throws(StoreError) {
        var player = player
        player.playing = false
        try log.withinCall { () throws(StoreError) in
            try log.append(player, now: now)
        }
    }

    func restoreMore(now: Timestamp) {
        guard log.interruptedUpTo != nil, queue.health.problem == nil, !log.isDirty
        else {
            return
        }
        // If the clock was set back, the work must not be delayed.
        if let slicedAt = items.restoredAt,
            (0..<Self.sliceIntervalMilliseconds).contains(now - slicedAt)
        {
            return context.wants(wake: slicedAt + Self.sliceIntervalMilliseconds)
        }
        items.restoredAt = now
        do throws(StateError) {
            let restored = try onStore(
                log.restoreInterrupted(limit: Self.pointsPerSlice, now: clock.certain(now))
            )
            for state in restored { try items.note(.restored, state, after: nil, now: now) }
        } catch {
            logger.debug("cannot pause interrupted items", metadata: ["reason": "\(error)"])
            if queue.failure == nil {
                log.abandon()
                return context.wants(wake: now + 200)
            }
        }
        queue.commit(now: now)
        guard queue.health.problem == nil, log.interruptedUpTo != nil else { return }
        context.wants(wake: now + Self.sliceIntervalMilliseconds)
    }

    func reopen(now: Timestamp) throws(StateError) {
        if store.isReadOnly { throw refusalOfReadOnly(now: now) }
        do throws(StoreError) {
            try files.reopen(now: now)
            let restored = try writeRestored(now: now)
            for change in restored + (try alerts.dismissStorageAlert(now: now)) {
                queue.note(pending: change)
            }
            queue.health.reopened()
        } catch {
            log.abandon()
            queue.health.failed(error.message, now: now)
            throw .storageUnavailable(reason: error.message)
        }
    }

    /// Checks whether a read-only store can be written now.
    ///
    /// In either case, the current call fails with the returned error.
    private func refusalOfReadOnly(now: Timestamp) -> StateError {
        let reason = queue.health.problem ?? "the store cannot be written"
        files.isWritableAgain = store.canBeWritten()
        queue.health.failed(reason, now: now)
        if files.isWritableAgain { context.wants(wake: now) }
        return .storageUnavailable(reason: reason)
    }

    /// Checks whether the store accepts writes again, unless a call has already done so.
    func probe() {
        do throws(StateError) {
            try queue.admit()
            if queue.health.problem == nil || log.isDirty { return }
            try onStore(log.writeClockRecord(clock.record.text))
        } catch {
            logger.debug("the store still cannot be written", metadata: ["reason": "\(error)"])
        }
    }
}
