// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSync
internal import StateSystem
internal import Varlink

/// A tenant: all state of one user, as components that each own a part of it.
///
/// The tenant creates the components, and calls them in each phase of a turn. ``CommitQueue``
/// explains what replies guarantee.
final class Tenant: TenantComponent {
    let context: TenantContext
    let store: Store
    let alerts: Alerts
    let players: Players
    let items: Items
    let ticks: Ticks
    let aliases: Aliases
    let playback: PlaybackCalls
    let sessions: SessionCalls
    let events: EventCalls
    let streams: Streams
    let findings: Findings
    let files: StorageFiles
    let recovery: StoreRecovery
    let jobs: Jobs
    let backups: Backups
    let sync: SyncLink
    let syncStatus: SyncStatusFeed
    let syncCalls: SyncCalls
    let adoption: SyncAdoption
    private let judge: SnapshotJudge

    init(_ context: TenantContext, _ store: Store) {
        self.context = context
        self.store = store
        alerts = Alerts(context)
        players = Players(context, alerts)
        items = Items(context, players, store)
        judge = SnapshotJudge(context, items, players, alerts)
        ticks = Ticks(context, judge, items)
        aliases = Aliases(items: items, players: players, ticks: ticks)
        playback = PlaybackCalls(items: items, judge: judge, ticks: ticks, alerts: alerts)
        events = EventCalls(context: context, events: store.events)
        streams = Streams(context, items, players, alerts, store)
        findings = Findings(context, alerts, store)
        files = StorageFiles(context, store, alerts, findings, items)
        recovery = StoreRecovery(
            store: store,
            alerts: alerts,
            findings: findings,
            files: files,
            items: items,
            players: players
        )
        jobs = Jobs(context)
        backups = Backups(context, jobs, store.automaticBackups)
        sync = SyncLink(context, players, store.sync)
        sessions = SessionCalls(
            players: players,
            items: items,
            ticks: ticks,
            alerts: alerts,
            sync: sync
        )
        syncStatus = SyncStatusFeed(context, sync, alerts, store.sync)
        adoption = SyncAdoption(aliases: aliases, link: sync, events: store.events)
        syncCalls = SyncCalls(link: sync, playback: playback, adoption: adoption)
        context.queue.observer = self
        // The settings may have been reloaded while the store was being opened.
        apply(context.settings)
    }

    func apply(_ settings: ServiceSettings) {
        context.settings = settings
        store.options.settings = settings.store(of: context.uid)
        store.events.review()
    }

    func closed(_ connection: ConnectionID) {
        streams.closed(connection)
        syncStatus.closed(connection)
        sync.closed(connection)
        ticks.storeTicks(connection: connection)
        sessions.detach(connection)
        sessions.endRequests(of: connection)
        judge.closed(connection)
        context.connections.remove(connection)
        jobs.closed(connection)
    }

    /// Continues interrupted clearances as jobs, which run alone for up to `duration`.
    func completeClearances(for duration: Duration = .zero) {
        for clearance in (try? log.clearances()) ?? [] {
            jobs.start(ClearAllJob(clearance, of: playback, for: nil))
        }
        guard !jobs.isEmpty else { return }
        let now = clock.now()
        context.wants(wake: now)
        let begin = ContinuousClock.now
        while !jobs.isEmpty, ContinuousClock.now - begin < duration { jobs.run(now: now) }
        if duration > .zero { queue.commit(now: now) }
    }

    /// Releases everything that belongs to the store, because another store is about to replace it.
    ///
    /// - Returns: The waiting ticks, which the other store must store.
    func retire() -> TickBuffer {
        let reason = "the store is being replaced"
        jobs.retire(StateError.storageUnavailable(reason: reason).message)
        // Sent immediately, because this tenant will not commit anything else.
        sync.refuseWaiting(.remoteUnavailable(reason: reason), atOnce: true)
        streams.endAll(reason: reason)
        for connection in players.requests.connections {
            sessions.endRequests(of: connection, atOnce: true)
            context.transport.close(connection, reason: reason)
        }
        // Surfaces show outdated state; they receive the new state when they reconnect.
        for connection in players.surfaces.connections {
            context.transport.close(connection, reason: reason)
        }
        log.abandon()
        files.close()
        return ticks.buffer
    }
}

// MARK: The outcome of commits

extension Tenant: CommitObserver {
    func reopenStore(now: Timestamp) throws(StateError) {
        try recovery.reopen(now: now)
    }

    func batchStored(replies: Int, in duration: Duration, recovered: Bool, now: Timestamp) {
        context.metrics.commits += 1
        context.metrics.commitDurations.add(Int(duration / .microseconds(1)))
        context.metrics.commitBatch.add(replies)
        guard recovered else { return }
        completeClearances()
        alerts.storageAlert = nil
        logger.notice("the store can be written again", metadata: ["uid": "\(context.uid)"])
        // A disk that has room again may also have room for the reserve.
        if files.reserveDue != nil { files.fillReserve(now: now) }
    }

    func batchReleased(now: Timestamp) {
        ticks.batchReleased()
        items.batchReleased()
        findings.discardWritten(now: now)
    }

    func batchFailed(_ error: StoreError, isFirst: Bool) {
        if isFirst {
            logger.error(
                "the store cannot be written",
                metadata: ["uid": "\(context.uid)", "reason": "\(error.message)"]
            )
        }
        if error.kind == .full { files.releaseReserve() }
    }

    func batchLost(_ error: StoreError, now: Timestamp) {
        alerts.raiseStorageAlert(error.message, now: now)
        items.batchLost()
        ticks.batchLost(now: now)
    }

    func batchRefused(_ refusal: [UInt8]) {
        jobs.fail(refusal)
    }

    func withoutBatch(_ change: Change) -> Change {
        if case .player(let player) = change.about { return players.playerChange(player.player) }
        var change = change
        change.revision = min(change.revision, log.revision)
        return change
    }
}
