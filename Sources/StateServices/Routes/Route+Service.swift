// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

extension Route {
    static var service: [Route] {
        [
            .read(Service.GetHealth.self) { (arrival, _) throws(StateError) in
                arrival.health()
            },
            .read(Service.GetMetrics.self) { (arrival, _) throws(StateError) in
                arrival.metrics()
            },
            .read(Service.GetSettings.self) { (arrival, _) throws(StateError) in
                Service.GetSettings.answer(.init(roots: arrival.tenant.context.settings.roots))
            },
            .job(Service.Backup.self, to(\.backups, Backups.backUp)).checked(by: operatorOnly),
            .job(Service.ListBackups.self, to(\.backups, Backups.listBackups))
                .checked(by: operatorOnly),
            .job(Service.Restore.self, to(\.backups, Backups.restore)).checked(by: operatorOnly),
            .read(Service.Reload.self) { (arrival, _) throws(StateError) in
                try arrival.reload()
            }.checked(by: operatorOnly),
        ]
    }

    /// Throws PermissionDenied unless the caller is root or the daemon's own user.
    private static func operatorOnly(_ arrival: Arrival) throws(StateError) {
        guard
            arrival.tenant.context.uid == arrival.services.control.uid
                || arrival.tenant.context.uid == 0
        else {
            throw .permissionDenied
        }
    }
}

extension Route.Arrival {
    private var problems: [String] {
        let messages = tenant.findings.messages
        if let problem = tenant.queue.health.problem {
            return messages + ["The store refuses writes: \(problem)"]
        }
        let isFull = tenant.files.reserveDue != nil
        return messages + (isFull ? ["The store's disk is almost full"] : [])
    }

    fileprivate func health() -> [UInt8] {
        let problems = problems
        return Service.GetHealth.answer(
            .init(
                health: Health(
                    status: problems.isEmpty ? .ok : .degraded,
                    problems: problems,
                    version: services.control.version,
                    startedAt: services.control.startedAt,
                    restoredMs: Int(tenant.context.metrics.restoreSeconds * 1000),
                    storePath: tenant.log.options.path,
                    storeBytes: tenant.log.fileBytes,
                    points: tenant.log.statistics.standing,
                    events: tenant.log.statistics.events.held,
                    subscribers: tenant.streams.count,
                    connections: tenant.context.connections.count,
                    configuration: services.control.configurationPath
                )
            )
        )
    }

    fileprivate func metrics() -> [UInt8] {
        let (context, log) = (tenant.context, tenant.log)
        var text = MetricsText()
        context.metrics.write(to: &text)
        text.gauge("stated_points", "Resume points stored.", log.statistics.standing)
        text.gauge("stated_events", "Events stored.", log.statistics.events.held)
        text.gauge("stated_subscribers", "Open streams.", tenant.streams.count)
        text.gauge("stated_connections", "Open connections.", context.connections.count)
        text.gauge("stated_wal_frames", "Pages in the write-ahead log.", log.walFrames)
        tenant.files.write(to: &text)
        tenant.syncStatus.write(to: &text)
        return Service.GetMetrics.answer(.init(text: text.text))
    }

    fileprivate func reload() throws(StateError) -> [UInt8] {
        do throws(ReloadRefusal) {
            let changes = try services.control.reload()
            let late = changes.filter(\.needsRestart).map(\.key)
            return Service.Reload.answer(
                .init(changed: changes.map(\.key), restart: late)
            )
        } catch {
            throw .invalidConfiguration(path: error.path, key: error.key, reason: error.reason)
        }
    }
}
