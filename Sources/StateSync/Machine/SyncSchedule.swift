// SPDX-License-Identifier: Apache-2.0

/// The schedule of sync for all players.
///
/// Times are milliseconds of a clock that counts suspended time. The schedule requests its next
/// wake-up with ``deadline``; earlier wake-ups are harmless.
package struct SyncSchedule: Sendable, Equatable {
    /// The intervals between rounds.
    package struct Settings: Sendable, Equatable {
        /// The interval between rounds while a player is playing, in milliseconds.
        package var activeIntervalMilliseconds = 45_000
        /// The interval between rounds while a surface is in the foreground, in milliseconds,
        /// chosen at random from this range.
        ///
        /// A tick on another device may wait 2 s to be stored and ``tickIntervalMilliseconds`` to
        /// be sent, and should appear here within 30 s.
        package var foregroundIntervalMilliseconds = 20_000...25_000
        /// The interval, in milliseconds, between rounds that send ticks while another device is in
        /// front, and between rounds that send seeks.
        package var tickIntervalMilliseconds = 2_500
        /// The minimum interval between discoveries, in milliseconds.
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
        /// The network is available again.
        case network
        /// A player is playing.
        case active
        /// A surface is in the foreground.
        case foreground
        /// A surface moved to the foreground.
        case discovery
        /// The remote signalled a change.
        case notification
        /// A value changed on this device.
        case change
        /// The user requested a round.
        case request
        /// An entry may be tried again.
        case retry
        /// The last call to the remote failed, and it is tried again.
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
        /// The remote signalled a change.
        case notified
        /// A value changed on this device; a tick during playback can wait.
        case changed(isTick: Bool)
        /// A player performed a seek; many seeks in a row share a round.
        case sought
        /// The user or a program requested a round.
        case requested
        /// The machine is about to sleep.
        case suspending
        /// The machine is awake again.
        case resumed
        /// The requested wake-up time was reached.
        case woke
        /// A round ended; entries may be tried again after the given number of milliseconds, `nil`
        /// if none waits.
        case ended(isSuccess: Bool, retryIn: Int?)
    }

    /// The triggers that do not require a network: a start, at which its state is unknown, its
    /// return, a request, and a signal from the remote.
    private static let triggersWithoutNetwork: Set<Trigger> = [
        .start, .network, .notification, .request,
    ]
    /// The triggers of rounds that send nothing if only ticks wait.
    private static let readingTriggers: Set<Trigger> = [.foreground, .discovery, .notification]
    /// The minimum time between a round and the next attempt of an entry, in milliseconds, so that
    /// due entries share a round.
    private static let shortestRetryMilliseconds = 1_000
    /// The time, in milliseconds, after which other devices learn that no surface is in front; a
    /// surface that comes to the front within that time starts no round.
    private static let leaveDelayMilliseconds = 5_000

    private let settings: Settings
    private var random: SyncRandom
    /// The triggers of the current round; empty if there is none.
    package private(set) var running: Set<Trigger> = []
    private var waiting: Set<Trigger> = []
    private var isNetworkUp = true
    private var beganWithoutNetwork = false
    /// True once the remote was reached with the network down, until the network changes.
    private var isReachedWithoutNetwork = false
    private var isSuspended = false
    private var playingSince: Int?
    private var frontSince: Int?
    /// The time at which no surface counts as in front any longer; `nil` while one is in front.
    private var leavesAt: Int?
    /// The time when the last round began or was skipped.
    private var lastRound = 0
    private var foregroundWait: Int
    private var lastDiscovery: Int?
    private var trailingDiscovery: Int?
    private var retryAt: Int?
    private var probeAt: Int?
    private var failures = 0
    /// The time at which to send waiting ticks; `nil` to send them with the next regular round.
    private var tickAt: Int?
    /// True if a tick waits to be sent.
    private var hasTick = false
    /// True if changes other than ticks may wait to be sent.
    private var hasChange = false
    /// The time when the last round that sends everything began or was skipped.
    private var lastSend = 0
    /// The time until which another device counts as in front; `nil` if none does.
    private var viewedUntil: Int?
    /// True if the current round does not send ticks, and nothing else waits.
    package private(set) var keepsTicks = false

    /// Creates a schedule for a daemon that has not started.
    package init(_ settings: Settings = Settings(), random: SyncRandom) {
        self.settings = settings
        self.random = random
        foregroundWait = settings.foregroundIntervalMilliseconds.lowerBound
    }

    /// True while a surface of this device is in front, and briefly afterwards.
    package var isInFront: Bool { frontSince != nil }

    /// True while rounds are made at regular intervals.
    package var isPolling: Bool { playingSince != nil || frontSince != nil }

    /// True unless the remote needs the network and the network is down.
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
    ///   - event: The event, which may start a round.
    ///   - now: Milliseconds of a clock that counts suspended time.
    /// - Returns: The triggers of the round to begin now; empty for no round.
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
    /// Begins a round, or schedules another one after the current round.
    ///
    /// Without a network, only triggers that do not require it count.
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

    /// Begins a round for a change, unless a pending probe of the remote will send it.
    private mutating func changed(_ now: Int) -> Set<Trigger> {
        hasChange = true
        return failures > 0 && running.isEmpty ? [] : run([.change], now)
    }

    /// Begins a round when the first surface comes to the front, and another a while after the last
    /// one left, so that this device's report tells the other devices.
    private mutating func surfaces(_ areInFront: Bool, _ now: Int) -> Set<Trigger> {
        guard areInFront else {
            guard isInFront, leavesAt == nil else { return [] }
            leavesAt = now + Self.leaveDelayMilliseconds
            return hasTick ? deferred(now) : []
        }
        leavesAt = nil
        guard !isInFront else { return [] }
        frontSince = now
        // A discovery that begins now serves as that round.
        foregroundWait = 0
        return []
    }

    private mutating func leave() { (leavesAt, frontSince) = (nil, nil) }

    /// Records until when another device counts as in front; `nil` if none does.
    package mutating func noteViewed(until end: Int?, now: Int) {
        viewedUntil = end
        if hasTick, tickAt == nil, isViewed(now) {
            tickAt = max(now, lastRound + settings.tickIntervalMilliseconds)
        }
    }

    private func isViewed(_ now: Int) -> Bool { viewedUntil.map { now < $0 } ?? false }

    /// Sends a tick soon if another device is in front, otherwise with the next regular round.
    private mutating func ticked(_ now: Int) -> Set<Trigger> {
        hasTick = true
        return isViewed(now) ? deferred(now) : []
    }

    /// Sends a change; delays it shortly after the last round, so that several share a round.
    private mutating func deferred(_ now: Int) -> Set<Trigger> {
        guard failures == 0, tickAt == nil else { return [] }
        let due = lastRound + settings.tickIntervalMilliseconds
        guard due <= now, running.isEmpty else {
            tickAt = max(now, due)
            return []
        }
        return run([.change], now)
    }

    /// Begins at most one discovery per interval; later requests share the next one.
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
            // The remote was reached although the network is down, so it does not need the network.
            if beganWithoutNetwork, !isNetworkUp { isReachedWithoutNetwork = true }
            retryAt = wait.map { now + max(Self.shortestRetryMilliseconds, $0) }
        } else {
            failures += 1
            hasChange = true
            // Probes even when idle, because the remote may not answer although the network is up.
            // The probe also sends all waiting entries.
            probeAt = now + max(50, Backoff.delay(after: failures, &random))
            waiting.formIntersection([.network, .notification, .request])
        }
        defer { waiting = [] }
        return run(waiting, now)
    }
}
