internal import StateModel
internal import StateStore
internal import StateSync

// What is counted of sync, for GetMetrics.
extension Space {
    /// Lines in the OpenMetrics text format; none where there is no remote store.
    func syncFigures() -> [String] {
        guard let monitor = sync?.monitor else { return [] }
        let status = monitor.status
        var lines = counter("pushes", status.pushes) + counter("pulls", status.pulls)
        lines += counter("notifications", status.notifications)
        lines += metrics.counter(
            "stated_sync_rounds",
            by: "outcome",
            ["succeeded": monitor.rounds.succeeded, "failed": monitor.rounds.failed]
        )
        let reasons = monitor.refreshes.map { ($0.key.rawValue, $0.value) }
        lines += metrics.counter(
            "stated_sync_refreshes",
            by: "reason",
            Dictionary(reasons, uniquingKeysWith: +)
        )
        lines += gauge("online", status.isOnline ? 1 : 0)
        if let duration = status.lastDuration {
            lines += gauge("round_seconds", Double(duration) / 1_000)
        }
        lines += delays(status.delay)
        if let counts = try? store.syncCounts() {
            lines += gauge("pending", counts.pending + counts.rows.waiting)
            lines += gauge("in_flight", counts.rows.inFlight)
            lines += gauge("failed", counts.rows.failed)
        }
        return lines
    }

    private func counter(_ name: String, _ value: Int) -> [String] {
        ["# TYPE stated_sync_\(name) counter", "stated_sync_\(name)_total \(value)"]
    }

    private func gauge(_ name: String, _ value: some Numeric) -> [String] {
        ["# TYPE stated_sync_\(name) gauge", "stated_sync_\(name) \(value)"]
    }

    /// From a change on another device to its arrival here.
    private func delays(_ delay: SyncDelay) -> [String] {
        let name = "stated_sync_delay_seconds"
        let quantiles = [(50, "0.5"), (99, "0.99"), (100, "1")].map { percent, quantile in
            "\(name){quantile=\"\(quantile)\"} \(Double(delay.percentile(percent)) / 1_000)"
        }
        return ["# TYPE \(name) summary"] + quantiles + ["\(name)_count \(delay.count)"]
    }
}
