internal import StateModel

/// Watches what sync does, and says how it stands.
package struct SyncMonitor: Sendable, Equatable {
    /// How it stands.
    package private(set) var status = SyncStatus()
    /// How many rounds went well, and how many did not.
    package var rounds: (succeeded: Int, failed: Int) { (succeeded, failed) }
    /// How many rounds were begun for which reason.
    package private(set) var refreshes: [SyncSchedule.Trigger: Int] = [:]
    private var succeeded = 0
    private var failed = 0
    private var phase: SyncPhase?
    private var roundBegan = 0

    /// Nothing has happened yet.
    package init() {}

    /// A round begins.
    mutating func begin(_ triggers: Set<SyncSchedule.Trigger>, now: SyncMoment) {
        for trigger in triggers { refreshes[trigger, default: 0] += 1 }
        roundBegan = now.elapsed
        status.state = .syncing
    }

    /// The round is in that phase now.
    mutating func enter(_ next: SyncPhase?, now: SyncMoment) {
        guard next != phase else { return }
        if let phase { finish(phase, error: nil, now) }
        if let next {
            var run = SyncStatus.Phase()
            run.state = .inProgress
            run.startedAt = now.trusted
            status.phases[next] = run
        }
        phase = next
    }

    /// The remote is called.
    mutating func note(_ call: RemoteCall) {
        switch call {
        case .push: status.pushes += 1
        case .page: status.pulls += 1
        case .setUp, .devices, .report: break
        }
    }

    /// The round is over.
    mutating func end(_ report: SyncRound.Report, now: SyncMoment) {
        if let phase { finish(phase, error: report.error?.why, now) }
        phase = nil
        status.lastDuration = now.elapsed - roundBegan
        for delay in report.delays { status.delay.add(delay) }
        status.error = report.error?.why
        guard let error = report.error else {
            succeeded += 1
            status.lastSuccessAt = now.trusted
            status.isOnline = true
            status.state = .idle
            status.trouble = nil
            return
        }
        failed += 1
        if case .offline = error {
            status.isOnline = false
            status.state = .offline
        } else {
            status.state = .failed
        }
        status.trouble = status.state
    }

    /// Something happened outside of rounds.
    mutating func note(_ event: SyncSchedule.Event, isPolling: Bool, needsNetwork: Bool) {
        status.isPolling = isPolling
        switch event {
        case .notified: status.notifications += 1
        case .network(false) where needsNetwork:
            status.isOnline = false
            status.trouble = .offline
            if status.state != .syncing { status.state = .offline }
        default: break
        }
    }

    private mutating func finish(_ phase: SyncPhase, error: String?, _ now: SyncMoment) {
        status.phases[phase]?.state = error == nil ? .succeeded : .failed
        status.phases[phase]?.error = error
        status.phases[phase]?.endedAt = now.trusted
    }
}
