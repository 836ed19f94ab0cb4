internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSync
internal import StateSystem
internal import Varlink

// How sync stands, as clients see it.
extension Space {
    /// Takes note of how sync stands, and tells those who follow it.
    func syncChanged(_ monitor: SyncMonitor, _ devices: DeviceList) {
        sync?.devices = devices
        guard sync?.monitor != monitor else { return }
        let before = sync?.monitor.status.state
        sync?.monitor = monitor
        tellMonitors()
        if before != monitor.status.state { tendSyncAlert() }
    }

    /// Raises the alert that sync fails, and takes it off with the next round that goes well.
    private func tendSyncAlert() {
        guard let status = sync?.monitor.status else { return }
        do throws(StateError) {
            switch status.state {
            case .failed:
                try admit()
                store.beginCall()
                try raiseSyncFailed(status.error, now: clock.now())
            case .idle:
                guard store.alerts.values.contains(where: { $0.kind == .syncFailed }) else {
                    return
                }
                try admit()
                store.beginCall()
                try settleSyncFailed(now: clock.now())
            case .syncing, .offline: break
            }
        } catch {
            logger.debug("sync.alert", metadata: ["why": "\(error.summary)"])
        }
    }

    private func tellMonitors() {
        guard !monitors.isEmpty else { return }
        let message = syncStatus(continues: true)
        for connection in monitors {
            // The newest is enough for one that takes no more at present.
            if transport.isWritable(connection) {
                lateMonitors.remove(connection)
                answer(message, to: connection)
            } else {
                lateMonitors.insert(connection)
            }
        }
    }

    /// Somebody takes more again.
    func tellLateMonitor(_ connection: ConnectionID) {
        guard lateMonitors.remove(connection) != nil else { return }
        answer(syncStatus(continues: true), to: connection)
    }

    /// The answer of GetStatus, or one of Monitor's.
    func syncStatus(continues: Bool) -> [UInt8] {
        let reply = Sync.StatusReply(status: status())
        return continues
            ? Sync.Monitor.answer(reply, continues: true) : Sync.GetStatus.answer(reply)
    }

    private func status() -> Sync.Status {
        let status = sync?.monitor.status ?? SyncStatus()
        let isOn = sync != nil
        return Sync.Status(
            state: isOn ? Sync.State(status.state) : .disabled,
            remote: sync?.line.remote,
            device: store.devices.label(of: Self.ownDevice),
            online: status.isOnline,
            polling: status.isPolling,
            phases: [SyncPhase.setup, .import, .export].map { Sync.Phase($0, status.phase($0)) },
            outbox: isOn ? outbox() : Sync.Outbox(pending: 0, inFlight: 0, synced: 0, failed: 0),
            lastSuccessAt: status.lastSuccessAt,
            error: status.error,
            pushes: status.pushes,
            pulls: status.pulls,
            notifications: status.notifications,
            lastDurationMs: status.lastDuration,
            delay: Sync.Delay(
                count: status.delay.count,
                p50: status.delay.percentile(50),
                p99: status.delay.percentile(99),
                max: status.delay.max
            ),
            indicator: Sync.Indicator(isOn ? status.indicator : .silent)
        )
    }

    private func outbox() -> Sync.Outbox {
        do throws(StateError) {
            return try onStore { () throws(StoreError) in
                let counts = try store.syncCounts()
                return Sync.Outbox(
                    pending: counts.pending + counts.rows.waiting,
                    inFlight: counts.rows.inFlight,
                    synced: try store.syncedCount(),
                    failed: counts.rows.failed,
                    oldestAt: counts.rows.oldestAt
                )
            }
        } catch {
            // Whoever writes next finds out, and tells.
            return Sync.Outbox(pending: 0, inFlight: 0, synced: 0, failed: 0)
        }
    }
}

extension Sync.State {
    /// The name that clients know it by.
    init(_ state: SyncStatus.State) {
        self =
            switch state {
            case .idle: .idle
            case .syncing: .syncing
            case .offline: .offline
            case .failed: .failed
            }
    }
}

extension Sync.Phase {
    /// The latest run of a phase.
    init(_ phase: SyncPhase, _ run: SyncStatus.Phase) {
        let name: Sync.PhaseName =
            switch phase {
            case .setup: .setup
            case .import: .import
            case .export: .export
            }
        let state: Sync.PhaseState =
            switch run.state {
            case .notStarted: .notStarted
            case .inProgress: .inProgress
            case .succeeded: .succeeded
            case .failed: .failed
            }
        self.init(
            name: name,
            state: state,
            startedAt: run.startedAt,
            endedAt: run.endedAt,
            error: run.error
        )
    }
}

extension Sync.Indicator {
    /// What a person should see.
    init(_ indicator: SyncIndicator) {
        let tone: Sync.Tone =
            switch indicator {
            case .silent: .silent
            case .syncing, .offline: .neutral
            case .failed: .warning
            }
        self.init(icon: indicator.icon, label: indicator.label, tone: tone)
    }
}
