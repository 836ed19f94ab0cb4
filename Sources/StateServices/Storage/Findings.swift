// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore

/// The findings about a tenant's storage.
///
/// A finding is logged immediately, and from then on reported as part of the tenant's health. Its
/// alert is an ordinary row of the log, so it is kept across restarts. The finding stays in memory
/// until that row is on stable storage.
final class Findings: TenantComponent {
    /// The maximum number of open findings; when it is exceeded, the oldest is dismissed.
    static let limit = 32

    let context: TenantContext
    /// True while the store's record of a recovery must be kept, because the alerts about the
    /// recovery may not be stored yet.
    var hasRecovery = false
    private let alerts: Alerts
    private let store: Store
    /// The findings whose alerts are not on stable storage.
    private var findings: [StorageFinding] = []

    init(_ context: TenantContext, _ alerts: Alerts, _ store: Store) {
        self.context = context
        self.alerts = alerts
        self.store = store
    }

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

    /// Writes the alerts of findings that have none, in the open batch.
    func writeAll(now: Timestamp) {
        guard !findings.isEmpty, queue.failure == nil, queue.health.problem == nil else { return }
        do throws(StateError) {
            for finding in findings {
                try log.withinCall { () throws(StateError) in try write(finding, now: now) }
            }
        } catch {
            logger.debug("cannot store the report of a problem", metadata: ["reason": "\(error)"])
        }
    }

    private func write(_ finding: StorageFinding, now: Timestamp) throws(StateError) {
        let standing = log.alerts.values.filter(\.isFinding)
        guard !standing.contains(where: { finding.isSame(as: $0) }) else { return }
        let old = finding.replacesTitle ? standing.first { $0.title == finding.title } : nil
        try alerts.add(finding.alert(now: now), over: old, now: now)
    }

    func discardWritten(now: Timestamp) {
        guard !findings.isEmpty else { return }
        let stored = log.statistics.alerts.values
        findings.removeAll { finding in stored.contains { finding.isSame(as: $0) } }
        guard findings.isEmpty else {
            // While the store refuses writes, the record need not be removed soon.
            if queue.health.problem == nil { context.wants(wake: now) }
            return
        }
        forgetRecovery()
    }

    private func forgetRecovery() {
        guard hasRecovery else { return }
        hasRecovery = false
        do throws(StoreError) {
            try store.forgetRecovery()
        } catch {
            // If this fails, the next start only reports the recovery again.
            logger.warning(
                "cannot remove the record of a recovery",
                metadata: ["reason": "\(error.message)"]
            )
        }
    }

    /// The messages of the open findings, oldest first.
    var messages: [String] {
        let stored = log.alerts.values.filter(\.isFinding).sorted { $0.id < $1.id }
        let fresh = findings.filter { finding in !stored.contains { finding.isSame(as: $0) } }
        return stored.map(\.message) + fresh.map(\.message)
    }
}
