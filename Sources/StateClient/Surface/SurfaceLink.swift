package import StateModel
import StateProtocol
import Varlink

/// A surface's dealings with the daemon, over restarts of it: what goes over the wire, and when.
///
/// Two connections are one link: calls go over the first, which is the surface, and changes come
/// over the second. Should either end, both are made anew, and what was not answered is sent again.
package struct SurfaceLink: Sendable {
    /// The two connections of a link.
    package enum Wire: Sendable {
        /// For calls and their answers.
        case calls
        /// For the stream of changes.
        case changes
    }

    /// What the time is.
    package struct Time: Sendable, Equatable {
        /// Milliseconds of a clock that only moves on.
        package var elapsed: Int
        /// Milliseconds since 1970.
        package var wall: Int

        /// A time by both clocks.
        package init(elapsed: Int, wall: Int) {
            self.elapsed = elapsed
            self.wall = wall
        }
    }

    /// What happened outside.
    package enum Input: Sendable, Equatable {
        /// Both connections are there.
        case connected
        /// They could not be made, for that reason; `share` is random, from 0 to 1.
        case failed(why: String, share: Double)
        /// One of them ended; `share` is random, from 0 to 1.
        case closed(share: Double)
        /// Bytes arrived.
        case received(Wire, [UInt8])
        /// The daemon's socket may have come into being.
        case appeared
        /// Time passed.
        case wake
    }

    /// What is to be done.
    package enum Action: Sendable, Equatable {
        /// Make both connections.
        case connect
        /// End them.
        case close
        /// Send bytes.
        case send(Wire, [UInt8])
        /// Tell the surface.
        case tell(SurfaceEvent)
        /// Tell the person that no daemon is there.
        case absent(why: String)
    }

    enum Stage: Sendable, Equatable {
        case waiting(until: Int)
        case connecting
        case attaching
        case attached
    }

    /// A call that waits for its answer.
    enum Pending: Sendable, Equatable {
        case attach
        case told
        case resume(item: String)
        case setQueue
    }

    let player: String
    var stage = Stage.waiting(until: 0)
    var calls = ClientConnection()
    var changes = ClientConnection()
    var pending: [Pending] = []
    var outbox = SurfaceOutbox()
    /// When what the daemon refused for now is to be sent again; nil: nothing is.
    var retryAt: Int?
    var reconnection = Reconnection()
    /// Where the stream of changes stood.
    var token: String?
    /// Whether the stream tells what happens now, and not how things stood.
    var isLive = false
    /// Whether the person knows that no daemon is there.
    var isAbsenceTold = false
    /// Whether the surface waits to hear that all is answered.
    var isUnsettled = false
    var revision = 0
    var actions: [Action] = []

    /// The link of a surface of that player, which is not connected yet.
    package init(player: String) {
        self.player = player
    }

    /// Whether the daemon is there.
    package var isAttached: Bool { stage == .attached }

    /// Whether all that was told is answered.
    package var isSettled: Bool { pending.isEmpty && outbox.isEmpty }

    /// How many items the daemon has yet to acknowledge a word on.
    package var unacknowledged: Int { outbox.count }

    /// When to say that time has passed, in milliseconds of the clock that only moves on; nil:
    /// nothing depends on it.
    package var wakeAt: Int? {
        if case .waiting(let until) = stage { return until }
        return retryAt
    }

    /// Something happened outside.
    package mutating func event(_ input: Input, now: Time) -> [Action] {
        switch input {
        case .connected: connected()
        case .failed(let why, let share): failed(why, share, now: now.elapsed)
        case .closed(let share): closed(share, now: now.elapsed)
        case .received(let wire, let bytes): received(wire, bytes, now: now.elapsed)
        case .appeared: appeared(now: now.elapsed)
        case .wake: break
        }
        if case .waiting(let until) = stage, until <= now.elapsed {
            stage = .connecting
            actions.append(.connect)
        }
        flush(now: now)
        return take()
    }

    /// The surface has something to tell or to ask.
    package mutating func call(_ call: SurfaceCall, now: Time) -> [Action] {
        switch call {
        case .tick(let snapshot): tick(snapshot, now: now.elapsed)
        case .save(let snapshot): put(.save(snapshot), now: now.elapsed)
        case .unavailable(let item, let reason):
            put(.unavailable(item: item, reason: reason), now: now.elapsed)
        case .resume(let item):
            guard isAttached else { break }
            ask(Playback.Resume.self, .init(item: item), .resume(item: item))
        case .setQueue(let queue, let revision):
            guard isAttached else { break }
            ask(
                Session.SetQueue.self,
                .init(player: player, items: queue, ifRevision: revision),
                .setQueue
            )
        }
        flush(now: now)
        return take()
    }

    private mutating func take() -> [Action] {
        defer { actions = [] }
        return actions
    }
}

