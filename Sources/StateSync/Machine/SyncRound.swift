// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import StateProtocol
package import SyncModel

/// One round of sync: set-up, push, pull, and the writing of the presence.
///
/// A round requests one action at a time. A device that begins a round without a cursor reads the
/// whole remote before it sends: other devices may have removed its values long ago.
package struct SyncRound: Sendable, Equatable {
    package enum Action: Sendable, Equatable {
        case remote(RemoteCall)
        case store(StoreStep)
        case end(Report)
    }

    package enum Event: Sendable, Equatable {
        case begin
        case remote(RemoteAnswer)
        case stored(StoreResult)
        case storeFailed(String)
    }

    package struct Report: Sendable, Equatable {
        package var pushed = 0
        /// The number of valid records that were read; those of this device count only if the store
        /// had lost them.
        package var pulled = 0
        package var changed = 0
        package var conflicts = 0
        package var failed = 0
        /// The times from changes on other devices to their arrival on this device, in
        /// milliseconds.
        package var delays: [Int] = []
        /// A summary of the outbox at the end of the round; `nil` if it is unknown.
        package var outlook: OutboxOutlook?
        /// True if the round stopped sending because too many pushes in a row stored nothing.
        package var isCutShort = false
        package var error: RemoteError?

        package init() {}
    }

    private enum Step: Sendable, Equatable {
        case idle
        case expediting
        case settingUp
        case adopting
        case asking
        case probing
        case noting
        case leasing
        case pushing
        case settling
        case reading
        case applying
        case preparing
        case reporting
        case releasing
        case surveying
        case over
    }

    /// The maximum number of resets in a round; after each, the remote is read from the beginning.
    private static let resets = 3
    /// The number of consecutive pushes without a stored record after which a round stops sending.
    private static let collisions = 8

    private var step = Step.idle
    private var report = Report()
    private let settings: SyncSettings
    private let own: Origin?
    private let expedite: StoreStep?
    private var isReportDue: Bool
    private var isMeasuring = false
    let isInFront: Bool
    private let keepsTicks: Bool
    private let measuresClocks: Bool
    private var clocks = DeviceClocks()
    private var seeds: SyncRandom
    private var cursor: RemoteCursor?
    /// True if the list of devices had this device in the last round.
    private var isListed = false
    private var presences: [DevicePresence] = []
    private var hasPulled = false
    private var hasRead = false
    /// True if the round has sent or read records that its presence must confirm.
    private var hasNews = false
    /// True while a device that is new to the remote reads the records that the remote already had.
    private var isNewcomer = false
    private var endedPhase: Sync.PhaseName?
    private var batch: [RemoteRecord] = []
    /// The items that the round has sent; a newer row of such an item waits for the next round, so
    /// that a player that seeks again and again is not followed.
    private var sent: Set<SyncKey> = []
    /// True if a change that must not wait came since the last push was answered.
    private var hasUrgentChange = false
    private var resets = 0
    private var collisions = 0

    /// Creates a round that has not begun.
    ///
    /// `expedite` is the first step, which makes entries due. With `keepsTicks`, only ticks wait to
    /// be sent, and the round sends nothing unless it finds a conflict. Without `own`, the round
    /// does not measure clocks.
    package init(
        settings: SyncSettings,
        own: Origin? = nil,
        expedite: StoreStep? = nil,
        isReportDue: Bool = false,
        isInFront: Bool = false,
        keepsTicks: Bool = false,
        measuresClocks: Bool = false,
        seed: UInt64 = 0
    ) {
        self.settings = settings
        self.own = own
        self.expedite = expedite
        self.isReportDue = isReportDue
        self.isInFront = isInFront
        self.keepsTicks = keepsTicks
        self.measuresClocks = measuresClocks
        seeds = SyncRandom(seed: seed)
    }

    package var met: (presences: [DevicePresence], clocks: DeviceClocks) { (presences, clocks) }

    private(set) var errors: [Sync.PhaseName: RemoteError] = [:]

    /// True if the clock of another device is uncertain by more than a second.
    package private(set) var isVague = false

    /// True if this device's presence does not yet list the newest report of a device whose clock
    /// is uncertain.
    package private(set) var hasUnansweredReport = false

    package private(set) var hasExpedited = false

    package private(set) var hasReported = false

    var hasMeasured: Bool { hasReported && isMeasuring }

    package var phase: Sync.PhaseName? {
        switch step {
        case .idle, .over, .preparing, .reporting: nil
        case .surveying: endedPhase
        case .expediting, .settingUp, .adopting, .asking, .probing, .noting: .setup
        case .reading, .applying: .import
        case .leasing, .pushing, .settling, .releasing: .export
        }
    }

    package mutating func event(_ event: Event, now: Timestamp) -> Action {
        switch event {
        case .begin: return begin()
        case .remote(.failed(let error)): return fail(error)
        case .remote(let answer): return take(answer, now: now)
        case .stored(let result): return take(result)
        case .storeFailed(let reason):
            note(.transient("the store: " + reason))
            return finish()
        }
    }
}

