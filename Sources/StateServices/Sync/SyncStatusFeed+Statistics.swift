// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore
internal import StateSync

// The statistics of sync, for GetMetrics.
extension SyncStatusFeed {
    func write(to text: inout MetricsText) {
        guard let monitor = link.state?.monitor else { return }
        writeRounds(monitor, to: &text)
        writeRemote(monitor.status, to: &text)
        text.histogram(
            "stated_sync_round_seconds",
            "The duration of a round of sync.",
            monitor.roundSeconds,
            per: 1_000
        )
        text.histogram(
            "stated_sync_delay_seconds",
            "The time from a change on another device, or an event there, to its arrival here.",
            monitor.status.delay.seconds,
            per: 1_000
        )
        guard let counts = try? sync.counts() else { return }
        text.gauge(
            "stated_outbox_entries",
            "Entries that the remote has not yet acknowledged, by state.",
            by: "state",
            [
                "pending": counts.pending + counts.rows.waiting, "inFlight": counts.rows.inFlight,
                "failed": counts.rows.failed,
            ]
        )
    }

    private func writeRounds(_ monitor: SyncMonitor, to text: inout MetricsText) {
        let status = monitor.status
        text.counter("stated_sync_pushes", "Pushes to the remote.", status.pushes)
        text.counter("stated_sync_pulls", "Pulls from the remote.", status.pulls)
        text.counter(
            "stated_sync_notifications",
            "Change notifications from the remote.",
            status.notifications
        )
        text.counter(
            "stated_sync_rounds",
            "Rounds of sync, by outcome.",
            by: "outcome",
            ["succeeded": monitor.rounds.succeeded, "failed": monitor.rounds.failed]
        )
        let reasons = monitor.refreshes.map { ($0.key.rawValue, $0.value) }
        text.counter(
            "stated_sync_refreshes",
            "Rounds of sync, by trigger.",
            by: "trigger",
            Dictionary(reasons, uniquingKeysWith: +)
        )
    }

    private func writeRemote(_ status: SyncStatus, to text: inout MetricsText) {
        text.gauge("stated_sync_online", "1 while the remote answers.", status.isOnline ? 1 : 0)
        text.gauge(
            "stated_sync_last_success_seconds",
            "The time of the last successful round, in seconds since 1970; 0 if there was none.",
            Double(status.lastSuccessAt?.rawValue ?? 0) / 1_000
        )
        text.gauge(
            "stated_sync_damaged_files",
            "Files of the remote that cannot be used.",
            status.damagedCount
        )
    }
}