// MARK: - Connecting

extension SurfaceLink {
    private mutating func connected() {
        calls = ClientConnection()
        changes = ClientConnection()
        pending = []
        isLive = false
        stage = .attaching
        ask(Session.Attach.self, .init(player: player, surface: "bridge"), .attach)
        subscribe()
    }

    mutating func subscribe() {
        let parameters = Playback.Subscribe.Parameters(token: token, player: player)
        let bytes = changes.call(
            method: Playback.Subscribe.name,
            parameters: parameters.json,
            more: true
        )
        actions.append(.send(.changes, bytes))
    }

    private mutating func failed(_ why: String, _ share: Double, now: Int) {
        stage = .waiting(until: now + reconnection.failed(share: share).milliseconds)
        guard !isAbsenceTold else { return }
        isAbsenceTold = true
        actions.append(.absent(why: why))
    }

    mutating func closed(_ share: Double, now: Int) {
        let wasAttached = isAttached
        stage = .waiting(until: now + reconnection.failed(share: share).milliseconds)
        outbox.lost()
        pending = []
        retryAt = nil
        isUnsettled = false
        actions.append(.close)
        if wasAttached { actions.append(.tell(.detached)) }
    }

    private mutating func appeared(now: Int) {
        guard case .waiting = stage else { return }
        reconnection.succeeded()
        stage = .waiting(until: now)
    }

    /// The daemon took the surface in.
    mutating func attached(_ reply: Session.Attach.Reply) {
        stage = .attached
        reconnection.succeeded()
        isAbsenceTold = false
        actions.append(.tell(.attached(item: reply.item, queue: reply.queue)))
    }
}

// MARK: - Telling

extension SurfaceLink {
    private mutating func put(_ word: SurfaceOutbox.Entry.Word, now: Int) {
        isUnsettled = true
        outbox.put(word, observed: now)
    }

    private mutating func tick(_ snapshot: Snapshot, now: Int) {
        guard isAttached, !outbox.waits(snapshot.item) else {
            return put(.save(snapshot), now: now)
        }
        let bytes = calls.call(
            method: Playback.Save.name,
            parameters: Playback.Save.Parameters(snapshot: snapshot).json,
            oneway: true
        )
        actions.append(.send(.calls, bytes))
    }

    mutating func ask<Method: StateMethod>(
        _: Method.Type,
        _ parameters: Method.Parameters,
        _ waiting: Pending
    ) {
        pending.append(waiting)
        if waiting != .attach { isUnsettled = true }
        actions.append(
            .send(.calls, calls.call(method: Method.name, parameters: parameters.json))
        )
    }

    /// Sends what waits, and says so once all is answered.
    private mutating func flush(now: Time) {
        guard isAttached else { return }
        if let retryAt, retryAt > now.elapsed { return }
        retryAt = nil
        for entry in outbox.take() {
            switch entry.word {
            case .save(var snapshot):
                let age = now.elapsed - entry.observed
                if age >= 1_000 { snapshot.at = now.wall - age }
                ask(Playback.Save.self, .init(snapshot: snapshot), .told)
            case .unavailable(let item, let reason):
                ask(
                    Session.ReportUnavailable.self,
                    .init(player: player, item: item, reason: reason),
                    .told
                )
            }
        }
        guard isUnsettled, pending.isEmpty else { return }
        isUnsettled = false
        actions.append(.tell(.settled(revision: revision)))
    }
}

extension Duration {
    /// The whole milliseconds in it.
    fileprivate var milliseconds: Int {
        Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
