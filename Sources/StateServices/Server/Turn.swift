internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

extension Tenant {
    /// Commits the writes of the turn and releases its replies.
    func turnEnded() {
        let now = clock.now()
        backUpIfDue(now: now)
        writeFindings(now: now)
        // Jobs read the store, so the calls that came before them are committed first.
        if !jobs.isEmpty { commit(now: now) }
        runJobs(now: now)
        commit(now: now)
        hasStoredDueTicks = false
    }

    /// Publishes the changes of the turn, after its replies are on their way.
    func turnAnswered() {
        let now = clock.now()
        publishCommits(now: now)
        // Calls that arrived meanwhile may have uncommitted writes, which readers of the log would
        // see. The readers continue when that turn ends.
        if !store.log.isDirty { pumpStreams(now: now) }
    }

    /// Runs the upkeep while the replies are on their way.
    func turnSent() {
        let now = clock.now()
        restoreOn(now: now)
        if logHasGrown {
            tendLog()
            lookAtFilesSometimes(now: now)
        }
        upkeep(now: now)
        lookAtCheck(now: now)
        tendReserve(now: now)
        publishCommits(now: now)
    }

    /// Commits the open batch and releases the replies that waited for it.
    func commit(now: Int) {
        if store.log.isDirty, failure == nil { storeTurn(now: now) }
        if let failure {
            fail(failure, now: now)
        } else {
            release(now: now)
        }
        failure = nil
    }

    private func storeTurn(now: Int) {
        let start = ContinuousClock.now
        do throws(StoreError) {
            let record = clock.record
            if record != clockRecord {
                try store.log.writeClockRecord(record.text)
                clockRecord = record
            }
            try store.commit()
            metrics.commits += 1
            metrics.commitSeconds.observe((ContinuousClock.now - start) / .seconds(1))
            metrics.commitBatch.observe(Double(held.count))
            if storage.succeeded() {
                storageAlert = nil
                logger.notice("storage.writable", metadata: ["uid": "\(uid)"])
                // If the store has room again, there may be room for the reserve, too.
                if reserveDue != nil { fillReserve(now: now) }
            }
        } catch {
            failure = error
            return
        }
        logHasGrown = true
    }

    /// Maintains the write-ahead log.
    ///
    /// An error here does not undo the commit: the log grows and is maintained the next time.
    private func tendLog() {
        logHasGrown = false
        do throws(StoreError) {
            try checkpointer.maintain(store.log)
        } catch {
            logger.error(
                "checkpoint.failed",
                metadata: ["uid": "\(uid)", "why": "\(error.message)"]
            )
        }
    }

    private func release(now: Int) {
        for answer in held {
            switch answer {
            case .written(let message, let connection), .read(let message, let connection, _):
                transport.send(message, to: connection)
            case .callback(let done): done(nil)
            }
        }
        held.removeAll(keepingCapacity: true)
        unsettled.removeAll(keepingCapacity: true)
        suspicions = jumps.suspicions
        note(unpublished: pendingChanges)
        pendingChanges = []
        settleFindings(now: now)
    }

    /// Appends changes to those published once the turn's replies are on their way.
    private func note(unpublished pendingChanges: [ChangePublisher.PendingChange]) {
        unpublished.append(
            UnpublishedCommit(
                pendingChanges: pendingChanges,
                end: store.log.statistics.end,
                surfaces: publisher.surfacesNow
            )
        )
    }

    /// Publishes committed changes to the subscribers and to the schedule of sync.
    private func publishCommits(now: Int) {
        guard !unpublished.isEmpty else { return }
        let batches = unpublished
        unpublished.removeAll(keepingCapacity: true)
        for batch in batches {
            publisher.publish(batch, of: store, now: now)
            tellNews(batch.pendingChanges)
        }
        tellCircumstances()
    }

    /// Discards the turn's writes after an error: callers receive an error, subscribers receive
    /// nothing.
    private func fail(_ error: StoreError, now: Int) {
        note(error)
        if storage.problem == nil {
            logger.error("storage.failed", metadata: ["uid": "\(uid)", "why": "\(error.message)"])
        }
        storage.failed(error.message, now: now)
        if error.kind == .full { releaseReserve() }
        clockRecord = nil
        store.log.abandon()
        raiseStorageAlert(error.message, now: now)
        jumps.suspicions = suspicions
        ticks.putBack(unsettled, retry: storage.retryAt ?? now)
        unsettled = []
        let refusal = StateError.storageUnavailable(reason: error.message).message
        for answer in held {
            switch answer {
            case .written(_, let connection): transport.send(refusal, to: connection)
            case .read(_, let connection, let again): transport.send(again(), to: connection)
            case .callback(let done): done(error.message)
            }
        }
        held = []
        let stands = pendingChanges.compactMap { $0.change.map(withoutBatch) }
        pendingChanges = []
        let changes = stands.map { ChangePublisher.PendingChange(change: $0, sequence: nil) }
        note(unpublished: changes)
        failJobs(refusal)
    }

    /// Returns a change that has no row, adjusted to the loss of the batch in which it was pending.
    private func withoutBatch(_ change: Change) -> Change {
        if case .player(let player) = change.about { return playerChange(player.player) }
        var change = change
        change.revision = min(change.revision, store.log.revision)
        return change
    }

    private func pumpStreams(now: Int) {
        let start = ContinuousClock.now
        do throws(StoreError) {
            // Limited to a short time, so that a long catch-up delays no other client.
            let more = try publisher.pump(store, clock: clock.now) {
                ContinuousClock.now - start > .milliseconds(2)
            }
            let middle = ContinuousClock.now
            let moreEvents = try eventPublisher.pump(store, clock: clock.now) {
                ContinuousClock.now - middle > .milliseconds(2)
            }
            if more || moreEvents { wants(wake: now) }
        } catch {
            logger.error("feed.failed", metadata: ["why": "\(error.message)"])
            note(error)
            wants(wake: now + 200)
        }
        metrics.skipped = publisher.skipped
    }

    private func upkeep(now: Int) {
        if let problem = storage.problem {
            if store.log.hasDamage { reportUnmended(problem, now: now) }
            return
        }
        do throws(StoreError) {
            var next: Int?
            repeat {
                next = try store.upkeep.run(now: now)
            } while store.upkeep.isOverfull && !store.log.isDirty
            if let next { wants(wake: next) }
            let sweepsOn = try store.events.sweep(now: now)
            if sweepsOn { tendLog() }
            let seedsOn = try store.sync.seed()
            if sweepsOn || seedsOn || store.log.isDirty { wants(wake: now) }
            try tendRows(now: now)
        } catch {
            fail(error, now: now)
        }
    }
}