extension SyncRound {
    private mutating func begin() -> Action {
        guard let expedite else { return setUp() }
        step = .expediting
        return .store(expedite)
    }

    private mutating func setUp() -> Action {
        step = .settingUp
        return .remote(.setUp)
    }

    private mutating func take(_ answer: RemoteAnswer, now: Timestamp) -> Action {
        switch (step, answer) {
        case (.settingUp, .ready(let identity)):
            step = .adopting
            return .store(.adopt(identity))
        case (.asking, .devices(let presences)):
            self.presences = presences
            guard cursor != nil, isMissed else { return note(presences) }
            step = .probing
            return .remote(.page(after: cursor, limit: settings.pageRecords))
        case (.probing, .page(let page)):
            guard case .rewound = page else { return note(presences) }
            (hasPulled, isReportDue) = (true, true)
            step = .applying
            return .store(.apply(page, clocks))
        case (.pushing, .pushed(let outcomes)): return settle(outcomes)
        case (.reading, .page(let page)):
            if case .entries(let entries, let cursor, _) = page {
                self.cursor = cursor
                let isKnown = !isVague
                noteUnsent(entries.lazy.map(\.record)) { $0 == .playing || $0 != nil && isKnown }
            }
            step = .applying
            return .store(.apply(page, clocks))
        case (.reporting, .reported):
            hasReported = true
            return end()
        default: return fail(.permanent("the reply of the remote does not match the call"))
        }
    }

    private mutating func take(_ result: StoreResult) -> Action {
        switch (step, result) {
        case (.expediting, _):
            hasExpedited = true
            return setUp()
        case (.adopting, .state(let state)):
            cursor = state.cursor
            isListed = state.isListed
            step = .asking
            return .remote(.devices)
        case (.noting, .identityBegan(let reason)): return fail(.transient(reason))
        case (.noting, .state(let state)):
            // A device that reads everything again after a clock correction is not new to the
            // remote.
            let readsFirst = cursor == nil || settings.readsBeforeWriting
            isNewcomer = cursor == nil
            cursor = state.cursor
            clocks = state.clocks
            noteVagueClocks()
            isReportDue = isReportDue || needsReport
            return readsFirst ? read() : lease()
        case (.leasing, .leased(let batch)): return push(batch)
        case (.leasing, .leaseIncomplete): return lease()
        case (.settling, .settled(let settled, let next)): return note(settled, next: next)
        case (.applying, .applied(let applied)): return note(applied)
        case (.preparing, .presence(let presence)):
            step = .reporting
            return .remote(.report(presence))
        case (.releasing, .settled(let released, _)):
            report.failed += released.failed
            // A remote that refuses records may still deliver those of other devices.
            if case .offline = report.error { return end() }
            return hasPulled ? end() : read()
        case (.surveying, .outlook(let outlook)):
            report.outlook = outlook
            return finish()
        case (.surveying, _): return finish()
        default: return fail(.permanent("the reply of the store does not match the step"))
        }
    }
}

extension SyncRound {
    /// True if this device is missing from the list: it was removed, or the remote was restored to
    /// a state from before it joined.
    private var isMissed: Bool {
        isListed && own != nil && !presences.isEmpty
            && !presences.contains { $0.origin.device == own?.device }
    }

    private mutating func note(_ presences: [DevicePresence]) -> Action {
        step = .noting
        return .store(.note(presences))
    }

    private mutating func lease() -> Action {
        if keepsTicks, report.conflicts == 0 { return hasPulled ? prepare() : read() }
        step = .leasing
        return .store(.lease(except: sent))
    }

    private mutating func push(_ batch: [RemoteRecord]) -> Action {
        guard !batch.isEmpty else { return hasPulled ? prepare() : read() }
        self.batch = batch
        step = .pushing
        return .remote(.push(batch))
    }

    private mutating func settle(_ outcomes: [PushOutcome]) -> Action {
        guard outcomes.count == batch.count else {
            return fail(
                .permanent("the remote answered \(outcomes.count) of \(batch.count) records")
            )
        }
        if let reason = outcomes.commonDelay { return fail(.transient(reason)) }
        step = .settling
        let operations = zip(batch.map(\.operation), outcomes)
        let answers = Dictionary(operations) { first, _ in first }
        let accepted = zip(batch, outcomes).lazy.filter(\.1.isStored).map(\.0)
        noteUnsent(accepted) { $0 == .playing }
        // A backlog has too many items to remember.
        if !hasUrgentChange, batch.count < settings.pushRecords {
            sent.formUnion(accepted.compactMap(\.item))
        }
        hasUrgentChange = false
        batch = []
        // The step also selects the next records, unless one more collision would exceed the
        // maximum.
        let leases = collisions + 1 < Self.collisions
        return .store(.settle(answers, seed: seeds.next(), leasesExcept: leases ? sent : nil))
    }

