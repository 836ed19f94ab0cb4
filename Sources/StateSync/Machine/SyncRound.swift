package import StateModel

/// One round: set-up, push, pull, and telling the others what has been seen.
///
/// It asks for one thing at a time. A device that has read nothing yet, or must read all anew,
/// reads before it sends: what it holds may long have been removed.
package struct SyncRound: Sendable, Equatable {
    /// What is to be done next.
    package enum Action: Sendable, Equatable {
        /// Call the remote.
        case remote(RemoteCall)
        /// Do something to the store.
        case store(StoreStep)
        /// It is over.
        case end(Report)
    }

    /// What came of the last action.
    package enum Event: Sendable, Equatable {
        /// The round begins.
        case begin
        /// The remote answered, or failed to.
        case remote(RemoteAnswer)
        /// The store did it.
        case stored(StoreResult)
        /// The store could not, and why.
        case storeFailed(String)
    }

    /// What a round came to.
    package struct Report: Sendable, Equatable {
        /// How many records the remote took.
        package var pushed = 0
        /// How many records were read.
        package var pulled = 0
        /// How many of them changed something here.
        package var changed = 0
        /// How many conflicts were decided.
        package var conflicts = 0
        /// How many entries can't be sent.
        package var failed = 0
        /// Milliseconds from each change elsewhere to its arrival here.
        package var delays: [Int] = []
        /// The first trusted time at which an entry may be tried again.
        package var retryAt: Int?
        /// What went wrong; nil: nothing.
        package var error: RemoteError?

        /// A round of nothing.
        package init() {}
    }

    private enum Step: Sendable, Equatable {
        case idle
        case hastening
        case settingUp
        case adopting
        case asking
        case noting
        case leasing
        case pushing
        case settling
        case reading
        case applying
        case preparing
        case reporting
        case releasing
        case over
    }

    /// How often a remote may have everything read anew within a round.
    private static let resets = 3
    /// How many pushes in a row may meet other values alone.
    private static let collisions = 8

    private var step = Step.idle
    private var report = Report()
    private let settings: SyncSettings
    private let own: Origin?
    private let hasten: StoreStep?
    private var isReportDue: Bool
    private let sharpensClocks: Bool
    private var clocks = DeviceClocks()
    private var seeds: SyncRandom
    private var cursor: RemoteCursor?
    private var presences: [DevicePresence] = []
    private var hasPulled = false
    private var batch: [RemoteRecord] = []
    private var resets = 0
    private var collisions = 0

    /// A round that has yet to begin.
    ///
    /// - Parameters:
    ///   - settings: what sync is told to do.
    ///   - own: this device; nil: it tells others nothing about clocks by itself.
    ///   - hasten: what is to be tried again at once; nil: only what is due.
    ///   - isReportDue: whether the others are to hear of this device even if nothing is new.
    ///   - sharpensClocks: whether to exchange reports to know the others' clocks better.
    ///   - seed: where jitter comes from.
    package init(
        settings: SyncSettings,
        own: Origin? = nil,
        hasten: StoreStep? = nil,
        isReportDue: Bool = false,
        sharpensClocks: Bool = false,
        seed: UInt64 = 0
    ) {
        self.settings = settings
        self.own = own
        self.hasten = hasten
        self.isReportDue = isReportDue
        self.sharpensClocks = sharpensClocks
        seeds = SyncRandom(seed: seed)
    }

    /// The devices that were met, with what is known of their clocks.
    package var met: (presences: [DevicePresence], clocks: DeviceClocks) { (presences, clocks) }

    /// True if another device's clock is not known to the second.
    package private(set) var isVague = false

    /// Whether the remote has the report of this round.
    package private(set) var hasReported = false

    /// Which phase it is in; nil: none.
    package var phase: SyncPhase? {
        switch step {
        case .idle, .over, .preparing, .reporting: nil
        case .hastening, .settingUp, .adopting, .asking, .noting: .setup
        case .reading, .applying: .import
        case .leasing, .pushing, .settling, .releasing: .export
        }
    }

    /// Takes in what came of the last action.
    ///
    /// - Parameters:
    ///   - event: what came of it.
    ///   - now: trusted time in milliseconds since 1970.
    /// - Returns: what is to be done next.
    package mutating func event(_ event: Event, now: Int) -> Action {
        switch event {
        case .begin: begin()
        case .remote(.failed(let error)): fail(error)
        case .remote(let answer): take(answer, now: now)
        case .stored(let result): take(result)
        case .storeFailed(let why): end(.transient("the store: " + why))
        }
    }
}

extension SyncRound {
    private mutating func begin() -> Action {
        guard let hasten else { return setUp() }
        step = .hastening
        return .store(hasten)
    }

    private mutating func setUp() -> Action {
        step = .settingUp
        return .remote(.setUp)
    }

