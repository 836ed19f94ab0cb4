// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore

/// The findings about a tenant's storage.
///
/// A finding is logged at once and appears in health from then on. Its alert is an ordinary row of
/// the log, so it survives restarts. The finding is kept in memory until the row is on stable
/// storage.
final class Findings: TenantComponent {
    /// The maximum number of open findings; beyond it, the oldest is dismissed.
    static let limit = 32

    let context: TenantContext
    /// True while the store's files have a record of findings at the start that the log may lack.
    var hasRecovery = false
    private let alerts: Alerts
    private let forgetRecord: () throws(StoreError) -> Void
    /// The findings whose alerts are not on stable storage yet.
    private var findings: [StorageFinding] = []

    /// Creates a component without findings; `forgetRecord` removes the record of the start.
    init(
        _ context: TenantContext,
        _ alerts: Alerts,
        forgetRecord: @escaping () throws(StoreError) -> Void
    ) {
        self.context = context
        self.alerts = alerts
        self.forgetRecord = forgetRecord
    }

    /// Reports a finding, unless it is already open.
    func report(_ finding: StorageFinding, now: Timestamp) {
        guard !findings.contains(where: { $0 == finding }),
            !log.alerts.values.contains(where: { finding.isSame(as: $0) })
        else { return }
        logger.error(
            "\(finding.event)",
            metadata: ["uid": "\(context.uid)", "reason": "\(finding.message)"]
        )
        if finding.replacesTitle {
            findings.removeAll { $0.replacesTitle && $0.title == finding.title }
        }
        findings.append(finding)
        context.wants(wake: now)
    }

    /// Writes alerts into the open batch for the findings that have none.
    func writeAll(now: Timestamp) {
        guard !findings.isEmpty, queue.failure == nil, queue.health.problem == nil else { return }
        do throws(StateError) {
            for finding in findings {
                try log.withinCall { () throws(StateError) in try write(finding, now: now) }
            }
        } catch {
            logger.debug("cannot store a finding", metadata: ["reason": "\(error)"])
        }
    }

    private func write(_ finding: StorageFinding, now: Timestamp) throws(StateError) {
        let standing = log.alerts.values.filter(\.isFinding)
        guard !standing.contains(where: { finding.isSame(as: $0) }) else { return }
        var alert = finding.alert(now: now)
        if finding.replacesTitle, let old = standing.first(where: { $0.title == finding.title }) {
            alert.id = old.id
        } else {
            try alerts.makeRoom(for: alert, now: now)
            context.metrics.alerts[alert.kind.rawValue, default: 0] += 1
        }
        try alerts.put(alert, now: now)
    }

    /// Discards the findings whose alerts are on stable storage.
    func discardWritten(now: Timestamp) {
        guard !findings.isEmpty else { return }
        let stored = log.statistics.alerts.values
        findings.removeAll { finding in stored.contains { finding.isSame(as: $0) } }
        guard findings.isEmpty else {
            // While the store refuses writes, there is no hurry.
            if queue.health.problem == nil { context.wants(wake: now) }
            return
        }
        forgetRecovery()
    }

    /// Removes the record of the start from the store's files, once the alerts are stored.
    private func forgetRecovery() {
        guard hasRecovery else { return }
        hasRecovery = false
        do throws(StoreError) {
            try forgetRecord()
        } catch {
            // The next start reports the recovery again, which is harmless.
            logger.warning(
                "cannot remove the record of a recovery",
                metadata: ["reason": "\(error.message)"]
            )
        }
    }

    /// The messages of the current findings, oldest first.
    var messages: [String] {
        let stored = log.alerts.values.filter(\.isFinding).sorted { $0.id < $1.id }
        let fresh = findings.filter { finding in !stored.contains { finding.isSame(as: $0) } }
        return stored.map(\.message) + fresh.map(\.message)
    }
}
