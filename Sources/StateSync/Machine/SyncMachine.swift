// SPDX-License-Identifier: Apache-2.0
internal import StateModel
package import SyncModel

/// The state machine of sync: the schedule, the current round and the monitor.
///
/// It turns events into actions, which the driver performs.
package struct SyncMachine: Sendable, Equatable {
    package enum Event: Sendable, Equatable {
        case started
        case schedule(SyncSchedule.Event)
        case remote(RemoteAnswer)
        /// A call to the remote ended; the findings are those of all calls so far.
        case found(RemoteFindings)
        case stored(StoreResult)
        case storeFailed(String)
    }

    package enum Action: Sendable, Equatable {
        /// Call the remote; a timeout is reported as a failed call.
        case remote(RemoteCall)
        case store(StoreStep)
        case ended(SyncRound.Report)
    }

    /// The maximum number of presences that are written only to measure clocks, until all clocks
    /// are certain or another device reports after a silence.
    private static let clockMeasurementLimit = 6
    /// The time after which a round writes this device's presence even if nothing has changed, in
    /// milliseconds.
    private static let reportIntervalMilliseconds = 600_000
    /// The time for which another device counts as having a surface in the foreground after it has
    /// reported one, in milliseconds.
    ///
    /// It is longer than ``reportIntervalMilliseconds``, after which a device repeats its report.
    private static let frontMilliseconds = 900_000
    /// The maximum time until a round reads files again that are missing or damaged, in
    /// milliseconds.
    private static let longestLookMilliseconds = 6 * 3_600_000

    package let settings: SyncSettings
    /// The time of the next wake-up on the clock that counts suspended time, in milliseconds; `nil`
    /// if none is needed.
    package var deadline: Int? { schedule.deadline }
    package var status: SyncStatus { monitor.status }
    package private(set) var monitor: SyncMonitor
    private var schedule: SyncSchedule
    private var seeds: SyncRandom
    /// True once the entries that an earlier process or a failed step left in flight are due again.
    private var isRecovered = false
    private var round: SyncRound?
    package private(set) var begun = 0
    private let own: Origin?
    private var lastReport: Int?
    /// True if this device's last presence says that one of its surfaces is in the foreground.
    private var hasReportedFront = false
    private var newestRounds: [Origin: NewestRound] = [:]
    private var hasFailed = false
    /// The number of presences that were written only to measure clocks since all clocks were
    /// certain, or another device reported after a silence.
    private var clockMeasurements = 0
    private var hadUnansweredReport = false
    private var lackingFiles = 0
    /// The time at which ``lackingFiles`` changed, on the clock that counts suspended time.
    private var lackingSince = 0

    /// Creates a machine that has not started; without `own`, it does not measure clocks.
    package init(
        settings: SyncSettings,
        own: Origin? = nil,
        schedule: SyncSchedule.Settings = SyncSchedule.Settings(),
        monitor: SyncMonitor = SyncMonitor(),
        seed: UInt64
    ) {
        self.settings = settings
        self.own = own
        self.monitor = monitor
        seeds = SyncRandom(seed: seed)
        self.schedule = SyncSchedule(schedule, random: SyncRandom(seed: seeds.next()))
    }

    /// The triggers of the current round; empty if there is no round.
    package var running: Set<SyncSchedule.Trigger> { round == nil ? [] : schedule.running }

    package private(set) var met = DeviceList()

    /// Handles an event, and returns the actions to perform, in order.
    package mutating func event(_ event: Event, now: SyncMoment) -> [Action] {
        switch event {
        case .started: return pass(.started, now)
        case .schedule(let event): return pass(event, now)
        case .remote(let answer): return step(.remote(answer), now)
        case .found(let findings):
            monitor.note(findings, now: now)
            return []
        case .stored(let result): return step(.stored(result), now)
        case .storeFailed(let reason):
            // The step may have left entries in flight, which the next round makes due again.
            defer { isRecovered = false }
            return step(.storeFailed(reason), now)
        }
    }
}

extension SyncMachine {
    private mutating func pass(_ event: SyncSchedule.Event, _ now: SyncMoment) -> [Action] {
        switch event {
        case .changed(isTick: false), .suspending: round?.noteUrgentChange()
        default: break
        }
        let triggers = schedule.event(event, now: now.elapsed)
        monitor.note(event, isPolling: schedule.isPolling, hasNetwork: schedule.hasNetwork)
        return begin(triggers, now)
    }

