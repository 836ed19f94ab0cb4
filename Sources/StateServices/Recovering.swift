internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

// How the state comes back: after a start, and after the store took no writes for a while.
extension Space {
    /// Brings the state back after a start: what was playing is paused, and may go on from there.
    ///
    /// Where that cannot be written, reads go on: what plays in the log is served as paused, and the
    /// first commit that comes through has it written down.
    func restore() throws(StoreError) {
        let now = clock.now()
        do throws(StoreError) {
            try commitRestored(now: now)
        } catch {
            guard error.kind != .corrupt else { throw error }
            store.abandon()
            store.interruptedUpTo = store.figures.lastSequence
            storage.failed(error.message, now: now)
            raiseStorageAlert(error.message, now: now)
            logger.error("storage.failed", metadata: ["uid": "\(uid)", "why": "\(error.message)"])
        }
        nextExpiry = try store.nextExpiry()
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

    /// Writes that what was playing no longer is.
    private func writeRestored(now: Int) throws(StoreError) -> [Hub.Told] {
        // What plays on another device goes on there.
        let points = try store.playing().filter {
            $0.standing(at: now) != nil && $0.record.device == Self.ownDevice
        }
        let players = store.figures.players.values.filter(\.playing)
        return try points.map { point throws(StoreError) in
            change(.restored, try writeRestored(point, now: now))
        }
            + players.map { player throws(StoreError) in
                try writePaused(player, now: now)
                return Hub.Told(change: playerChange(player.name), sequence: store.lastWritten)
            }
    }

    private func writePaused(_ player: PlayerRecord, now: Int) throws(StoreError) {
        var player = player
        player.playing = false
        store.beginCall()
        try store.write(player, now: now)
    }

    private func writeRestored(_ head: Head, now: Int) throws(StoreError) -> Head {
        var record = ItemRecord(point: head.record.point, device: head.record.device)
        record.point.status = .paused
        record.interrupted = true
        store.beginCall()
        return try store.write(
            record,
            .restored,
            after: head,
            keyTime: record.point.at,
            now: now
        )
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
            do throws(StoreError) {
                try store.reopen()
                nextExpiry = try store.nextExpiry()
                let restored = store.interruptedUpTo == nil ? [] : try writeRestored(now: now)
                told += restored + (try settleStorageAlert(now: now))
                storage.reopened()
            } catch {
                store.abandon()
                storage.failed(error.message, now: now)
                throw .storageUnavailable(why: error.message)
            }
        }
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