    private mutating func take(_ answer: RemoteAnswer, now: Int) -> Action {
        switch (step, answer) {
        case (.settingUp, .ready(let identity)):
            step = .adopting
            return .store(.adopt(identity))
        case (.asking, .devices(let presences)):
            self.presences = presences
            step = .noting
            return .store(.note(presences))
        case (.pushing, .pushed(let outcomes)): return settle(outcomes)
        case (.reading, .page(let page)):
            if case .entries(_, let cursor, _) = page { self.cursor = cursor }
            step = .applying
            return .store(.apply(page, clocks))
        case (.reporting, .reported):
            hasReported = true
            return end(nil)
        default: return fail(.permanent("the remote answered something else than was asked"))
        }
    }

    private mutating func take(_ result: StoreResult) -> Action {
        switch (step, result) {
        case (.hastening, _): return setUp()
        case (.adopting, .state(let state)):
            cursor = state.cursor
            step = .asking
            return .remote(.devices)
        case (.noting, .lifeBegan(let why)): return end(.transient(why))
        case (.noting, .state(let state)):
            // That all is read again, as a clock is known better, makes nobody a newcomer.
            let readsFirst = cursor == nil || settings.readsBeforeWriting
            cursor = state.cursor
            clocks = state.clocks
            isVague = hasVagueClock
            isReportDue = isReportDue || hasSomethingToSay || sharpensClocks && isVague
            return readsFirst ? read() : lease()
        case (.leasing, .leased(let batch)): return push(batch)
        case (.settling, .settled(let settled)): return note(settled)
        case (.applying, .applied(let applied)): return note(applied)
        case (.preparing, .presence(let presence)):
            step = .reporting
            return .remote(.report(presence))
        case (.releasing, .settled(let released)):
            report.failed += released.failed
            note(retryAt: released.retryAt)
            // That it takes nothing does not keep it from telling what others did.
            if case .offline = report.error { return end(report.error) }
            return hasPulled ? end(report.error) : read()
        default: return end(.permanent("the store answered something else than was asked"))
        }
    }
}

extension SyncRound {
    private mutating func lease() -> Action {
        step = .leasing
        return .store(.lease)
    }

    private mutating func push(_ batch: [RemoteRecord]) -> Action {
        guard !batch.isEmpty else { return hasPulled ? prepare() : read() }
        self.batch = batch
        step = .pushing
        return .remote(.push(batch))
    }

    private mutating func settle(_ outcomes: [PushOutcome]) -> Action {
        guard outcomes.count == batch.count else {
            return fail(.permanent("the remote answered for another number of records"))
        }
        step = .settling
        let operations = zip(batch.map(\.operation), outcomes)
        let answers = Dictionary(operations) { first, _ in first }
        batch = []
        return .store(.settle(answers, seed: seeds.next()))
    }

    private mutating func note(_ settled: StoreResult.Settled) -> Action {
        report.pushed += settled.stored
        report.conflicts += settled.conflicts
        report.failed += settled.failed
        note(retryAt: settled.retryAt)
        collisions = settled.stored > 0 ? 0 : collisions + 1
        if collisions < Self.collisions { return lease() }
        return hasPulled ? prepare() : read()
    }

    private mutating func note(retryAt: Int?) {
        guard let retryAt else { return }
        report.retryAt = min(report.retryAt ?? retryAt, retryAt)
    }

    private var hasVagueClock: Bool {
        presences.contains { presence in
            guard let own, presence.at != 0, presence.origin.device != own.device else {
                return false
            }
            return !clocks.isCertain(presence.origin)
        }
    }

    /// True if another device has yet to hear of this one, or what this one found when it read its clock.
    private var hasSomethingToSay: Bool {
        guard let own else { return false }
        let said = presences.first { $0.origin == own }
        // What this device says of itself cannot be read.
        if let said, said.at == 0 { return true }
        let told = said?.clock.differences ?? [:]
        return clocks.differences.keys.contains { told[$0] == nil }
    }

    private mutating func read() -> Action {
        hasPulled = true
        step = .reading
        return .remote(.page(after: cursor, limit: settings.pageRecords))
    }

    private mutating func note(_ applied: StoreResult.Applied) -> Action {
        report.pulled += applied.records
        report.changed += applied.changed
        report.conflicts += applied.conflicts
        report.delays += applied.delays
        if applied.isReset {
            cursor = nil
            resets += 1
            if resets > Self.resets {
                return fail(.transient("the remote has lost its past several times"))
            }
            return read()
        }
        if applied.more { return read() }
        // Once more: a conflict may have left something to say.
        return report.error == nil ? lease() : end(report.error)
    }

    private mutating func prepare() -> Action {
        let isNews = report.pushed > 0 || report.pulled > 0
        guard isNews || isReportDue else { return end(nil) }
        step = .preparing
        let seen = presences.map { ($0.origin, $0.round) }
        return .store(.presence(seen: Dictionary(seen) { max($0, $1) }))
    }

    private mutating func fail(_ error: RemoteError) -> Action {
        guard step == .pushing else { return end(error) }
        report.error = error
        step = .releasing
        return .store(.release(error, seed: seeds.next()))
    }

    private mutating func end(_ error: RemoteError?) -> Action {
        step = .over
        report.error = error
        return .end(report)
    }
}