    private mutating func begin(
        _ triggers: Set<SyncSchedule.Trigger>,
        _ now: SyncMoment
    ) -> [Action] {
        guard !triggers.isEmpty else { return [] }
        let isSilent =
            lastReport.map { now.elapsed >= $0 + Self.reportIntervalMilliseconds } ?? true
        round = SyncRound(
            settings: settings,
            own: own,
            expedite: !isRecovered ? .recover : isRetry(triggers) ? .expedite : nil,
            isReportDue: isSilent || hasReportedFront != schedule.isInFront,
            isInFront: schedule.isInFront,
            keepsTicks: schedule.keepsTicks,
            measuresClocks: clockMeasurements < Self.clockMeasurementLimit,
            seed: seeds.next()
        )
        begun += 1
        monitor.begin(triggers, now: now)
        return step(.begin, now)
    }

    /// Returns true if a round must also try entries that are delayed or have failed: after a
    /// start, the return of the network, a request, or a failed round.
    private func isRetry(_ triggers: Set<SyncSchedule.Trigger>) -> Bool {
        hasFailed || !triggers.isDisjoint(with: [.start, .network, .request])
    }

    private mutating func step(_ event: SyncRound.Event, _ now: SyncMoment) -> [Action] {
        guard var round else { return [] }
        let action = round.event(event, now: now.trusted)
        self.round = round
        monitor.enter(round.phase, errors: round.errors, now: now)
        switch action {
        case .store(let step): return [.store(step)]
        case .remote(let call):
            monitor.note(call)
            return [.remote(call)]
        case .end(let report): return end(round, report, now)
        }
    }

    private mutating func end(
        _ round: SyncRound,
        _ report: SyncRound.Report,
        _ now: SyncMoment
    ) -> [Action] {
        self.round = nil
        if !round.met.presences.isEmpty {
            (met.presences, met.clocks) = round.met
            noteViewers(now)
        }
        // Reports while all others were away have measured nothing.
        let isReturn = round.hasUnansweredReport && !hadUnansweredReport
        hadUnansweredReport = round.hasUnansweredReport
        if !round.isVague || isReturn {
            clockMeasurements = 0
        } else if round.hasMeasured {
            clockMeasurements += 1
        }
        if round.hasReported { (lastReport, hasReportedFront) = (now.elapsed, round.isInFront) }
        if round.hasExpedited { isRecovered = true }
        hasFailed = report.error != nil
        let wait = report.isCutShort ? 0 : report.outlook?.wait(at: now.trusted)
        let waits = [wait, waitForFiles(now.elapsed)]
        let ended = SyncSchedule.Event.ended(
            isSuccess: !hasFailed,
            retryIn: waits.compactMap { $0 }.min()
        )
        let next = schedule.event(ended, now: now.elapsed)
        monitor.end(report, hasNetwork: schedule.hasNetwork, now: now)
        monitor.note(
            nextRoundAt: schedule.deadline.map { now.trusted + max(0, $0 - now.elapsed) }
        )
        return [.ended(report)] + begin(next, now)
    }

    /// Returns the time until a round reads files again that are missing or damaged, because no
    /// notification is certain when they become readable; `nil` if there are none.
    ///
    /// It grows with the time for which the files have been lacking.
    private mutating func waitForFiles(_ now: Int) -> Int? {
        let count = monitor.status.damagedCount + monitor.status.awaited.count
        if count != lackingFiles { (lackingFiles, lackingSince) = (count, now) }
        guard count > 0 else { return nil }
        let wait = max(SyncMonitor.carryingMilliseconds, (now - lackingSince) / 3)
        return min(wait, Self.longestLookMilliseconds)
    }

    /// Records how long another device may have a surface in the foreground, so that the schedule
    /// sends ticks soon.
    private mutating func noteViewers(_ now: SyncMoment) {
        var ends: [Int] = []
        for presence in met.presences where presence.origin.device != own?.device {
            let known = newestRounds[presence.origin]
            var newest = known ?? NewestRound(number: presence.round, at: now.elapsed)
            if known == nil, presence.at > .epoch {
                // The presence of a device that was not seen before may be old, because the device
                // may have crashed with a surface in the foreground.
                newest.at -= max(0, now.trusted - presence.at)
            } else if presence.round > newest.number {
                newest = NewestRound(number: presence.round, at: now.elapsed)
            }
            newestRounds[presence.origin] = newest
            if presence.isInFront { ends.append(newest.at + Self.frontMilliseconds) }
        }
        schedule.noteViewed(until: ends.max(), now: now.elapsed)
    }

    private struct NewestRound: Sendable, Equatable {
        var number: Int
        /// The time at which the round became known, on the clock that counts suspended time, in
        /// milliseconds.
        var at: Int
    }
}

/// The devices in the remote's list, as last read; this device may be one of them.
package struct DeviceList: Sendable, Equatable {
    package var presences: [DevicePresence] = []
    package var clocks = DeviceClocks()

    package init() {}
}
