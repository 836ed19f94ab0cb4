// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSync
internal import StateSystem
internal import SyncModel
internal import Varlink

/// The component that sends the sync status to its followers, logs its changes, and raises the
/// alert about sync.
final class SyncStatusFeed: TenantComponent {
    let context: TenantContext
    let link: SyncLink
    let sync: SyncStorage
    private let alerts: Alerts
    private var monitors: Set<ConnectionID> = []
    /// The followers that have not received the newest status.
    private var lateMonitors: Set<ConnectionID> = []

    init(_ context: TenantContext, _ link: SyncLink, _ alerts: Alerts, _ sync: SyncStorage) {
        self.context = context
        self.link = link
        self.sync = sync
        self.alerts = alerts
    }

    func follow(_ connection: ConnectionID) {
        monitors.insert(connection)
        queue.answer(reply(continues: true), to: connection)
    }

    func closed(_ connection: ConnectionID) {
        monitors.remove(connection)
        lateMonitors.remove(connection)
    }

    func changed(_ monitor: SyncMonitor, _ devices: DeviceList) {
        link.state?.devices = devices
        guard let before = link.state?.monitor, before != monitor else { return }
        link.state?.monitor = monitor
        storeRounds(monitor)
        sendStatus()
        write(SyncLogLine.change(from: before.status, to: monitor.status))
        for round in monitor.ended
        where round.number > before.rounds.succeeded + before.rounds.failed {
            SyncLogLine.phases(of: round).forEach(write)
            write(SyncLogLine.end(of: round))
        }
        logFiles(from: before.status, to: monitor.status)
        let isSame =
            before.status.trouble == monitor.status.trouble
            && before.status.isRunning == monitor.status.isRunning
            && before.status.damaged == monitor.status.damaged
            && before.status.awaited == monitor.status.awaited
            && before.status.damagedCount == monitor.status.damagedCount
        if !isSame { updateSyncAlert() }
    }

    /// Logs one line for each kind of change to the remote's files.
    private func logFiles(from before: SyncStatus, to after: SyncStatus) {
        if let damage = after.damaged.first(where: { !before.damaged.contains($0) }) {
            let device = name(of: damage.origin)
            write(
                SyncLogLine(
                    "sync file cannot be used",
                    [
                        "path": damage.path, "device": device, "reason": damage.reason,
                        "files": "\(after.damagedCount)",
                    ]
                )
            )
        }
        let paths = Set(after.damaged.map(\.path))
        if let damage = before.damaged.first(where: { !paths.contains($0.path) }),
            after.damagedCount < before.damagedCount
        {
            let files = "\(before.damagedCount - after.damagedCount)"
            let facts = ["path": damage.path, "files": files]
            write(SyncLogLine("sync file can be used again", facts, .notice))
        }
        if before.repaired != after.repaired, let first = after.repaired.first {
            let facts = ["path": first, "files": "\(after.repaired.count)"]
            write(SyncLogLine("repaired the files of this device in the shared folder", facts))
        }
    }

    private func write(_ line: SyncLogLine?) {
        guard let line else { return }
        logger.log(
            level: line.level,
            "\(line.message)",
            metadata: line.metadata.mapValues { "\($0)" }
        )
    }

    private func name(of origin: Origin) -> String {
        link.state.flatMap { state in
            link.namedDevices(state).first { $0.presence.origin.device == origin.device }?.name
        } ?? "\(origin)"
    }

    private func storeRounds(_ monitor: SyncMonitor) {
        let stored = link.state?.storedRound ?? 0
        let fresh = monitor.ended.filter { $0.number > stored }
        guard let newest = fresh.last else { return }
        do throws(StateError) {
            try queue.admit()
            try onStore(sync.rounds.write(fresh, monitor.totals))
            link.state?.storedRound = newest.number
        } catch {
            // The next successful write will include these rounds.
            logger.debug(
                "cannot store the rounds of sync",
                metadata: ["reason": "\(error.summary)"]
            )
        }
    }

    private func raise(_ reason: String?) throws(StateError) {
        try queue.perform { () throws(StateError) in
            try alerts.raiseSyncFailed(reason, now: clock.now())
        }
    }

