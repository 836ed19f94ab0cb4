internal import Glibc
internal import Logging
internal import StateModel
internal import StateStore

// Rows that do not verify: their replacements, and the alerts for people.
extension Tenant {
    /// The number of lost items that are reported one by one; further losses of the same repair are
    /// counted.
    private static let namedItems = 8

    /// Repairs the damage that was found at the start, and reports it.
    ///
    /// - Throws: ``StoreError``, of kind `corrupt` if the file has to be replaced.
    func mendAtStart(now: Int) throws(StoreError) {
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
    func tendRows(now: Int) throws(StoreError) {
        guard !store.log.isDirty else { return }
        if store.log.hasDamage {
            let findings = try store.mend(now: now)
            report(findings, now: now)
            if findings.contains(where: \.takesBack) {
                let reason = "a damaged value was taken back"
                publisher.endAll(reason: reason)
                eventPublisher.endAll(reason: reason)
                nextExpiry = try store.expiry.next()
                sync?.handle.request(.restart, 0)
            }
            // Damaged rows may have damaged neighbours, and a restored row has a history to verify.
            return wants(wake: now)
        }
        let next = try store.scrubber.run(now: now)
        if next <= now + Self.soon { wants(wake: next) }
        if store.log.hasDamage { wants(wake: now) }
    }

    /// The maximum delay, in milliseconds, until the next slice of a scrub that is under way.
    ///
    /// A longer delay means that the scrub rests.
    private static let soon = 1_000

    /// Reports damage that cannot be repaired yet.
    func reportUnmended(_ reason: String, now: Int) {
        report(
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

    private func report(_ findings: [DamageReport], now: Int) {
        for finding in findings {
            logger.error(
                "row.damaged",
                metadata: [
                    "uid": "\(uid)", "item": "\(finding.item ?? "")",
                    "subject": "\(finding.subject)", "outcome": "\(finding.outcome)",
                ]
            )
        }
        let losses = findings.filter { $0.takesBack }
        for loss in losses.prefix(Self.namedItems) {
            report(
                StorageFinding(
                    title: loss.title,
                    message: loss.message(in: store.options.path),
                    event: "row.lost"
                ),
                now: now
            )
        }
        if losses.count > Self.namedItems {
            report(
                StorageFinding(
                    title: "More values were damaged",
                    message: "\(losses.count - Self.namedItems) further values in "
                        + "\(store.options.path) were damaged on the disk; the log names each.",
                    event: "row.lost"
                ),
                now: now
            )
        }
        let healed = findings.count - losses.count
        guard healed > 0 else { return }
        report(
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

    private func report(_ loss: LogLoss, now: Int) {
        // The code that replaces a store reports the replacement itself.
        guard loss.isSerious, loss.cause != .file else {
            logger.warning(
                "log.damaged",
                metadata: [
                    "uid": "\(uid)", "kept": "\(loss.kept ?? "")", "rows": "\(loss.rows)",
                    "events": "\(loss.events)", "missing": "\(loss.missing)",
                ]
            )
            return
        }
        report(
            StorageFinding(
                title: loss.title,
                message: loss.message(in: store.options.path),
                event: "log.damaged"
            ),
            now: now
        )
    }
}

extension DamageReport {
    fileprivate var title: String {
        switch subject {
        case .event: "An event was damaged"
        case .player: "A player's state was damaged"
        case .alert: "An alert was damaged"
        case .syncMemory: "What sync remembers was damaged"
        case .row, .entry:
            item == nil ? "A row of the store was damaged" : "A stored value was damaged"
        }
    }

    fileprivate func message(in path: String) -> String {
        let name =
            switch subject {
            case .event(let number): "Event \(number)"
            case .player(let name): "The state of the player \(name)"
            case .alert(let id): "Alert \(id)"
            case .syncMemory: "What is remembered of the remote store"
            case .row(let number): item.map { "The newest value of \($0)" } ?? "Row \(number)"
            case .entry: item.map { "The entry of \($0)" } ?? "An entry"
            }
        let instead =
            switch outcome {
            case .older(let at, nil): "The one observed \(Self.date(at)) is shown instead."
            case .older(let at, let backup?):
                "The one observed \(Self.date(at)), from the backup \(backup), is shown instead."
            case .lost: "Neither an older value nor a backup of it is left."
            case .healed, .restored, .unaffected: "It is whole again."
            }
        return
            "\(name) in \(path) was damaged on the disk and is not shown. \(instead) Check the disk."
    }

    private static func date(_ milliseconds: Int) -> String {
        var seconds = time_t(milliseconds / 1_000)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "earlier" }
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(Int(parts.tm_year) + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)) UTC"
    }
}

extension LogLoss {
    fileprivate var title: String {
        switch cause {
        case .middle, .header: "The write-ahead log was damaged"
        case .missing: "The write-ahead log is gone"
        case .file: "The damaged store was searched"
        }
    }

    fileprivate func message(in path: String) -> String {
        let file = kept.map { "; it is kept as \($0)" } ?? ""
        let damage =
            switch cause {
            case .middle: "\(path)-wal was damaged in the middle\(file)."
            case .header: "The header of \(path)-wal was damaged\(file)."
            case .missing:
                "\(path)-wal is missing or empty, though the daemon did not stop by itself: what was "
                    + "saved after the log was last copied into the store may be lost."
            case .file: "What is whole in \(kept ?? "the damaged store") was looked for."
            }
        let back = "\(rows) newer rows and \(events) events that were whole were brought in."
        let gone = missing > 0 ? " At most \(missing) rows are lost." : ""
        return "\(damage) \(back)\(gone)"
    }
}

extension Tenant {
    /// Returns the statistics of the scrub, for GetMetrics.
    func scrubStatistics() -> [String] {
        let scrub = store.scrubber.progress
        return [
            "# TYPE stated_scrub_rows counter", "stated_scrub_rows_total \(scrub.verified)",
            "# TYPE stated_damaged_rows counter", "stated_damaged_rows_total \(scrub.damaged)",
            "# TYPE stated_scrub_ended_seconds gauge",
            "stated_scrub_ended_seconds \((scrub.endedAt ?? 0) / 1_000)",
        ]
    }
}
