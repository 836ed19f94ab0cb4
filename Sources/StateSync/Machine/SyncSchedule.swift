// SPDX-License-Identifier: Apache-2.0

/// The schedule of sync, which is the same for all players.
///
/// Times are in milliseconds, on a clock that counts suspended time. The schedule must be woken at
/// ``deadline``, and may be woken earlier.
package struct SyncSchedule: Sendable, Equatable {
    package struct Settings: Sendable, Equatable {
        /// The interval between rounds while a player is playing, in milliseconds.
        package var activeIntervalMilliseconds = 45_000
        /// The range from which each interval between rounds is chosen at random while a surface is
        /// in the foreground, in milliseconds.
        ///
        /// A tick of another device should arrive within 30 s. It may wait 2 s until it is stored
        /// there, and ``tickIntervalMilliseconds`` until it is sent.
        package var foregroundIntervalMilliseconds = 20_000...25_000
        /// The minimum interval between rounds that send seeks, or that send ticks while another
        /// device has a surface in the foreground, in milliseconds.
        package var tickIntervalMilliseconds = 2_500
        /// The minimum interval between rounds that begin because a surface has moved to the
        /// foreground, in milliseconds.
        package var discoveryIntervalMilliseconds = 30_000
        package var needsNetwork = true

        package init() {}
    }

    package enum Trigger: String, Sendable, CaseIterable {
        case start
        case network
        case active
        case foreground
        /// A surface moved to the foreground, or the machine woke up.
        case discovery
        case notification
        /// A value changed on this device, or its last surface left the foreground.
        case change
        case request
        case retry
        /// The last round failed, and its delay is over.
        case probe
    }

    package enum Event: Sendable, Equatable {
        case started
        case network(isUp: Bool)
        /// The first player started to play, or the last one stopped.
        case players(arePlaying: Bool)
        /// The first surface moved to the foreground, or the last one left it.
        case surfaces(areInFront: Bool)
        /// A surface moved to the foreground; `isPlaying` is true if a player is playing.
        case movedToForeground(isPlaying: Bool)
        case notified
        /// A value changed on this device; `isTick` is true if only playback has advanced.
        case changed(isTick: Bool)
        /// The user sought to another position; many seeks in a row are sent in one round.
        case sought
        case requested
        case suspending
        case resumed
        case woke
        /// A round ended.
        ///
        /// `retryIn` is the time until the next attempt to send an entry, in milliseconds; `nil` if
        /// no entry waits.
        case ended(isSuccess: Bool, retryIn: Int?)
    }

    /// The triggers that begin a round even without a network.
    ///
    /// At startup, the state of the network is not known yet. After a notification or a request,
    /// the remote may be reachable without a network.
    private static let triggersWithoutNetwork: Set<Trigger> = [
        .start, .network, .notification, .request,
    ]
    /// The triggers of rounds that may leave waiting ticks unsent; see ``keepsTicks``.
    private static let readingTriggers: Set<Trigger> = [.foreground, .discovery, .notification]
    /// The minimum time from a round to the next attempt to send an entry, in milliseconds.
    ///
    /// Entries that become due within it are sent in one round.
    private static let shortestRetryMilliseconds = 1_000
    /// The time from the last surface leaving the foreground to the round that reports it, in
    /// milliseconds.
    ///
    /// A surface that returns within this time makes that round unnecessary.
    private static let leaveDelayMilliseconds = 5_000

    private let settings: Settings
    private var random: SyncRandom
    package private(set) var running: Set<Trigger> = []
    private var waiting: Set<Trigger> = []
    private var isNetworkUp = true
    private var beganWithoutNetwork = false
    /// True if a round has succeeded without a network since the state of the network last changed.
    private var isReachedWithoutNetwork = false
    private var isSuspended = false
    private var playingSince: Int?
    private var frontSince: Int?
    /// The time at which this device will report that its last surface has left the foreground;
    /// `nil` if no such report is scheduled.
    private var leavesAt: Int?
    private var lastRound = 0
    private var foregroundWait: Int
    private var lastDiscovery: Int?
    private var trailingDiscovery: Int?
    private var retryAt: Int?
    private var probeAt: Int?
    private var failures = 0
    /// The time of the next round for ticks or seeks; `nil` if ticks wait for the next regular
    /// round.
    private var tickAt: Int?
    private var hasTick = false
    /// True if changes other than ticks may wait to be sent.
    private var hasChange = false
    /// The time at which the last round without ``keepsTicks`` began.
    private var lastSend = 0
    /// The time until which another device may have a surface in the foreground; `nil` if no device
    /// has.
    private var viewedUntil: Int?
    /// True if only ticks wait to be sent, and the current round does not send them.
    package private(set) var keepsTicks = false

    package init(_ settings: Settings = Settings(), random: SyncRandom) {
        self.settings = settings
        self.random = random
        foregroundWait = settings.foregroundIntervalMilliseconds.lowerBound
    }

    /// True while a surface of this device is in the foreground, and for ``leaveDelayMilliseconds``
    /// afterwards.
    package var isInFront: Bool { frontSince != nil }

    /// True while a player is playing or a surface is in the foreground, so that rounds are
    /// regular.
    package var isPolling: Bool { playingSince != nil || frontSince != nil }

    /// True if the network is up, or the remote can be reached without one.
    package var hasNetwork: Bool {
        isNetworkUp || isReachedWithoutNetwork || !settings.needsNetwork
    }

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

    /// Handles an event, and returns the triggers of the round that must begin now; empty if none
    /// must.
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
        case .movedToForeground(let isPlaying): return isPlaying ? [] : discover(now)
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
    /// Begins a round, or schedules one for the end of the current round.
    ///
    /// Without a network, triggers that require one are ignored.
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

    /// Begins a round for a change; after a failed round, the next probe sends the change instead.
    private mutating func changed(_ now: Int) -> Set<Trigger> {
        hasChange = true
        return failures > 0 && running.isEmpty ? [] : run([.change], now)
    }

    /// Schedules a round for now when the first surface moves to the foreground, and for a few
    /// seconds after the last surface has left it.
    ///
    /// In both rounds, this device writes its presence.
    private mutating func surfaces(_ areInFront: Bool, _ now: Int) -> Set<Trigger> {
        guard areInFront else {
            guard isInFront, leavesAt == nil else { return [] }
            leavesAt = now + Self.leaveDelayMilliseconds
            return hasTick ? deferred(now) : []
        }
        leavesAt = nil
        guard !isInFront else { return [] }
        frontSince = now
        // A discovery that begins now serves as this round.
        foregroundWait = 0
        return []
    }

    private mutating func leave() { (leavesAt, frontSince) = (nil, nil) }

    package mutating func noteViewed(until end: Int?, now: Int) {
        viewedUntil = end
        if hasTick, tickAt == nil, isViewed(now) {
            tickAt = max(now, lastRound + settings.tickIntervalMilliseconds)
        }
    }

    private func isViewed(_ now: Int) -> Bool { viewedUntil.map { now < $0 } ?? false }

    /// Schedules the sending of a tick: soon if another device has a surface in the foreground,
    /// otherwise with the next regular round.
    private mutating func ticked(_ now: Int) -> Set<Trigger> {
        hasTick = true
        return isViewed(now) ? deferred(now) : []
    }

    /// Begins a round for a change, or schedules it if the last round was recent, so that several
    /// changes are sent together.
    private mutating func deferred(_ now: Int) -> Set<Trigger> {
        guard failures == 0, tickAt == nil else { return [] }
        let due = lastRound + settings.tickIntervalMilliseconds
        guard due <= now, running.isEmpty else {
            tickAt = max(now, due)
            return []
        }
        return run([.change], now)
    }

    /// Begins a round with the trigger `discovery`, or schedules it if the last such round was
    /// recent.
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
            // The remote was reached without a network, so it does not need one.
            if beganWithoutNetwork, !isNetworkUp { isReachedWithoutNetwork = true }
            retryAt = wait.map { now + max(Self.shortestRetryMilliseconds, $0) }
            // A seek during the first round after a failure was not scheduled.
            if hasChange, tickAt == nil { tickAt = lastRound + settings.tickIntervalMilliseconds }
        } else {
            failures += 1
            hasChange = true
            // Probes even if nothing waits, because the remote may not answer even if the network
            // is up. The probe also sends all waiting entries.
            probeAt = now + max(50, Backoff.delay(after: failures, &random))
            waiting.formIntersection([.network, .notification, .request])
        }
        defer { waiting = [] }
        return run(waiting, now)
    }
}
