internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

// How the state comes back: after a start, and after the store took no writes for a while.
extension Space {
    /// Brings the state back after a start: what was playing is paused, and may go on from there.
    ///
    /// From here on reads say so. Rows that do are written for as much as takes no time, which is
    /// nearly always all of it, and for the rest in the turns that follow; where the store takes no
    /// writes, with the first commit that comes through.
    func restore() throws(StoreError) {
        let now = clock.now()
        store.interrupt()
        do throws(StoreError) {
            try commitRestored(now: now)
        } catch {
            guard error.kind != .corrupt else { throw error }
            store.abandon()
            storage.failed(error.message, now: now)
            raiseStorageAlert(error.message, now: now)
            logger.error("storage.failed", metadata: ["uid": "\(uid)", "why": "\(error.message)"])
        }
        writeFindings(now: now)
        commit(now: now)
        nextExpiry = try store.nextExpiry()
        if store.interruptedUpTo != nil { wants(wake: now) }
    }

    private func commitRestored(now: Int) throws(StoreError) {
        do throws(StoreError) {
            _ = try writeRestored(now: now)
            try store.leaveSync()
            try store.writeClockRecord(clock.record.text)
            try store.commit()
        } catch  where error.kind == .full && releaseReserve() {
            store.abandon()
            try commitRestored(now: now)
        }
    }

    /// Writes that what was playing no longer is: some points, and every player.
    private func writeRestored(now: Int) throws(StoreError) -> [Hub.Told] {
        guard let newest = store.interruptedUpTo else { return [] }
        let points = try store.restoreInterrupted(limit: RestorePace.atStart, now: now)
        let players = store.figures.players.values.filter { $0.playing && $0.revision <= newest }
        return points.map { Hub.Told(.restored, $0) }
            + (try players.map { player throws(StoreError) in
                try writePaused(player, now: now)
                return Hub.Told(change: playerChange(player.name), sequence: store.lastWritten)
            })
    }

    private func writePaused(_ player: PlayerRecord, now: Int) throws(StoreError) {
        var player = player
        player.playing = false
        store.beginCall()
        try store.write(player, now: now)
    }

    /// Writes of some more points that they were interrupted, when that keeps nobody waiting.
    func restoreOn(now: Int) {
        guard store.interruptedUpTo != nil, storage.problem == nil, !store.isDirty else { return }
        if let limit = restorePace.slice(at: now) {
            do throws(StateError) {
                let restored = try onStore { () throws(StoreError) in
                    try store.restoreInterrupted(limit: limit, now: now)
                }
                for head in restored { tell(.restored, head) }
            } catch {
                logger.debug("restore.failed", metadata: ["why": "\(error)"])
                if failure == nil {
                    store.abandon()
                    return wants(wake: now + 200)
                }
            }
            commit(now: now)
        }
        guard storage.problem == nil, store.interruptedUpTo != nil else { return }
        wants(wake: restorePace.next(after: now))
    }

    /// Somebody calls: what can wait does.
    func noteCall() {
        if store.interruptedUpTo != nil { restorePace.called(at: clock.now()) }
    }

    /// Lets a call write, or says why it may not.
    func admit() throws(StateError) {
        if let failure { throw .storageUnavailable(why: failure.message) }
        guard storage.problem != nil else { return }
        let now = clock.now()
        switch storage.admit(now: now) {
        case .write: return
        case .refuse(let why): throw .storageUnavailable(why: why)
        case .reopen:
            if store.isReadOnly { throw refusalOfReadOnly(now: now) }
            do throws(StoreError) {
                // Opening by the path must find the store's own file there.
                if try !secureFiles(now: now) {
                    try store.reopen()
                    marks = StoreMarks(store.options.path)
                }
                nextExpiry = try store.nextExpiry()
                let restored = try writeRestored(now: now)
                told += restored + (try settleStorageAlert(now: now))
                storage.reopened()
            } catch {
                store.abandon()
                storage.failed(error.message, now: now)
                throw .storageUnavailable(why: error.message)
            }
        }
    }

    /// Looks whether a read-only store can be written by now, and returns what the caller hears.
    private func refusalOfReadOnly(now: Int) -> StateError {
        let reason = storage.problem ?? "the store cannot be written"
        isWritableAgain = store.canBeWritten()
        storage.failed(reason, now: now)
        if isWritableAgain { wants(wake: now) }
        return .storageUnavailable(why: reason)
    }

    /// Finds out whether the store takes writes again, if nobody else does.
    func probe() {
        do throws(StateError) {
            try admit()
            if storage.problem == nil || store.isDirty { return }
            try onStore { () throws(StoreError) in
                try store.writeClockRecord(clock.record.text)
            }
        } catch {
            logger.debug("storage.probed", metadata: ["why": "\(error)"])
        }
    }

    // MARK: The reserve

    /// How often to see whether space can be set aside again, in milliseconds.
    private static let reserveInterval = 5_000

    /// Gives back the space that was set aside, because the disk is full; false: there was none.
    @discardableResult
    func releaseReserve() -> Bool {
        reserveDue = clock.now() + Self.reserveInterval
        guard store.releaseReserve() else { return false }
        logger.warning("reserve.released", metadata: ["uid": "\(uid)"])
        return true
    }

    /// Sets space aside for when the disk is full, where that is not done yet.
    func fillReserve(now: Int) {
        let isWhole = store.fillReserve()
        reserveDue = isWhole ? nil : now + Self.reserveInterval
    }

    /// Sets space aside again, once there is some.
    func tendReserve(now: Int) {
        guard let due = reserveDue, storage.problem == nil else { return }
        guard due <= now || due > now + Self.reserveInterval else { return }
        fillReserve(now: now)
        if reserveDue == nil { logger.notice("reserve.whole", metadata: ["uid": "\(uid)"]) }
    }
}
