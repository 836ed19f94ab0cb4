// SPDX-License-Identifier: Apache-2.0

/// The schedule of sync for all players.
///
/// Times are milliseconds of a clock that counts suspend. The schedule requests its next wake-up
/// with ``deadline``; earlier wake-ups are harmless.
package struct SyncSchedule: Sendable, Equatable {
    /// The intervals of the schedule.
    package struct Settings: Sendable, Equatable {
        /// The interval between rounds while a player is playing, in milliseconds.
        package var activeIntervalMilliseconds = 45_000
        /// The interval of rounds while a surface is in the foreground, in milliseconds, chosen at
        /// random each time.
        ///
        /// A tick on another device waits up to 2 s until it is stored and up to
        /// ``tickIntervalMilliseconds`` until it is sent, and should appear here within 30 s.
        package var foregroundIntervalMilliseconds = 20_000...25_000
        /// The interval between rounds that send ticks, in milliseconds, while another device is in
        /// front, and between those that send seeks.
        package var tickIntervalMilliseconds = 2_500
        /// The interval between discoveries, in milliseconds.
        package var discoveryIntervalMilliseconds = 30_000
        /// True if the remote is reached over the network.
        package var needsNetwork = true

        /// Creates the default settings.
        package init() {}
    }

    /// The reason for a round.
    package enum Trigger: String, Sendable, CaseIterable {
        /// The daemon has started.
        case start
        /// The network returned.
        case network
        /// A player is playing.
        case active
        /// The user is watching.
        case foreground
        /// A surface moved to the foreground.
        case discovery
        /// The remote has reported news.
        case notification
        /// A value changed on this device.
        case change
        /// The user requested a round.
        case request
        /// An entry may be tried again.
        case retry
        /// The remote did not answer the last call.
        case probe
    }

    package enum Event: Sendable, Equatable {
        /// The daemon has started, and its state is restored.
        case started
        /// The machine gained or lost its network.
        case network(isUp: Bool)
        /// The first player started to play, or the last one stopped.
        case players(arePlaying: Bool)
        /// The first surface moved to the foreground, or the last one left it.
        case surfaces(areInFront: Bool)
        /// A surface moved to the foreground, with or without a playing player.
        case cameToFront(isPlaying: Bool)
        /// The remote reported news.
        case notified
        /// A value changed on this device; a tick during playback can wait.
        case changed(isTick: Bool)
        /// A player sought; many seeks in a row share a round.
        case sought
        /// A person or program requested a round.
        case requested
        /// The machine is about to sleep.
        case suspending
        /// The machine is awake again.
        case resumed
        /// The requested wake-up time has come.
        case woke
        /// A round ended, with or without success; entries may be retried after the given number of
        /// milliseconds, or none waits.
        case ended(isSuccess: Bool, retryIn: Int?)
    }

    /// The triggers that do not depend on the network: it is unknown, a caller asks, or the remote
    /// has just answered.
    private static let triggersWithoutNetwork: Set<Trigger> = [
        .start, .network, .notification, .request,
    ]
    /// The triggers of rounds that only read while ticks wait.
    private static let readingTriggers: Set<Trigger> = [.foreground, .discovery, .notification]
    /// The minimum time between a round and the next attempt of an entry, in milliseconds, so that
    /// due entries share a round.
    private static let shortestRetryMilliseconds = 1_000
    /// The time after the last surface left the foreground until other devices learn of it, in
    /// milliseconds; a surface that replaces it within that time starts no round.
    private static let leaveDelayMilliseconds = 5_000

    private let settings: Settings
    private var random: SyncRandom
    /// The triggers of the current round; empty if there is none.
    package private(set) var running: Set<Trigger> = []
    private var waiting: Set<Trigger> = []
    private var isNetworkUp = true
    private var beganWithoutNetwork = false
    /// True once the remote was reached without a network, until the network changes.
    private var isReachedWithoutNetwork = false
    private var isSuspended = false
    private var playingSince: Int?
    private var frontSince: Int?
    /// The time at which no surface counts as in front any longer; `nil` while one is in front.
    private var leavesAt: Int?
    /// The time when the last round began, or was skipped.
    private var lastRound = 0
    private var foregroundWait: Int
    private var lastDiscovery: Int?
    private var trailingDiscovery: Int?
    private var retryAt: Int?
    private var probeAt: Int?
    private var failures = 0
    /// The time at which to send waiting ticks; `nil` for the next regular round.
    private var tickAt: Int?
    /// True if a tick waits.
    private var hasTick = false
    /// True if other changes may wait.
    private var hasChange = false
    /// The time when the last round began that sends what waits, or was skipped.
    private var lastSend = 0
    /// The time until which another device counts as in front; `nil` if none does.
    private var viewedUntil: Int?
    /// True if the current round sends no ticks, and nothing else waits.
    package private(set) var keepsTicks = false

    /// Creates a schedule for a daemon that has not started.
    package init(_ settings: Settings = Settings(), random: SyncRandom) {
        self.settings = settings
        self.random = random
        foregroundWait = settings.foregroundIntervalMilliseconds.lowerBound
    }

    /// True while a surface of this device is in front, and briefly after it left.
    package var isInFront: Bool { frontSince != nil }

    /// True while rounds are made at regular intervals.
    package var isPolling: Bool { playingSince != nil || frontSince != nil }

    /// False if the remote needs a network and there is none.
    package var hasNetwork: Bool {
        isNetworkUp || isReachedWithoutNetwork || !settings.needsNetwork
    }

    /// The time of the next wake-up; `nil` if none is needed.
    package var deadline: Int? {
        guard running.isEmpty, !isSuspended, hasNetwork else { return nil }
        return [activeAt, foregroundAt, trailingDiscovery, retryAt, probeAt, tickAt, leavesAt]
            .compactMap(\.self).min()
    }

    private var activeAt: Int? {
        playingSince.map {
            max($0, hasTick ? lastSend : lastRound) + settings.activeIntervalMilliseconds
        }
    }

    private var foregroundAt: Int? {
        frontSince.map { max($0, lastRound) + foregroundWait }
    }

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - event: the event that may start a round.
    ///   - now: milliseconds of a clock that counts suspend.
    /// - Returns: the triggers of the round to begin now; empty if there is none.
    package mutating func event(_ event: Event, now: Int) -> Set<Trigger> {
        switch event {
        case .started: return run([.start], now)
        case .notified: return run([.notification], now)
        case .requested: return run([.request], now)
        case .network(let isUp): return network(isUp, now)
        case .players(arePlaying: true): playingSince = playingSince ?? now
        case .players(arePlaying: false):
            playingSince = nil
            return hasTick ? changed(now) : []
        case .surfaces(let areInFront): return surfaces(areInFront, now)
        case .cameToFront(let isPlaying): return isPlaying ? [] : discover(now)
        case .changed(let isTick): return isTick && isPolling ? ticked(now) : changed(now)
        case .sought:
            hasChange = true
            return deferred(now)
        case .suspending:
            isSuspended = true
            let isLeaving = leavesAt != nil
            if isLeaving { leave() }
            return hasTick || tickAt != nil || isLeaving ? changed(now) : []
        case .resumed:
            isSuspended = false
            lastDiscovery = nil
            return discover(now)
        case .woke: return wake(now)
        case .ended(let isSuccess, let wait): return end(isSuccess, retryIn: wait, now)
        }
        return []
    }
}

