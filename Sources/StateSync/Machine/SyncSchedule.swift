/// When to sync: one schedule for all players.
///
/// Times are milliseconds of a clock that counts suspend. The schedule says when it wants to be
/// woken with ``deadline``; waking it earlier, or for nothing, does no harm.
package struct SyncSchedule: Sendable, Equatable {
    /// How often.
    package struct Settings: Sendable, Equatable {
        /// Between rounds while a player is playing, in milliseconds.
        package var activeInterval = 45_000
        /// Between rounds while somebody is looking, in milliseconds, drawn anew each time.
        ///
        /// A tick elsewhere waits up to 2 s until it is stored and up to ``tickInterval`` until it is sent,
        /// and is to show here within 30 s.
        package var foregroundInterval = 20_000...25_000
        /// Between rounds that send ticks, in milliseconds, where other devices might show them.
        package var tickInterval = 2_500
        /// Between discoveries, in milliseconds.
        package var discoveryInterval = 30_000
        /// Whether the remote is reached over the network.
        package var needsNetwork = true

        /// The usual.
        package init() {}
    }

    /// Why a round is made.
    package enum Trigger: String, Sendable, CaseIterable {
        /// The daemon has started.
        case start
        /// The network is there again.
        case network
        /// A player is playing.
        case active
        /// Somebody is looking.
        case foreground
        /// A surface has come to the front.
        case discovery
        /// The remote has news.
        case notification
        /// Something was changed here.
        case change
        /// A person asked for it.
        case request
        /// An entry may be tried again.
        case retry
        /// The remote did not answer last time.
        case probe
    }

    /// What happens.
    package enum Event: Sendable, Equatable {
        /// The daemon has started, and its state is restored.
        case started
        /// The machine has a network, or has none.
        case network(isUp: Bool)
        /// A player is playing, or none is.
        case players(arePlaying: Bool)
        /// A surface is in front, or none is.
        case surfaces(areInFront: Bool)
        /// A surface has come to the front, its player playing or not.
        case cameToFront(isPlaying: Bool)
        /// The remote says that it has news.
        case notified
        /// Something was changed here; a tick of a player that goes on can wait for its turn.
        case changed(isTick: Bool)
        /// Somebody asks for a round.
        case requested
        /// The machine goes to sleep.
        case suspending
        /// The machine is awake again.
        case resumed
        /// Entries may be tried again in that many milliseconds.
        case retry(in: Int)
        /// The time that was asked for has come.
        case woke
        /// A round is over; it found the remote, or did not.
        case ended(isSuccess: Bool)
    }

    private let settings: Settings
    private var random: SyncRandom
    /// Why the round that is being made was begun; empty: none is being made.
    package private(set) var running: Set<Trigger> = []
    private var waiting: Set<Trigger> = []
    private var isNetworkUp = true
    private var isSuspended = false
    private var playingSince: Int?
    private var frontSince: Int?
    /// When the last round began, or was left out.
    private var lastRound = 0
    private var foregroundWait: Int
    private var lastDiscovery: Int?
    private var trailingDiscovery: Int?
    private var retryAt: Int?
    private var probeAt: Int?
    private var failures = 0
    /// When ticks are sent that wait; `nil` if none does.
    private var tickAt: Int?
    /// True if other devices share the remote.
    package var hasOthers = false

    /// A schedule of a daemon that has yet to start.
    package init(_ settings: Settings = Settings(), random: SyncRandom) {
        self.settings = settings
        self.random = random
        foregroundWait = settings.foregroundInterval.lowerBound
    }

    /// Whether rounds are made by the clock at present.
    package var isPolling: Bool { playingSince != nil || frontSince != nil }

    /// How many rounds in a row did not find the remote.
    package var failedRounds: Int { failures }

    /// When it wants to be woken; nil: not at all.
    package var deadline: Int? {
        guard running.isEmpty, !isSuspended else { return nil }
        return [activeAt, foregroundAt, trailingDiscovery, retryAt, probeAt, tickAt]
            .compactMap(\.self).min()
    }

    private var activeAt: Int? {
        playingSince.map { max($0, lastRound) + settings.activeInterval }
    }

    private var foregroundAt: Int? {
        frontSince.map { max($0, lastRound) + foregroundWait }
    }

    /// Takes in what happens.
    ///
    /// - Parameters:
    ///   - event: what happens.
    ///   - now: milliseconds of a clock that counts suspend.
    /// - Returns: why a round is to be begun now; empty: none is.
    package mutating func event(_ event: Event, now: Int) -> Set<Trigger> {
        switch event {
        case .started: return run([.start], now)
        case .notified: return run([.notification], now)
        case .requested: return run([.request], now)
        case .network(let isUp): return network(isUp, now)
        case .players(let arePlaying): playingSince = arePlaying ? playingSince ?? now : nil
        case .surfaces(let areInFront): frontSince = areInFront ? frontSince ?? now : nil
        case .cameToFront(let isPlaying): return isPlaying ? [] : discover(now)
        case .changed(let isTick): return isTick && isPolling ? ticked(now) : changed(now)
        case .suspending: isSuspended = true
        case .resumed:
            isSuspended = false
            lastDiscovery = nil
            return discover(now)
        case .retry(let wait): retryAt = min(retryAt ?? .max, now + max(0, wait))
        case .woke: return wake(now)
        case .ended(let isSuccess): return end(isSuccess, now)
        }
        return []
    }
}

