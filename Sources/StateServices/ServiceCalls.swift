internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

extension Services {
    /// Replies with the health of a tenant.
    func health(of space: Space) -> [UInt8] {
        var problems = space.findingMessages
        if let problem = space.storage.problem {
            problems.append("The store takes no writes: \(problem)")
        } else if space.reserveDue != nil {
            problems.append("The store's disk is almost full")
        }
        return Service.GetHealth.answer(
            Service.GetHealth.Reply(
                health: Health(
                    status: problems.isEmpty ? .ok : .degraded,
                    problems: problems,
                    version: control.version,
                    startedAt: control.startedAt,
                    restoredMs: Int(space.metrics.restoreSeconds * 1000),
                    storePath: space.store.options.path,
                    storeBytes: space.store.fileBytes,
                    points: space.store.figures.standing,
                    events: space.store.figures.events.held,
                    subscribers: space.streamCount,
                    connections: space.connections.count
                )
            )
        )
    }

    /// Replies with the metrics of a tenant.
    func metrics(of space: Space) -> [UInt8] {
        let text = space.metrics.text(
            gauges: [
                ("stated_points", "Resume points that stand.", space.store.figures.standing),
                ("stated_events", "Events that are held.", space.store.figures.events.held),
                ("stated_subscribers", "Open streams.", space.streamCount),
                ("stated_connections", "Open connections.", space.connections.count),
                (
                    "stated_wal_frames", "Pages in the write-ahead log.",
                    space.store.walFrames
                ),
            ],
            more: space.scrubFigures() + space.syncFigures()
        )
        return Service.GetMetrics.answer(Service.GetMetrics.Reply(text: text))
    }

    /// Reads the configuration again, if the caller may do so, and replies with the changed keys.
    func reload(for space: Space) throws(StateError) -> [UInt8] {
        guard space.uid == control.uid || space.uid == 0 else { throw .permissionDenied }
        do throws(ReloadRefusal) {
            return Service.Reload.answer(Service.Reload.Reply(changed: try control.reload()))
        } catch {
            throw .invalidConfiguration(path: error.path, key: error.key, why: error.why)
        }
    }
}

extension Space {
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
        store.reviewEvents()
    }
}
