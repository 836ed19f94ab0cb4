internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

extension Services {
    /// Replies with the health of a tenant.
    func health(of tenant: Tenant) -> [UInt8] {
        var problems = tenant.findingMessages
        if let problem = tenant.storage.problem {
            problems.append("The store takes no writes: \(problem)")
        } else if tenant.reserveDue != nil {
            problems.append("The store's disk is almost full")
        }
        return Service.GetHealth.answer(
            Service.GetHealth.Reply(
                health: Health(
                    status: problems.isEmpty ? .ok : .degraded,
                    problems: problems,
                    version: control.version,
                    startedAt: control.startedAt,
                    restoredMs: Int(tenant.metrics.restoreSeconds * 1000),
                    storePath: tenant.store.options.path,
                    storeBytes: tenant.store.log.fileBytes,
                    points: tenant.store.log.statistics.standing,
                    events: tenant.store.log.statistics.events.held,
                    subscribers: tenant.streamCount,
                    connections: tenant.connections.count
                )
            )
        )
    }

    /// Replies with the metrics of a tenant.
    func metrics(of tenant: Tenant) -> [UInt8] {
        let text = tenant.metrics.text(
            gauges: [
                (
                    "stated_points", "Resume points that stand.",
                    tenant.store.log.statistics.standing
                ),
                ("stated_events", "Events that are held.", tenant.store.log.statistics.events.held),
                ("stated_subscribers", "Open streams.", tenant.streamCount),
                ("stated_connections", "Open connections.", tenant.connections.count),
                (
                    "stated_wal_frames", "Pages in the write-ahead log.",
                    tenant.store.log.walFrames
                ),
            ],
            more: tenant.scrubStatistics() + tenant.syncStatistics()
        )
        return Service.GetMetrics.answer(Service.GetMetrics.Reply(text: text))
    }

    /// Reads the configuration again, if the caller may do so, and replies with the changed keys.
    func reload(for tenant: Tenant) throws(StateError) -> [UInt8] {
        guard tenant.uid == control.uid || tenant.uid == 0 else { throw .permissionDenied }
        do throws(ReloadRefusal) {
            return Service.Reload.answer(Service.Reload.Reply(changed: try control.reload()))
        } catch {
            throw .invalidConfiguration(path: error.path, key: error.key, reason: error.reason)
        }
    }
}

extension Tenant {
    /// Applies new settings to everything that happens from now on.
    func apply(_ settings: ServiceSettings) {
        self.settings = settings
        store.options.historyPerItem = settings.historyPerItem
        store.options.historyRetention = settings.historyRetention
        store.options.historyBytes = settings.historyBytes
        store.options.pointLimit = settings.points
        store.options.byteLimit = settings.bytesPerUser
        store.options.eventLimit = settings.events
        store.options.keepEvents(for: settings.eventRetention)
        store.events.review()
    }
}
