// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore
internal import StateSync

// The statistics of sync, for GetMetrics.
extension SyncStatusFeed {
    /// Returns lines in the OpenMetrics text format; none if there is no remote store.
    func statistics() -> [String] {
        guard let monitor = link.state?.monitor else { return [] }
        return rounds(monitor) + remote(monitor.status) + delays(monitor) + outbox()
    }

    private func rounds(_ monitor: SyncMonitor) -> [String] {
        let status = monitor.status
        var lines = counter("pushes", status.pushes, "Times that records were sent.")
        lines += counter("pulls", status.pulls, "Times that records were asked for.")
        lines += counter(
            "notifications",
            status.notifications,
            "Times that the remote announced changes."
        )
        lines += context.metrics.counter(
            "stated_sync_rounds",
            "Rounds of sync, by outcome.",
            by: "outcome",
            ["succeeded": monitor.rounds.succeeded, "failed": monitor.rounds.failed]
        )
        let reasons = monitor.refreshes.map { ($0.key.rawValue, $0.value) }
        lines += context.metrics.counter(
            "stated_sync_refreshes",
            "Rounds of sync, by trigger.",
            by: "trigger",
            Dictionary(reasons, uniquingKeysWith: +)
        )
        return lines
    }

    private func remote(_ status: SyncStatus) -> [String] {
        var lines = gauge(
            "stated_sync_online",
            "1 while the remote answers.",
            status.isOnline ? 1 : 0
        )
        lines += gauge(
            "stated_sync_last_success_seconds",
            "The time of the last round that succeeded, since 1970; 0 if none did.",
            Double(status.lastSuccessAt?.rawValue ?? 0) / 1_000
        )
        lines += gauge(
            "stated_sync_damaged_files",
            "Files of the remote that cannot be used.",
            status.damagedCount
        )
        return lines
    }

    private func delays(_ monitor: SyncMonitor) -> [String] {
        let lines = monitor.roundSeconds.lines(
            "stated_sync_round_seconds",
            "The duration of a round of sync."
        )
        return lines
            + monitor.status.delay.seconds.lines(
                "stated_sync_delay_seconds",
                "The time from a change on another device, or an event there, to its arrival here."
            )
    }

    private func outbox() -> [String] {
        guard let counts = try? store.sync.counts() else { return [] }
        return [
            "# TYPE stated_outbox_entries gauge",
            "# HELP stated_outbox_entries Entries that the remote has yet to acknowledge, by state.",
            "stated_outbox_entries{state=\"pending\"} \(counts.pending + counts.rows.waiting)",
            "stated_outbox_entries{state=\"inFlight\"} \(counts.rows.inFlight)",
            "stated_outbox_entries{state=\"failed\"} \(counts.rows.failed)",
        ]
    }

    private func counter(_ name: String, _ value: Int, _ help: String) -> [String] {
        [
            "# TYPE stated_sync_\(name) counter", "# HELP stated_sync_\(name) \(help)",
            "stated_sync_\(name)_total \(value)",
        ]
    }

    private func gauge(_ name: String, _ help: String, _ value: some Numeric) -> [String] {
        ["# TYPE \(name) gauge", "# HELP \(name) \(help)", "\(name) \(value)"]
    }
}

extension SyncHistogram {
    /// Returns the histogram's lines, in seconds.
    fileprivate func lines(_ name: String, _ help: String) -> [String] {
        let buckets = zip(bounds, counts).map { bound, count in
            "\(name)_bucket{le=\"\(Double(bound) / 1_000)\"} \(count)"
        }
        return ["# TYPE \(name) histogram", "# HELP \(name) \(help)"] + buckets
            + ["\(name)_bucket{le=\"+Inf\"} \(count)", "\(name)_count \(count)"]
            + ["\(name)_sum \(Double(sum) / 1_000)"]
    }
}
