// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore

/// The repair of damaged rows: finds their replacements, and reports the damage to people.
final class RowRepair: TenantComponent {
    /// The number of lost items that are reported one by one; further losses of the same repair are
    /// counted.
    private static let namedItems = 8
    /// The maximum delay, in milliseconds, until the next slice of a scrub that is under way.
    ///
    /// A longer delay means that the scrub rests.
    private static let retryMilliseconds = 1_000

    /// The facilities shared with the other components.
    let context: TenantContext
    /// Called after values were taken back, because sync has to start over.
    var onTakenBack: () -> Void = {}
    private let findings: Findings
    private let items: Items
    private let streams: Streams

    /// Creates the repair of an open store.
    init(_ context: TenantContext, _ findings: Findings, _ items: Items, _ streams: Streams) {
        self.context = context
        self.findings = findings
        self.items = items
        self.streams = streams
    }

    /// Repairs the damage that was found at the start, and reports it.
    ///
    /// - Throws: ``StoreError``, of kind `corrupt` if the file has to be replaced.
    func mendAtStart(now: Timestamp) throws(StoreError) {
        if let loss = store.logLoss { report(loss, now: now) }
        do throws(StoreError) {
            report(try store.mend(now: now), now: now)
        } catch {
            guard error.kind != .corrupt else { throw error }
            store.log.abandon()
            reportUnmended(error.message, now: now)
        }
    }

    /// Repairs damage that reads have found, verifies a slice of the file in idle time, and reports
    /// the findings.
    ///
    /// - Throws: ``StoreError`` if the file cannot be read or written.
    func tendRows(now: Timestamp) throws(StoreError) {
        guard !store.log.isDirty else { return }
        if store.log.hasDamage {
            let damage = try store.mend(now: now)
            report(damage, now: now)
            if damage.contains(where: \.takesBack) {
                let reason = "a damaged value was taken back"
                streams.endAll(reason: reason)
                try items.readNextExpiry()
                onTakenBack()
            }
            // Damaged rows may have damaged neighbours, and a restored row has a history to verify.
            return context.wants(wake: now)
        }
        let next = try store.scrubber.run(now: now)
        if next <= now + Self.retryMilliseconds { context.wants(wake: next) }
    }

    /// Reports damage that cannot be repaired yet.
    func reportUnmended(_ reason: String, now: Timestamp) {
        findings.report(
            StorageFinding(
                title: "The store is damaged and takes no writes",
                message:
                    "Rows of \(store.options.path) are damaged and passed over: older values stand "
                    + "in their place. They are put right once the store takes writes: \(reason)",
                event: "row.damaged"
            ),
            now: now
        )
    }

    private func report(_ damage: [DamageReport], now: Timestamp) {
        for finding in damage {
            logger.error(
                "row.damaged",
                metadata: [
                    "uid": "\(context.uid)", "item": "\(finding.item ?? "")",
                    "subject": "\(finding.subject)", "outcome": "\(finding.outcome)",
                ]
            )
        }
        let losses = damage.filter { $0.takesBack }
        reportLosses(losses, now: now)
        let healed = damage.count - losses.count
        if healed > 0 { reportHealed(healed, now: now) }
    }

    private func reportLosses(_ losses: [DamageReport], now: Timestamp) {
        for loss in losses.prefix(Self.namedItems) {
            findings.report(
                StorageFinding(
                    title: loss.title,
                    message: loss.message(in: store.options.path),
                    event: "row.lost"
                ),
                now: now
            )
        }
        if losses.count > Self.namedItems {
            findings.report(
                StorageFinding(
                    title: "More values were damaged",
                    message: "\(losses.count - Self.namedItems) further values in "
                        + "\(store.options.path) were damaged on the disk; the log names each.",
                    event: "row.lost"
                ),
                now: now
            )
        }
    }

    private func reportHealed(_ healed: Int, now: Timestamp) {
        findings.report(
            StorageFinding(
                title: "Damage on the disk was put right",
                message:
                    "\(store.scrubber.progress.damaged) rows of \(store.options.path) were damaged on the disk "
                    + "since the daemon started. What you see is not affected by \(healed) of them: they "
                    + "were whole elsewhere, or are history. Check the disk.",
                event: "row.healed",
                replacesTitle: true
            ),
            now: now
        )
    }

    private func report(_ loss: LogLoss, now: Timestamp) {
        // The code that replaces a store reports the replacement itself.
        guard loss.isSerious, loss.cause != .file else {
            logger.warning(
                "log.damaged",
                metadata: [
                    "uid": "\(context.uid)", "kept": "\(loss.kept ?? "")", "rows": "\(loss.rows)",
                    "events": "\(loss.events)", "missing": "\(loss.missing)",
                ]
            )
            return
        }
        findings.report(
            StorageFinding(
                title: loss.title,
                message: loss.message(in: store.options.path),
                event: "log.damaged"
            ),
            now: now
        )
    }

    /// Returns the statistics of the scrub, for GetMetrics.
    func scrubStatistics() -> [String] {
        let scrub = store.scrubber.progress
        return [
            "# TYPE stated_scrub_rows counter",
            "# HELP stated_scrub_rows Rows whose checksums the scrub has verified.",
            "stated_scrub_rows_total \(scrub.verified)",
            "# TYPE stated_damaged_rows counter",
            "# HELP stated_damaged_rows Rows that the scrub has found damaged.",
            "stated_damaged_rows_total \(scrub.damaged)",
            "# TYPE stated_scrub_ended_seconds gauge",
            "# HELP stated_scrub_ended_seconds When the scrub last went over all rows, since 1970.",
            "stated_scrub_ended_seconds \((scrub.endedAt?.rawValue ?? 0) / 1_000)",
        ]
    }
}
