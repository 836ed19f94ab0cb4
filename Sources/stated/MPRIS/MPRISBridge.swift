// SPDX-License-Identifier: Apache-2.0
import Glibc
import PlayerMPRIS
import StateBridge
import StateClient
import SystemSupport

/// The bridge between the players on the session bus and the daemon, with one event loop for all.
struct MPRISBridge {
    /// The time to wait for the last acknowledgements when the bridge ends.
    private static let drainMilliseconds = 5_000
    /// The time to wait at the end if the daemon is not connected, but may be restarting.
    private static let reconnectMilliseconds = 1_000

    private let executor: LoopExecutor
    private let mailbox: Mailbox<BusEvent>
    private let notifications: AlertNotifications?
    private var isNotifying = false
    private let signals: Signals
    private let nameLocks: PlayerNameLockWatch
    private let place: MPRISConnection.Place
    private let filter: MPRISFilter
    private var roster: MPRISRoster
    private var connections: [MPRISConnection] = []
    private var mirrors = MPRISMirrors()
    /// True after the message that the daemon cannot be reached, until it can be.
    private var isAbsenceReported = false
    private var isEnding = false
    private var isClosed = false
    private var lostBus: String?

    init(
        _ filter: MPRISFilter,
        at place: MPRISConnection.Place,
        executor: LoopExecutor,
        mailbox: Mailbox<BusEvent>,
        notifications: AlertNotifications?,
        signals: Signals
    ) {
        self.executor = executor
        self.mailbox = mailbox
        self.notifications = notifications
        self.signals = signals
        self.place = place
        nameLocks = PlayerNameLockWatch(place.nameLocks)
        self.filter = filter
        roster = MPRISRoster(filter)
    }

    /// Follows players until a signal arrives or the bus is lost.
    ///
    /// - Returns: The reason why the bus was lost; `nil` if it was not.
    mutating func run() -> String? {
        while !isEnding { turn() }
        for index in connections.indices {
            if lostBus == nil { connections[index].leave() } else { connections[index].vanish() }
        }
        let isHeard = connections.allSatisfy(\.isAttached)
        let end = Clocks.running + (isHeard ? Self.drainMilliseconds : Self.reconnectMilliseconds)
        while !connections.allSatisfy(\.isStored), Clocks.running < end { turn(until: end) }
        reportUnacknowledged()
        // These tasks run on this thread, so the loop continues until they have ended.
        place.requests.finish()
        while !isClosed { turn() }
        return lostBus
    }

    private func reportUnacknowledged() {
        let count = connections.map(\.unacknowledged).reduce(0, +)
        guard count > 0 else { return }
        let reason =
            connections.compactMap(\.absence).first
            ?? "the daemon did not acknowledge the last report in time"
        Notice.tell(LossNotice.text(reason, items: count))
    }