extension SyncSchedule {
    /// Begins a round, or requests another one after the current round; without a network, only for
    /// independent triggers.
    private mutating func run(_ triggers: Set<Trigger>, _ now: Int) -> Set<Trigger> {
        let triggers =
            hasNetwork ? triggers : triggers.intersection(Self.triggersWithoutNetwork)
        guard !triggers.isEmpty else { return [] }
        guard running.isEmpty else {
            waiting.formUnion(triggers)
            return []
        }
        running = triggers
        beganWithoutNetwork = !isNetworkUp
        lastRound = now
        keepsTicks =
            hasTick && !hasChange && tickAt == nil && triggers.isSubset(of: Self.readingTriggers)
            && now < lastSend + settings.activeIntervalMilliseconds
        if !keepsTicks { (lastSend, tickAt, hasTick, hasChange) = (now, nil, false, false) }
        foregroundWait = Int.random(in: settings.foregroundIntervalMilliseconds, using: &random)
        probeAt = nil
        retryAt = nil
        return triggers
    }

    private mutating func network(_ isUp: Bool, _ now: Int) -> Set<Trigger> {
        guard settings.needsNetwork, isUp != isNetworkUp else { return [] }
        isNetworkUp = isUp
        isReachedWithoutNetwork = false
        guard isUp else { return [] }
        failures = 0
        return run([.network], now)
    }

