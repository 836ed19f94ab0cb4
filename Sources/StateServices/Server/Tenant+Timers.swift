internal import StateModel
internal import StateStore
internal import StateSystem

// The work that a tenant does because time has passed.
extension Tenant {
    /// Requests a wake-up at `time` on the trusted clock, or earlier.
    func wants(wake time: Int) {
        wakeAt = min(wakeAt ?? .max, time)
    }

    /// Runs the work that is due; its writes are committed at the turn's end.
    func woken() {
        let now = clock.now()
        if let deadline = ticks.deadline, deadline <= now { storeDueTicks(now: now) }
        if let nextExpiry, nextExpiry <= now { expireDue(now: now) }
        if let nextAlertExpiry, nextAlertExpiry <= now { expireDueAlerts(now: now) }
        if let retryAt = storage.retryAt, retryAt <= now { probe() }
        if let keepAliveAt, keepAliveAt <= now { self.keepAliveAt = nil }
    }

    /// Returns the time of the next wake-up, on the trusted clock; `nil` if none is needed.
    func nextWake(now: Int) -> Int? {
        defer { wakeAt = nil }
        if keepAliveAt == nil || now >= keepAliveAt ?? 0, !publisher.subscriptions.isEmpty {
            keepAliveAt = publisher.keepAlive(store, now: now, interval: settings.keepAlive)
        }
        if publisher.subscriptions.isEmpty { keepAliveAt = nil }
        let isSound = storage.problem == nil
        let expiry = isSound ? nextExpiry : nextExpiry.map { max($0, now + 200) }
        let reserve = isSound ? reserveDue : nil
        let alert = isSound ? nextAlertExpiry : nil
        let sweep = isSound ? store.events.nextSweep : nil
        let scrub = isSound ? store.scrubber.next : nil
        let nextEventKeepAlive = eventPublisher.keepAlive(
            store,
            now: now,
            interval: settings.keepAlive
        )
        var first = Int.max
        func take(_ time: Int?) { if let time { first = min(first, time) } }
        take(wakeAt)
        take(ticks.deadline)
        take(expiry)
        take(keepAliveAt)
        take(storage.retryAt)
        take(nextBackup)
        take(reserve)
        take(alert)
        take(sweep)
        take(scrub)
        take(nextEventKeepAlive)
        return first == .max ? nil : first
    }
}