    private mutating func turn(until end: Int = .max) {
        var polls = connections.flatMap(\.polls)
        let own = [
            executor.descriptor, signals.descriptor, place.reader.descriptor, nameLocks.descriptor,
        ]
        for descriptor in own {
            polls.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        let left = end == .max ? nil : max(0, end - Clocks.running)
        let timeout = (connections.map(\.timeoutMilliseconds) + [left]).compactMap(\.self).min()
        poll(&polls, nfds_t(polls.count), timeout.map { Int32(clamping: $0) } ?? -1)
        let ready = polls.filter { $0.revents != 0 }.map(\.fd)
        while let signal = signals.next() { if signal.number != SIGCHLD { isEnding = true } }
        executor.run()
        for event in mailbox.take() { handle(event) }
        if ready.contains(place.reader.descriptor) { handleReads() }
        if ready.contains(nameLocks.descriptor) {
            nameLocks.drain()
            for index in connections.indices { connections[index].yield() }
        }
        for index in connections.indices { connections[index].wake(ready) }
        settle()
    }

    private mutating func handleReads() {
        for answer in place.reader.take() {
            for index in connections.indices {
                connections[index].handle(.contents(path: answer.path, key: answer.key))
            }
        }
    }

    private mutating func handle(_ event: BusEvent) {
        switch event {
        case .roster(let event):
            if case .owned(let name, let owner) = event { noteExcluded(name, of: owner) }
            take(roster.event(event))
        case .introduced(let owner, let label, let schemes):
            guard let index = connections.firstIndex(where: { $0.owner == owner }) else { break }
            connections[index].introduce(label, schemes: schemes)
        case .changed(let owner, let properties, let hasMore, let number):
            tell(owner, .changed(properties), at: number)
            if hasMore {
                ask(owner, PlayerRequest.unasked)
            }
        case .seeked(let owner, let position, let number):
            tell(owner, .seeked(position), at: number)
        case .answered(let owner, let asked, let properties, let number):
            answer(owner, asked, properties, at: number)
        case .requested(let owner, let answer): tell(owner, .requested(answer))
        case .lost(let reason):
            lostBus = reason
            isEnding = true
        case .closed: isClosed = true
        }
    }

    /// Passes on a player's answer, or asks again if a signal arrived after the answer.
    private mutating func answer(
        _ owner: String,
        _ asked: Int,
        _ properties: MPRISProperties?,
        at number: Int
    ) {
        guard let connection = connections.first(where: { $0.owner == owner }) else { return }
        if number < connection.newestSignal {
            ask(owner, asked)
        } else if asked != PlayerRequest.unasked {
            tell(owner, .answered(asked, properties))
        } else if var properties {
            properties.position = nil
            tell(owner, .changed(properties))
        }
    }

    private func ask(_ owner: String, _ number: Int) {
        place.requests.yield(.command(owner: owner, .ask(number: number)))
    }

    private mutating func tell(_ owner: String, _ event: MPRISFollower.Event, at number: Int = 0) {
        guard let index = connections.firstIndex(where: { $0.owner == owner }) else { return }
        connections[index].newestSignal = max(connections[index].newestSignal, number)
        introduce(&connections[index], after: event)
        connections[index].handle(event)
        connections[index].settle()
    }

    /// Asks a player for its label and its schemes once it has said anything.
    ///
    /// Celluloid is on the bus before it can answer.
    private func introduce(_ connection: inout MPRISConnection, after event: MPRISFollower.Event) {
        if case .answered(_, nil) = event { return }
        guard !connection.isIntroduced, let owner = connection.owner else { return }
        connection.isIntroduced = true
        place.requests.yield(.introduce(owner: owner))
    }

    private mutating func take(_ actions: [MPRISRoster.Action]) {
        for action in actions {
            switch action {
            case .ask(let owner): place.requests.yield(.process(of: owner))
            case .follow(let newcomer):
                let others = connections.count { $0.base == newcomer.base && $0.owner != nil }
                var connection = MPRISConnection(newcomer, number: others + 1, at: place)
                connection.begin()
                connections.append(connection)
            case .leave(let owner):
                guard let index = connections.firstIndex(where: { $0.owner == owner }) else {
                    break
                }
                connections[index].vanish()
            }
        }
    }

    /// Adds the connection that reports an excluded player, or ends it when the player leaves.
    private mutating func noteExcluded(_ name: String, of owner: String?) {
        guard let base = MPRISPlayerName.base(of: name), filter.excludes(base) else { return }
        if let owner {
            guard !connections.contains(where: { $0.owner == owner }) else { return }
            connections.append(MPRISConnection(excluded: base, owner: owner, at: place))
        } else if let index = connections.firstIndex(where: { $0.isExcluded && $0.base == base }) {
            connections[index].vanish()
        }
    }

    private mutating func findMirrors() {
        let players = connections.compactMap { connection in
            connection.owner.map { (owner: $0, sighting: connection.sighting) }
        }
        let found = mirrors.among(players, now: Clocks.running)
        for index in connections.indices {
            connections[index].mirror(connections[index].owner.map(found.contains) ?? false)
        }
    }

    private mutating func settle() {
        findMirrors()
        for index in connections.indices { connections[index].settle() }
        connections.removeAll(where: \.isDone)
        let notifies = connections.contains(where: \.isLinked)
        if notifies != isNotifying { notifications?.follow(notifies) }
        isNotifying = notifies
        let absence = connections.compactMap(\.absence).first
        if let absence, !isAbsenceReported { Notice.tell("\(absence); waiting for the daemon") }
        isAbsenceReported = absence != nil
    }
}
