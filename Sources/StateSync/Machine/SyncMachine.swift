package import StateModel

/// Schedule, rounds and monitor as one machine: what happens goes in, what is to be done comes out.
package struct SyncMachine: Sendable, Equatable {
    /// What happens.
    package enum Event: Sendable, Equatable {
        /// The daemon has started.
        case started
        /// Something that the schedule is to know.
        case schedule(SyncSchedule.Event)
        /// The remote answered, or failed to.
        case remote(RemoteAnswer)
        /// The remote was found in that state by a call.
        case found(RemoteFindings)
        /// The store did what it was asked.
        case stored(StoreResult)
        /// The store could not, and why.
        case storeFailed(String)
    }

    /// What is to be done.
    package enum Action: Sendable, Equatable {
        /// Call the remote; no answer in time is a failure.
        case remote(RemoteCall)
        /// Do something to the store.
        case store(StoreStep)
        /// A round is over.
        case ended(SyncRound.Report)
    }

    /// The number of reports in a row that are made to know a clock better: a carrier may be too slow.
    private static let sharpeningLimit = 6
    /// How often other devices hear of this one even if nothing is new, in milliseconds.
    private static let reportInterval = 600_000

    /// What sync is told to do.
    package let settings: SyncSettings
    /// When it wants to be woken.
    package var deadline: Int? { schedule.deadline }
    /// How sync stands.
    package var status: SyncStatus { monitor.status }
    /// What has been counted.
    package private(set) var monitor: SyncMonitor
    private var schedule: SyncSchedule
    private let needsNetwork: Bool
    private var seeds: SyncRandom
    /// Whether the state that an earlier process left is restored.
    private var isRestored = false
    private var early: [SyncSchedule.Event] = []
    private var round: SyncRound?
    /// How many rounds were begun.
    package private(set) var begun = 0
    private let own: Origin?
    private var lastReport: Int?
    private var wasOffline = false
    /// The number of reports in a row after which a clock was not known to the second.
    private var sharpenings = 0
    private var wasRefused = false

    /// A machine that has yet to start.
    ///
    /// - Parameters:
    ///   - settings: what sync is told to do.
    ///   - own: this device; nil: it tells others nothing about clocks by itself.
    ///   - schedule: how often.
    ///   - monitor: what an earlier process counted.
    ///   - seed: where jitter comes from.
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
        needsNetwork = schedule.needsNetwork
        self.schedule = SyncSchedule(schedule, random: SyncRandom(seed: seeds.next()))
    }

    /// Why the round that is being made was begun; empty: none is being made.
    package var running: Set<SyncSchedule.Trigger> { round == nil ? [] : schedule.running }

    /// The other devices, as they were last met.
    package private(set) var met = DeviceList()

    /// Takes in what happens.
    ///
    /// - Parameters:
    ///   - event: what happens.
    ///   - now: when.
    /// - Returns: what is to be done, in that order.
    package mutating func event(_ event: Event, now: SyncMoment) -> [Action] {
        switch event {
        case .started:
            return [.store(.recover)]
        case .schedule(let event): return pass(event, now)
        case .remote(let answer): return step(.remote(answer), now)
        case .found(let findings):
            monitor.note(findings)
            return []
        case .stored(let result):
            return !isRestored ? recovered(result, now) : step(.stored(result), now)
        case .storeFailed(let why):
            return !isRestored ? recovered(nil, now) : step(.storeFailed(why), now)
        }
    }
}

extension SyncMachine {
    private mutating func recovered(_ result: StoreResult?, _ now: SyncMoment) -> [Action] {
        isRestored = true
        if case .recovered(let retryAt?) = result {
            let wait = retryAt - now.trusted
            _ = schedule.event(.retry(in: min(wait, Backoff.ceiling)), now: now.elapsed)
        }
        let events = [.started] + early
        early = []
        return events.flatMap { pass($0, now) }
    }

    /// What happens before the state is restored waits until it is.
    private mutating func pass(_ event: SyncSchedule.Event, _ now: SyncMoment) -> [Action] {
        guard isRestored else {
            early.append(event)
            return []
        }
        let triggers = schedule.event(event, now: now.elapsed)
        monitor.note(event, isPolling: schedule.isPolling, needsNetwork: needsNetwork)
        return begin(triggers, now)
    }

    private mutating func begin(
        _ triggers: Set<SyncSchedule.Trigger>,
        _ now: SyncMoment
    ) -> [Action] {
        guard !triggers.isEmpty else { return [] }
        // What failed waits for somebody to ask, or for the remote to come back. One that refused all of
        // it is probed like one that was away.
        let isBack =
            triggers.contains(.network) || wasOffline || wasRefused && triggers.contains(.probe)
        let isAsked = triggers.contains(.request)
        let isSilent = lastReport.map { now.elapsed >= $0 + Self.reportInterval } ?? true
        round = SyncRound(
            settings: settings,
            own: own,
            hasten: isBack || isAsked ? .hasten(failed: isBack) : nil,
            isReportDue: isSilent,
            sharpensClocks: sharpenings < Self.sharpeningLimit,
            seed: seeds.next()
        )
        begun += 1
        monitor.begin(triggers, now: now)
        return step(.begin, now)
    }

    private mutating func step(_ event: SyncRound.Event, _ now: SyncMoment) -> [Action] {
        guard var round else { return [] }
        let action = round.event(event, now: now.trusted)
        self.round = round
        if case .end(let report) = action { return end(round, report, now) }
        monitor.enter(round.phase, now: now)
        switch action {
        case .store(let step): return [.store(step)]
        case .remote(let call):
            monitor.note(call)
            return [.remote(call)]
        case .end: return []
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
            schedule.hasOthers = met.presences.count > 1
        }
        if round.hasReported { lastReport = now.elapsed }
        if !round.isVague {
            sharpenings = 0
        } else if round.hasReported {
            sharpenings += 1
        }
        monitor.end(report, now: now)
        wasOffline = monitor.status.state == .offline
        if case .permanent = report.error { wasRefused = true } else { wasRefused = false }
        if let retryAt = report.retryAt {
            let wait = retryAt - now.trusted
            _ = schedule.event(.retry(in: wait), now: now.elapsed)
        }
        let next = schedule.event(.ended(isSuccess: report.error == nil), now: now.elapsed)
        monitor.note(
            nextRoundAt: schedule.deadline.map { now.trusted + max(0, $0 - now.elapsed) }
        )
        return [.ended(report)] + begin(next, now)
    }
}

/// The devices that share the remote, as they were last met.
package struct DeviceList: Sendable, Equatable {
    /// What each says of itself.
    package var presences: [DevicePresence] = []
    /// What is known of their clocks.
    package var clocks = DeviceClocks()

    /// No device was met.
    package init() {}
}