extension SyncSchedule {
    /// Begins a round; one that is being made makes one more.
    private mutating func run(_ triggers: Set<Trigger>, _ now: Int) -> Set<Trigger> {
        guard !triggers.isEmpty else { return [] }
        guard running.isEmpty else {
            waiting.formUnion(triggers)
            return []
        }
        running = triggers
        lastRound = now
        tickAt = nil
        foregroundWait = Int.random(in: settings.foregroundInterval, using: &random)
        probeAt = nil
        return triggers
    }

    private mutating func network(_ isUp: Bool, _ now: Int) -> Set<Trigger> {
        guard settings.needsNetwork, isUp != isNetworkUp else { return [] }
        isNetworkUp = isUp
        guard isUp else { return [] }
        failures = 0
        return run([.network], now)
    }

    /// What was changed while the remote did not answer goes with the probe.
    private mutating func changed(_ now: Int) -> Set<Trigger> {
        failures > 0 && running.isEmpty ? [] : run([.change], now)
    }

    /// A tick of a player that goes on waits for a moment: the next one comes soon.
    private mutating func ticked(_ now: Int) -> Set<Trigger> {
        guard hasOthers, failures == 0, tickAt == nil else { return [] }
        let due = lastRound + settings.tickInterval
        guard due <= now, running.isEmpty else {
            tickAt = max(now, due)
            return []
        }
        return run([.change], now)
    }

    /// At most one in an interval, and one more for whatever came within it.
    private mutating func discover(_ now: Int) -> Set<Trigger> {
        if let lastDiscovery, now < lastDiscovery + settings.discoveryInterval {
            trailingDiscovery = lastDiscovery + settings.discoveryInterval
            return []
        }
        lastDiscovery = now
        trailingDiscovery = nil
        return run([.discovery], now)
    }

    private mutating func wake(_ now: Int) -> Set<Trigger> {
        guard !isSuspended, running.isEmpty else { return [] }
        var due: Set<Trigger> = []
        if let activeAt, activeAt <= now { due.insert(.active) }
        if let foregroundAt, foregroundAt <= now { due.insert(.foreground) }
        // A round by the clock is left out without a network.
        if !due.isEmpty, settings.needsNetwork, !isNetworkUp {
            due = []
            lastRound = now
        }
        if let retryAt, retryAt <= now {
            self.retryAt = nil
            due.insert(.retry)
        }
        if let probeAt, probeAt <= now { due.insert(.probe) }
        if let tickAt, tickAt <= now { due.insert(.change) }
        if let trailingDiscovery, trailingDiscovery <= now {
            self.trailingDiscovery = nil
            lastDiscovery = now
            due.insert(.discovery)
        }
        return run(due, now)
    }

    private mutating func end(_ isSuccess: Bool, _ now: Int) -> Set<Trigger> {
        running = []
        if isSuccess {
            failures = 0
            probeAt = nil
        } else {
            failures += 1
            // Even when idle: that a link is up does not mean that the remote answers.
            probeAt = now + max(50, Backoff.delay(after: failures, &random))
            waiting.formIntersection([.network, .notification, .request])
        }
        defer { waiting = [] }
        return run(waiting, now)
    }
}