    private func updateSyncAlert() {
        guard let status = link.state?.monitor.status else { return }
        do throws(StateError) {
            switch status.state {
            case .failed:
                try raise(status.error)
            case .idle where !status.damaged.isEmpty:
                try raise(reason(of: status))
            // A missing file that the alert may be about is missing still.
            case .idle where status.awaited.isEmpty:
                guard log.alerts.values.contains(where: { $0.kind == .syncFailed }) else {
                    return
                }
                try queue.perform { () throws(StateError) in
                    try alerts.dismissSyncFailed(now: clock.now())
                }
            case .idle, .syncing, .offline, .disabled: break
            }
        } catch {
            logger.debug("cannot update the sync alert", metadata: ["reason": "\(error.summary)"])
        }
    }

    private func reason(of status: SyncStatus) -> String {
        guard let first = status.damaged.first else { return "" }
        let device = name(of: first.origin)
        let others = status.damagedCount - 1
        let more =
            switch others {
            case ..<1: ""
            case 1: " One other file cannot be read either."
            default: " \(others) other files cannot be read either."
            }
        let outlook = first.isMissing ? "" : "; \(device) repairs this when it syncs next"
        return "\(first.path), written by \(device), cannot be read: \(first.reason).\(more) "
            + "All other changes are synced\(outlook)"
    }

    /// Sends the status once the writes of the open call are on stable storage.
    func sendOnceStored() {
        queue.hold { [weak self] failure in if failure == nil { self?.sendStatus() } }
    }

    func sendStatus() {
        guard !monitors.isEmpty else { return }
        let message = reply(continues: true)
        for connection in monitors {
            // A connection that cannot be written to will need only the newest status.
            if context.transport.isWritable(connection) {
                lateMonitors.remove(connection)
                queue.answer(message, to: connection)
            } else {
                lateMonitors.insert(connection)
            }
        }
    }

    func becameWritable(_ connection: ConnectionID) {
        guard lateMonitors.remove(connection) != nil else { return }
        queue.answer(reply(continues: true), to: connection)
    }

    func reply(continues: Bool) -> [UInt8] {
        let reply = Sync.StatusReply(status: status())
        return continues
            ? Sync.Monitor.answer(reply, continues: true) : Sync.GetStatus.answer(reply)
    }

    private func status() -> Sync.Status {
        let status = link.state?.monitor.status ?? SyncStatus()
        let isOn = link.state != nil
        return Sync.Status(
            state: isOn ? status.state : .disabled,
            remote: link.state?.handle.remote,
            device: log.devices.label(of: DeviceID.own),
            isOnline: status.isOnline,
            isPolling: status.isPolling,
            phases: Sync.PhaseName.allCases.map { status.phase($0) },
            outbox: (isOn ? outbox() : nil)
                ?? Sync.Outbox(pending: 0, inFlight: 0, synced: 0, failed: 0),
            lastSuccessAt: status.lastSuccessAt,
            error: status.error ?? disabledReason,
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
            indicator: status.indicator,
            damaged: (status.damaged + status.awaited).map {
                Sync.Damage(device: name(of: $0.origin), path: $0.path, reason: $0.reason)
            },
            isVolatile: status.isVolatile ? true : nil,
            damagedCount: status.damagedCount > status.damaged.count
                ? status.damagedCount + status.awaited.count : nil,
            conflicts: isOn
                ? try? onStore(sync.conflictCount()) : nil,
            remoteSource: context.settings.remoteSource
        )
    }

    /// The reason why this user cannot sync; `nil` if there is a remote, or none is configured.
    private var disabledReason: String? {
        if link.state == nil, context.settings.isRemoteWithheld {
            return
                "the configured remote belongs to the configured store, but this daemon was "
                + "started with another store; to sync this store, also start the daemon with "
                + "--remote"
        }
        guard link.state == nil, let owner = context.settings.syncOwner, owner != context.uid else {
            return nil
        }
        return
            "this daemon syncs only the data of user \(owner); to sync what you play, run a daemon "
            + "of your own"
    }

    /// The numbers of entries; `nil` if the store cannot be read, which the next write reports.
    private func outbox() -> Sync.Outbox? {
        try? onStore { () throws(StoreError) in
            let counts = try sync.counts()
            return Sync.Outbox(
                pending: counts.pending + counts.rows.waiting,
                inFlight: counts.rows.inFlight,
                synced: try sync.syncedCount(),
                failed: counts.rows.failed,
                oldestAt: counts.rows.oldestAt
            )
        }
    }
}