    /// Begins a round for a change, unless a probe of the remote will carry it.
    private mutating func changed(_ now: Int) -> Set<Trigger> {
        hasChange = true
        return failures > 0 && running.isEmpty ? [] : run([.change], now)
    }

    /// Makes a round when the first surface comes to the front, and one a while after the last one
    /// left it: other devices learn of it by this device's report.
    private mutating func surfaces(_ areInFront: Bool, _ now: Int) -> Set<Trigger> {
        guard areInFront else {
            guard isInFront, leavesAt == nil else { return [] }
            leavesAt = now + Self.leaveDelayMilliseconds
            return hasTick ? deferred(now) : []
        }
        leavesAt = nil
        guard !isInFront else { return [] }
        frontSince = now
        // A discovery that begins now is that round.
        foregroundWait = 0
        return []
    }

    private mutating func leave() { (leavesAt, frontSince) = (nil, nil) }

    /// Notes until when another device counts as in front; `nil` if none does.
    package mutating func noteViewed(until end: Int?, now: Int) {
        viewedUntil = end
        if hasTick, tickAt == nil, isViewed(now) {
            tickAt = max(now, lastRound + settings.tickIntervalMilliseconds)
        }
    }

    private func isViewed(_ now: Int) -> Bool { viewedUntil.map { now < $0 } ?? false }

    /// Sends a tick during playback soon if another device shows it, or else with the next regular
    /// round.
    private mutating func ticked(_ now: Int) -> Set<Trigger> {
        hasTick = true
        return isViewed(now) ? deferred(now) : []
    }

    /// Sends a change, or defers it briefly because the next one comes soon.
    private mutating func deferred(_ now: Int) -> Set<Trigger> {
        guard failures == 0, tickAt == nil else { return [] }
        let due = lastRound + settings.tickIntervalMilliseconds
        guard due <= now, running.isEmpty else {
            tickAt = max(now, due)
            return []
        }
        return run([.change], now)
    }

    /// Begins at most one discovery per interval, and another for later requests.
    private mutating func discover(_ now: Int) -> Set<Trigger> {
        if let lastDiscovery, now < lastDiscovery + settings.discoveryIntervalMilliseconds {
            trailingDiscovery = lastDiscovery + settings.discoveryIntervalMilliseconds
            return []
        }
        lastDiscovery = now
        trailingDiscovery = nil
        return run([.discovery], now)
    }

    private mutating func wake(_ now: Int) -> Set<Trigger> {
        guard !isSuspended, running.isEmpty, hasNetwork else { return [] }
        var due: Set<Trigger> = []
        if let leavesAt, leavesAt <= now {
            leave()
            if failures == 0 { due.insert(.change) }
        }
        if let activeAt, activeAt <= now { due.insert(.active) }
        if let foregroundAt, foregroundAt <= now { due.insert(.foreground) }
        if let retryAt, retryAt <= now { due.insert(.retry) }
        if let probeAt, probeAt <= now { due.insert(.probe) }
        if let tickAt, tickAt <= now { due.insert(.change) }
        if let trailingDiscovery, trailingDiscovery <= now {
            self.trailingDiscovery = nil
            lastDiscovery = now
            due.insert(.discovery)
        }
        return run(due, now)
    }

    private mutating func end(
        _ isSuccess: Bool,
        retryIn wait: Int?,
        _ now: Int
    ) -> Set<Trigger> {
        running = []
        if isSuccess {
            failures = 0
            // A remote that was reached without a network needs none.
            if beganWithoutNetwork, !isNetworkUp { isReachedWithoutNetwork = true }
            retryAt = wait.map { now + max(Self.shortestRetryMilliseconds, $0) }
        } else {
            failures += 1
            hasChange = true
            // Probes even when idle: a link that is up does not mean that the remote answers. The
            // probe also sends all waiting entries.
            probeAt = now + max(50, Backoff.delay(after: failures, &random))
            waiting.formIntersection([.network, .notification, .request])
        }
        defer { waiting = [] }
        return run(waiting, now)
    }
}
