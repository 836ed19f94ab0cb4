internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

// Restoring the state after a start, and after the store took no writes for a while.
extension Tenant {
    /// Restores the state after a start: items that were playing are paused, and may continue from
    /// there.
    ///
    /// Reads reflect this from here on. The rows are written at once for as many points as takes no
    /// noticeable time, which is nearly always all of them; the rest follow in later turns. If the
    /// store takes no writes, they are written with the first commit that succeeds.
    func restore() throws(StoreError) {
        let now = clock.now()
        store.log.interrupt()
        do throws(StoreError) {
            try commitRestored(now: now)
        } catch {
            guard error.kind != .corrupt else { throw error }
            store.log.abandon()
            storage.failed(error.message, now: now)
            raiseStorageAlert(error.message, now: now)
            logger.error("storage.failed", metadata: ["uid": "\(uid)", "why": "\(error.message)"])
        }
        writeFindings(now: now)
        commit(now: now)
        nextExpiry = try store.expiry.next()
        if store.log.interruptedUpTo != nil { wants(wake: now) }
    }

    private func commitRestored(now: Int) throws(StoreError) {
        do throws(StoreError) {
            _ = try writeRestored(now: now)
            try store.sync.leave()
            try store.log.writeClockRecord(clock.record.text)
            try store.commit()
        } catch  where error.kind == .full && releaseReserve() {
            store.log.abandon()
            try commitRestored(now: now)
        }
    }

    /// Writes that some points, and every player, are no longer playing.
    private func writeRestored(now: Int) throws(StoreError) -> [ChangePublisher.PendingChange] {
        guard let newest = store.log.interruptedUpTo else { return [] }
        let points = try store.log.restoreInterrupted(limit: RestorePace.atStart, now: now)
        let players = store.log.statistics.players.values.filter {
            $0.playing && $0.revision <= newest
        }
        return points.map { ChangePublisher.PendingChange(.restored, $0) }
            + (try players.map { player throws(StoreError) in
                try writePaused(player, now: now)
                return ChangePublisher.PendingChange(
                    change: playerChange(player.name),
                    sequence: store.log.lastWritten
                )
            })
    }

    private func writePaused(_ player: PlayerRecord, now: Int) throws(StoreError) {
        var player = player
        player.playing = false
        store.log.beginCall()
        try store.log.write(player, now: now)
    }

    /// Writes for some more points that they were interrupted, when no caller has to wait for it.
    func restoreOn(now: Int) {
        guard store.log.interruptedUpTo != nil, storage.problem == nil, !store.log.isDirty else {
            return
        }
        if let limit = restorePace.slice(at: now) {
            do throws(StateError) {
                let restored = try onStore { () throws(StoreError) in
                    try store.log.restoreInterrupted(limit: limit, now: now)
                }
                for head in restored { tell(.restored, head) }
            } catch {
                logger.debug("restore.failed", metadata: ["why": "\(error)"])
                if failure == nil {
                    store.log.abandon()
                    return wants(wake: now + 200)
                }
            }
            commit(now: now)
        }
        guard storage.problem == nil, store.log.interruptedUpTo != nil else { return }
        wants(wake: restorePace.next(after: now))
    }

    /// Notes a call, so that deferrable work waits.
    func noteCall() {
        if store.log.interruptedUpTo != nil { restorePace.called(at: clock.now()) }
    }

    /// Allows a call to write, or throws the reason why it may not.
    func admit() throws(StateError) {
        if let failure { throw .storageUnavailable(reason: failure.message) }
        guard storage.problem != nil else { return }
        let now = clock.now()
        switch storage.admit(now: now) {
        case .write: return
        case .refuse(let reason): throw .storageUnavailable(reason: reason)
        case .reopen:
            if store.isReadOnly { throw refusalOfReadOnly(now: now) }
            do throws(StoreError) {
                // Reopening by path must find the store's own file there.
                if try !secureFiles(now: now) {
                    try store.reopen()
                    marks = StoreMarks(store.options.path)
                }
                nextExpiry = try store.expiry.next()
                let restored = try writeRestored(now: now)
                pendingChanges += restored + (try settleStorageAlert(now: now))
                storage.reopened()
            } catch {
                store.log.abandon()
                storage.failed(error.message, now: now)
                throw .storageUnavailable(reason: error.message)
            }
        }
    }

    /// Checks whether a read-only store has become writable, and returns the error for the caller.
    private func refusalOfReadOnly(now: Int) -> StateError {
        let reason = storage.problem ?? "the store cannot be written"
        isWritableAgain = store.canBeWritten()
        storage.failed(reason, now: now)
        if isWritableAgain { wants(wake: now) }
        return .storageUnavailable(reason: reason)
    }

    /// Finds out whether the store takes writes again, if no call has done so.
    func probe() {
        do throws(StateError) {
            try admit()
            if storage.problem == nil || store.log.isDirty { return }
            try onStore { () throws(StoreError) in
                try store.log.writeClockRecord(clock.record.text)
            }
        } catch {
            logger.debug("storage.probed", metadata: ["why": "\(error)"])
        }
    }

    // MARK: Reserve

    /// The interval between attempts to reserve disk space again, in milliseconds.
    private static let reserveInterval = 5_000

    /// Releases the reserved disk space because the disk is full; returns false if there was none.
    @discardableResult
    func releaseReserve() -> Bool {
        reserveDue = clock.now() + Self.reserveInterval
        guard store.reserve.release() else { return false }
        logger.warning("reserve.released", metadata: ["uid": "\(uid)"])
        return true
    }

    /// Reserves disk space for when the disk is full, unless that is already done.
    func fillReserve(now: Int) {
        let isWhole = store.reserve.fill()
        reserveDue = isWhole ? nil : now + Self.reserveInterval
    }

    /// Reserves disk space again, once some is free.
    func tendReserve(now: Int) {
        guard let due = reserveDue, storage.problem == nil else { return }
        guard due <= now || due > now + Self.reserveInterval else { return }
        fillReserve(now: now)
        if reserveDue == nil { logger.notice("reserve.whole", metadata: ["uid": "\(uid)"]) }
    }
}
