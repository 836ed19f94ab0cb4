// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
package import SyncModel

package struct SyncMonitor: Sendable, Equatable {
    package private(set) var status = SyncStatus()
    package var rounds: (succeeded: Int, failed: Int) { (succeeded, failed) }
    package private(set) var refreshes: [SyncSchedule.Trigger: Int] = [:]
    /// The rounds of this session that have ended, oldest first; only the newest are kept.
    package private(set) var ended: [SyncRoundRecord] = []
    package private(set) var roundSeconds = Histogram(bounds: Histogram.roundBounds)
    private var succeeded = 0
    private var failed = 0
    private var phase: Sync.PhaseName?
    private var phaseBegan = 0
    /// The time that the current round has spent in each completed phase, in milliseconds.
    private var phaseMilliseconds: [String: Int] = [:]
    private var roundBegan = SyncMoment(trusted: .epoch, elapsed: 0)
    private var triggers: Set<SyncSchedule.Trigger> = []
    /// The time at which each missing part of the remote was first found missing, on the clock that
    /// counts suspended time, in milliseconds.
    private var missingSince: [RemoteDamage: Int] = [:]

    /// The time for which a missing part is awaited before it counts as damaged, in milliseconds; a
    /// program may still be copying the files.
    static let carryingMilliseconds = 300_000

    package init() {}

    /// Creates a monitor that continues the totals of earlier sessions.
    ///
    /// The phases and the last success are kept only if the remote is the same.
    package init(restoring totals: SyncTotals, isSameRemote: Bool = true) {
        for name in Sync.PhaseName.allCases {
            guard isSameRemote, let known = totals.phases[name.rawValue] else { continue }
            status.phases[name] = Sync.Phase(
                name: name,
                state: known.succeeded ? .succeeded : .failed,
                startedAt: known.startedAt,
                endedAt: known.endedAt,
                error: known.error
            )
        }
        let numbers = totals.numbers
        succeeded = numbers["succeeded"] ?? 0
        failed = numbers["failed"] ?? 0
        status.pushes = numbers["pushes"] ?? 0
        status.pulls = numbers["pulls"] ?? 0
        status.notifications = numbers["notifications"] ?? 0
        if isSameRemote { status.lastSuccessAt = numbers["lastSuccessAt"].map { Timestamp($0) } }
        status.lastDuration = numbers["lastDuration"]
        for trigger in SyncSchedule.Trigger.allCases {
            refreshes[trigger] = numbers["refresh " + trigger.rawValue]
        }
        roundSeconds.restore(numbers, "round ")
        status.delay.seconds.restore(numbers, "delay ")
    }

    package var totals: SyncTotals {
        var totals = SyncTotals()
        for (phase, run) in status.phases {
            guard let startedAt = run.startedAt, let endedAt = run.endedAt else { continue }
            totals.phases[phase.rawValue] = SyncTotals.Phase(
                succeeded: run.state == .succeeded,
                startedAt: startedAt,
                endedAt: endedAt,
                error: run.error
            )
        }
        var numbers = [
            "succeeded": succeeded, "failed": failed, "pushes": status.pushes,
            "pulls": status.pulls, "notifications": status.notifications,
        ]
        numbers["lastSuccessAt"] = status.lastSuccessAt?.rawValue
        numbers["lastDuration"] = status.lastDuration
        for (trigger, count) in refreshes { numbers["refresh " + trigger.rawValue] = count }
        roundSeconds.save(into: &numbers, "round ")
        status.delay.seconds.save(into: &numbers, "delay ")
        totals.numbers = numbers
        return totals
    }

    mutating func begin(_ triggers: Set<SyncSchedule.Trigger>, now: SyncMoment) {
        for trigger in triggers { refreshes[trigger, default: 0] += 1 }
        roundBegan = now
        phaseMilliseconds = [:]
        self.triggers = triggers
        status.isRunning = true
    }

    /// Ends the previous phase, with its error in `errors` if there is one, and begins the phase
    /// `next`, which is `nil` between phases.
    mutating func enter(
        _ next: Sync.PhaseName?,
        errors: [Sync.PhaseName: RemoteError],
        now: SyncMoment
    ) {
        guard next != phase else { return }
        if let phase {
            let error = errors[phase]?.reason
            status.phases[phase]?.state = error == nil ? .succeeded : .failed
            status.phases[phase]?.error = error
            status.phases[phase]?.endedAt = now.trusted
            phaseMilliseconds[phase.rawValue, default: 0] += now.elapsed - phaseBegan
        }
        if let next {
            status.phases[next] = Sync.Phase(
                name: next,
                state: .inProgress,
                startedAt: now.trusted
            )
        }
        phase = next
        phaseBegan = now.elapsed
    }

    mutating func note(_ call: RemoteCall) {
        switch call {
        case .push: status.pushes += 1
        case .page: status.pulls += 1
        case .setUp, .devices, .report: break
        }
    }

    /// Records the end of the round.
    ///
    /// Without a network, any failure makes the status offline.
    mutating func end(_ report: SyncRound.Report, hasNetwork: Bool, now: SyncMoment) {
        let duration = now.elapsed - roundBegan.elapsed
        status.isRunning = false
        status.lastDuration = duration
        roundSeconds.add(duration)
        for delay in report.delays { status.delay.add(delay) }
        if let outlook = report.outlook { status.outlook = outlook }
        if let error = report.error {
            failed += 1
            var isOffline = !hasNetwork
            if case .offline = error { isOffline = true }
            status.isOnline = !isOffline
            status.failure = SyncStatus.Failure(
                state: isOffline ? .offline : .failed,
                error: error.reason
            )
            keep(report, isOffline ? .offline : .failed, now)
        } else {
            succeeded += 1
            status.lastSuccessAt = now.trusted
            keep(report, .succeeded, now)
            status.isOnline = hasNetwork
            status.failure = hasNetwork ? nil : .noNetwork
        }
    }

    private mutating func keep(
        _ report: SyncRound.Report,
        _ outcome: SyncRoundRecord.Outcome,
        _ now: SyncMoment
    ) {
        var round = SyncRoundRecord(
            number: succeeded + failed,
            triggers: triggers.map(\.rawValue).sorted(),
            startedAt: roundBegan.trusted,
            endedAt: now.trusted,
            outcome: outcome
        )
        (round.pushed, round.pulled, round.changed) =
            (report.pushed, report.pulled, report.changed)
        (round.conflicts, round.failed) = (report.conflicts, report.failed)
        round.error = report.error?.reason
        round.phaseMilliseconds = phaseMilliseconds
        ended.append(round)
        // The list is stored with each change, so it grows only while the store refuses writes.
        if ended.count > SyncRoundRecord.kept { ended.removeFirst() }
    }

    mutating func note(nextRoundAt: Timestamp?) {
        status.nextRoundAt = nextRoundAt
    }

    /// Records the damage found in the remote.
    ///
    /// A missing part counts as damaged only after ``carryingMilliseconds``.
    mutating func note(_ findings: RemoteFindings, now: SyncMoment) {
        let missing = findings.damaged.filter(\.isMissing)
        let since = missing.map { ($0, missingSince[$0] ?? now.elapsed) }
        missingSince = Dictionary(since) { first, _ in first }
        status.awaited = since.filter { now.elapsed - $0.1 < Self.carryingMilliseconds }.map(\.0)
        status.damaged = findings.damaged.filter { !status.awaited.contains($0) }
        status.damagedCount = findings.damagedCount - status.awaited.count
        status.repaired = findings.repaired
        status.isVolatile = findings.isVolatile
    }

    mutating func note(_ event: SyncSchedule.Event, isPolling: Bool, hasNetwork: Bool) {
        status.isPolling = isPolling
        switch event {
        case .notified: status.notifications += 1
        case .network where !hasNetwork:
            status.isOnline = false
            status.failure = .noNetwork
            status.nextRoundAt = nil
        default: break
        }
    }
}
