internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

extension Services {
    /// Replies with the health of a tenant.
    func health(of tenant: Tenant) -> [UInt8] {
        var problems = tenant.findings.messages
        if let problem = tenant.queue.health.problem {
            problems.append("The store takes no writes: \(problem)")
        } else if tenant.files.reserveDue != nil {
            problems.append("The store's disk is almost full")
        }
        return Service.GetHealth.answer(
            Service.GetHealth.Reply(
                health: Health(
                    status: problems.isEmpty ? .ok : .degraded,
                    problems: problems,
                    version: control.version,
                    startedAt: control.startedAt,
                    restoredMs: Int(tenant.context.metrics.restoreSeconds * 1000),
                    storePath: tenant.store.options.path,
                    storeBytes: tenant.store.log.fileBytes,
                    points: tenant.store.log.statistics.standing,
                    events: tenant.store.log.statistics.events.held,
                    subscribers: tenant.streams.count,
                    connections: tenant.context.connections.count
                )
            )
        )
    }

    /// Replies with the metrics of a tenant.
    func metrics(of tenant: Tenant) -> [UInt8] {
        let text = tenant.context.metrics.text(
            gauges: [
                (
                    "stated_points", "Resume points that stand.",
                    tenant.store.log.statistics.standing
                ),
                ("stated_events", "Events that are held.", tenant.store.log.statistics.events.held),
                ("stated_subscribers", "Open streams.", tenant.streams.count),
                ("stated_connections", "Open connections.", tenant.context.connections.count),
                (
                    "stated_wal_frames", "Pages in the write-ahead log.",
                    tenant.store.log.walFrames
                ),
            ],
            more: tenant.repair.scrubStatistics() + tenant.syncStatus.statistics()
        )
        return Service.GetMetrics.answer(Service.GetMetrics.Reply(text: text))
    }

    /// Reads the configuration again, if the caller may do so, and replies with the changed keys.
    func reload(for tenant: Tenant) throws(StateError) -> [UInt8] {
        guard tenant.context.uid == control.uid || tenant.context.uid == 0 else {
            throw .permissionDenied
        }
        do throws(ReloadRefusal) {
            return Service.Reload.answer(Service.Reload.Reply(changed: try control.reload()))
        } catch {
            throw .invalidConfiguration(path: error.path, key: error.key, reason: error.reason)
        }
    }
}