    /// Records whether the presence must confirm records that were sent or read.
    ///
    /// Other devices need no confirmation of a position that is soon replaced, nor that any
    /// position was read, except to measure clocks. A remote that compares and swaps notices lost
    /// records by the lack of the presence that followed them.
    private mutating func noteUnsent(
        _ records: some Sequence<RemoteRecord>,
        unless isIdle: (Status?) -> Bool
    ) {
        hasNews = hasNews || records.contains { settings.comparesAndSwaps || !isIdle($0.status) }
    }

    /// Lets the round send changed items again, because a change came that must not wait.
    mutating func noteUrgentChange() { (sent, hasUrgentChange) = ([], true) }

    private mutating func note(
        _ settled: StoreResult.Settled,
        next: [RemoteRecord]?
    ) -> Action {
        report.pushed += settled.stored
        report.conflicts += settled.conflicts
        report.failed += settled.failed
        collisions = settled.stored > 0 ? 0 : collisions + 1
        if let next { return push(next) }
        if collisions < Self.collisions { return lease() }
        report.isCutShort = true
        return hasPulled ? prepare() : read()
    }

    private mutating func noteVagueClocks() {
        guard let own else { return }
        let answered = presences.first { $0.origin == own }?.seen ?? [:]
        let vague = presences.filter { presence in
            presence.at != .epoch && presence.origin.device != own.device
                && !clocks.isCertain(presence.origin)
        }
        isVague = !vague.isEmpty
        hasUnansweredReport = vague.contains { $0.round > answered[$0.origin] ?? 0 }
    }

    /// True if this device's presence in the remote is missing or cannot be read, or the clock
    /// differences that it states are missing or differ by more than a second from the current ones.
    private var needsReport: Bool {
        guard let own else { return false }
        // An empty list was lost, and says nothing about this device.
        guard let said = presences.first(where: { $0.origin == own }) else {
            return !presences.isEmpty
        }
        // A presence with this time cannot be read.
        if said.at == .epoch { return true }
        let published = said.clock.differences
        return clocks.differences.contains { origin, difference in
            let known = published[origin]
            return known.map { abs($0 - difference) > DeviceClocks.certaintyMilliseconds } ?? true
        }
    }

    private mutating func read() -> Action {
        hasPulled = true
        step = .reading
        return .remote(.page(after: cursor, limit: settings.pageRecords))
    }

    private mutating func note(_ applied: StoreResult.Applied) -> Action {
        report.pulled += applied.received
        hasRead = hasRead || applied.records > 0
        report.changed += applied.changed
        report.conflicts += applied.conflicts
        // A merge may have produced a record to send for any item.
        if applied.isReset || applied.received + applied.conflicts > 0 { sent = [] }
        // A record from the time before this device first read the remote has not arrived late.
        if !isNewcomer { report.delays += applied.delays }
        if applied.isReset {
            cursor = nil
            resets += 1
            if resets > Self.resets {
                return fail(.transient("the remote went back to an older state several times"))
            }
            return read()
        }
        if applied.more { return read() }
        isNewcomer = false
        // Pushes again, because a resolved conflict may have produced a record to send.
        return report.error == nil ? lease() : end()
    }

    private mutating func prepare() -> Action {
        isMeasuring = report.pushed == 0 && !hasRead && !isReportDue
        guard hasNews || isReportDue || isMeasuring && measuresClocks && isVague else {
            return end()
        }
        step = .preparing
        let seen = presences.map { ($0.origin, $0.round) }
        return .store(.presence(seen: Dictionary(seen) { max($0, $1) }, isInFront: isInFront))
    }

    private mutating func fail(_ error: RemoteError) -> Action {
        note(error)
        guard step == .pushing else { return end() }
        step = .releasing
        return .store(.release(error))
    }

    private mutating func note(_ error: RemoteError) {
        report.error = error
        if let phase { errors[phase] = error }
    }

    /// Requests a summary of the outbox, after which the round ends.
    private mutating func end() -> Action {
        endedPhase = phase
        step = .surveying
        return .store(.survey)
    }

    private mutating func finish() -> Action {
        step = .over
        return .end(report)
    }
}

extension RemoteRecord {
    /// The item that the record is about; `nil` for an event.
    fileprivate var item: SyncKey? {
        if case .item(let version) = content { version.key } else { nil }
    }

    /// The status of the player whose position the record contains; `nil` for any other record.
    fileprivate var status: Status? {
        guard case .item(let version) = content, case .point(let point) = version.value else {
            return nil
        }
        return point.status
    }
}

extension [PushOutcome] {
    /// The first record's reason for its delay, if the remote delays all records; otherwise `nil`.
    fileprivate var commonDelay: String? {
        guard case .transient(_, let reason) = first else { return nil }
        let isCommon = allSatisfy { if case .transient = $0 { true } else { false } }
        return isCommon ? reason ?? RemoteError.busy : nil
    }
}
