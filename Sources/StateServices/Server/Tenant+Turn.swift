// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore
internal import StateSystem

// The phases of a turn of the loop, and work at a given time.
extension Tenant {
    /// Runs the jobs, commits the writes of the turn, and releases the replies.
    func turnEnded() {
        let now = clock.now()
        backups.beginIfDue(now: now)
        findings.writeAll(now: now)
        // Jobs read the store, so the calls before them are committed first.
        if !jobs.isEmpty { queue.commit(now: now) }
        jobs.run(now: now)
        queue.commit(now: now)
        items.correctTimes(now: now)
        ticks.turnEnded()
    }

    /// Publishes the changes of the turn, after the replies were sent.
    func turnAnswered() {
        let now = clock.now()
        publishCommits(now: now)
        // Calls that have arrived in the meantime may have uncommitted writes, which the catch-up
        // readers would see in the log. These readers then continue at the end of the next turn.
        if !log.isDirty { streams.pump(now: now) }
    }

    /// Performs upkeep while the replies are being sent.
    func turnSent() {
        let now = clock.now()
        recovery.restoreMore(now: now)
        if queue.logHasGrown {
            files.maintainLog()
            files.checkFilesIfDue(now: now)
        }
        upkeep(now: now)
        files.handleStoreCheck(now: now)
        files.refillReserve(now: now)
        publishCommits(now: now)
    }

    private func publishCommits(now: Timestamp) {
        let commits = queue.takeUnpublished()
        guard !commits.isEmpty else { return }
        for commit in commits { streams.publish(commit, now: now) }
        // All commits are reported together, because a commit of sync has no changes that would
        // show whether it is a tick.
        if sync.noteUnsent(commits.lazy.flatMap(\.pendingChanges)) { syncStatus.sendStatus() }
        sync.noteCircumstances()
    }

    private func upkeep(now: Timestamp) {
        guard queue.health.problem == nil else { return }
        do throws(StoreError) {
            var next: Timestamp?
            repeat {
                next = try store.upkeep.run(now: now, certain: clock.certain(now))
            } while store.upkeep.isOverfull && !log.isDirty
            if let next { context.wants(wake: next) }
            let sweepsOn = try store.events.sweep(now: clock.certain(now))
            if sweepsOn { files.maintainLog() }
            let seedsOn = try store.sync.seed()
            if sweepsOn || seedsOn || log.isDirty { context.wants(wake: now) }
        } catch {
            queue.fail(error, now: now)
        }
    }

    // MARK: Timers

    /// Performs due work, whose writes are committed at the end of the turn.
    func woken() {
        let now = clock.now()
        if let deadline = ticks.buffer.deadline, deadline <= now { ticks.storeDue(now: now) }
        if let expiry = items.nextExpiry, expiry <= now { items.expireDue(now: now) }
        if let expiry = alerts.nextAlertExpiry, expiry <= now { alerts.expireDueAlerts(now: now) }
        if let retryAt = queue.health.retryAt, retryAt <= now { recovery.probe() }
        sessions.refuseLate()
        sync.endActivities(now: now)
    }

    func nextWake(now: Timestamp) -> Timestamp? {
        var first = Timestamp.max
        func take(_ time: Timestamp?) { if let time { first = min(first, time) } }
        take(context.takeWake())
        take(ticks.buffer.deadline)
        take(streams.keepAlive(now: now))
        take(sessions.nextLate(now: now))
        take(sync.nextActivityEnd)
        take(queue.health.retryAt)
        take(backups.next)
        if queue.health.problem == nil {
            take(items.nextExpiry)
            take(files.reserveDue)
            take(alerts.nextAlertExpiry)
            take(store.events.nextSweep.map(clock.certainty))
            take(files.checkDue)
        } else {
            take(items.nextExpiry.map { max($0, now + 200) })
        }
        return first == .max ? nil : first
    }

    /// The time of the next expiry of a value or an alert, in milliseconds on CLOCK_BOOTTIME; `nil`
    /// if there is none.
    var deadline: Int? {
        let first = min(items.nextExpiry ?? .max, alerts.nextAlertExpiry ?? .max)
        return first == .max ? nil : clock.boottime(at: first)
    }
}
