// SPDX-License-Identifier: Apache-2.0
package import StateModel
import StateProtocol
import Varlink

/// The state machine of a surface's link to the daemon, which survives restarts of the daemon.
///
/// A link has up to three connections: for calls, for requests to the player, and for changes. If
/// one ends, all are opened again, and unacknowledged reports are repeated.
package struct SurfaceLink: Sendable {
    /// The connections of a link.
    package enum Channel: Sendable, CaseIterable {
        /// The connection for calls and their replies.
        case calls
        /// The connection for the stream of requests.
        case requests
        /// The connection for the stream of changes.
        case changes
    }

    /// The current time by two clocks.
    package struct Time: Sendable, Equatable {
        /// The milliseconds of a monotonic clock.
        package var elapsed: Int
        /// The milliseconds since 1970.
        package var wall: Timestamp

        /// Creates a time from both clocks.
        package init(elapsed: Int, wall: Timestamp) {
            self.elapsed = elapsed
            self.wall = wall
        }
    }

    /// An event from outside.
    package enum Input: Sendable, Equatable {
        /// All connections are open.
        case connected
        /// The attempt to connect failed, for the given reason; `share` is random, from 0 to 1.
        case failed(reason: String, share: Double)
        /// One of the connections ended; `share` is random, from 0 to 1.
        case closed(share: Double)
        /// Bytes arrived.
        case received(Channel, [UInt8])
        /// The daemon's socket may have been created.
        case appeared
        /// The time ``SurfaceLink/wakeAt`` was reached.
        case wake
    }

    /// An action to perform.
    package enum Action: Sendable, Equatable {
        /// Open all connections.
        case connect
        /// Close all connections.
        case close
        case send(Channel, [UInt8])
        /// Deliver an event to the surface.
        case tell(SurfaceEvent)
        /// Deliver a state to the readers of a session.
        case show(PlayerSession.State)
        /// Report a missing daemon to the user.
        case absent(reason: String)
    }

    /// The phase of the link.
    enum Phase: Sendable, Equatable {
        /// The daemon is missing; the next attempt is at the given time, in milliseconds of the
        /// monotonic clock.
        case waiting(until: Int)
        /// The connections are being opened.
        case connecting
        /// The daemon has not attached the surface yet.
        case attaching
        /// The daemon has attached the surface.
        case attached
    }

    /// A call that waits for its reply.
    enum Pending: Sendable, Equatable {
        /// The call that attaches the surface.
        case attach
        /// A report in flight; replies arrive in the order of the reports.
        case reported
        /// The request for the position at which to continue an item.
        case resume(item: String)
        /// The call that adds an alias to an item.
        case named(item: String, alias: String)
        /// A call that changes the names of an item, or clears its resume point.
        case joined
        /// The request for the most recently finished items.
        case finished
        /// The request for the most recently observed items; `finished` are the finished ones among
        /// them.
        case recent(finished: [ObservedItem])
        /// A call whose reply is empty.
        case described
        /// The call that sets the queue after the current item.
        case setQueue
    }

    /// The maximum number of recently observed items to request.
    static let mostRecent = 500

    /// The player's name.
    let player: String
    /// True if the surface receives changes.
    let hearsChanges: Bool
    /// The actions that the surface accepts, now or later.
    package var obeys: [RequestedAction]
    /// True if the stream of requests is open.
    var isObeying = false
    /// True if the stream of changes is open.
    var isSubscribed = false
    /// The time at which refused streams are opened again; `nil` if there are none.
    var streamsAt: Int?
    /// True while the daemon does not read the calls; then only the newest tick is kept.
    var isBlocked = false
    /// False if the user has asked to resume every item.
    private let isAutomatic: Bool
    /// The states of a session's player; `nil` for a bridge, which has no use for them.
    var session: PlayerSessionStateMachine?
    /// The player's display name, which a session sets; `nil` for none.
    var label: String?
    var surfacePhase = StateModel.Phase.foreground
    var phase = Phase.waiting(until: 0)
    /// The protocol state of the connection for calls.
    var calls = ClientConnection()
    /// The protocol state of the connection for changes.
    var changes = ClientConnection()
    /// The protocol state of the connection for requests.
    var requests = ClientConnection()
    /// The calls that wait for a reply, in the order of the replies.
    var pending: [Pending] = []
    /// The reports that are not acknowledged yet.
    var outbox = SurfaceOutbox()
    /// The newest tick, which the daemon may not have received or stored.
    var unstored: SurfaceOutbox.Entry?
    /// The time at which temporarily refused reports are repeated; `nil` if there are none.
    var retryAt: Int?
    /// The delays between attempts to connect.
    var reconnection = DoublingPause.reconnection
    /// The last position of the stream of changes.
    var token: String?
    /// True once the stream delivers live changes, after the present state.
    var isLive = false
    /// True once the absence of the daemon has been reported.
    var isAbsenceReported = false
    /// True if the surface must still be told that all reports are answered.
    var isUnsettled = false
    /// The newest revision in a reply.
    var revision = Revision.zero
    /// The actions to perform, in order.
    var actions: [Action] = []

    /// Creates the unconnected link of a player's surface.
    ///
    /// - Parameters:
    ///   - player: The player's name.
    ///   - hearsChanges: True to receive changes; otherwise only replies and requests arrive.
    ///   - actions: The actions that the surface accepts.
    ///   - isAutomatic: False if the user has asked to resume every item.
    package init(
        player: String,
        hearsChanges: Bool = true,
        obeys actions: [RequestedAction] = RequestedAction.allCases,
        isAutomatic: Bool = true
    ) {
        self.player = player
        self.hearsChanges = hearsChanges
        obeys = actions
        self.isAutomatic = isAutomatic
    }

    /// The connections of the link.
    package var channels: [Channel] { Channel.allCases.filter { $0 != .changes || hearsChanges } }

    /// True if the daemon has attached the surface.
    package var isAttached: Bool { phase == .attached }

    /// True if all reports and calls are answered.
    package var isSettled: Bool { pending.isEmpty && outbox.isEmpty }

    /// The number of items with a report that the daemon has not acknowledged, plus the number of
    /// dropped reports.
    package var unacknowledged: Int { outbox.count }

    /// The time of the next ``Input/wake``, in milliseconds of the monotonic clock.
    ///
    /// `nil` if no timer is set.
    package var wakeAt: Int? {
        if case .waiting(let until) = phase { return until }
        return [retryAt, streamsAt].compactMap(\.self).min()
    }

    /// Handles an event from outside, and returns the actions to perform.
    package mutating func event(_ input: Input, now: Time) -> [Action] {
        switch input {
        case .connected: connected()
        case .failed(let reason, let share): failed(reason, share, now: now.elapsed)
        case .closed(let share): closed(share, now: now.elapsed)
        case .received(let channel, let bytes): received(channel, bytes, now: now.elapsed)
        case .appeared: appeared(now: now.elapsed)
        case .wake: break
        }
        if case .waiting(let until) = phase, until <= now.elapsed {
            phase = .connecting
            actions.append(.connect)
        }
        flush(now: now)
        return take()
    }

    /// Handles a report or request of the surface, and returns the actions to perform.
    package mutating func call(_ call: SurfaceCall, now: Time) -> [Action] {
        switch call {
        case .tick(let snapshot): tick(snapshot, now: now.elapsed)
        case .save(let snapshot): put(.save(snapshot), now: now.elapsed)
        case .unavailable(let item, let reason):
            put(.unavailable(item: item, reason: reason), now: now.elapsed)
        case .resume(let item, let facts):
            guard isAttached else { break }
            var parameters = Playback.Resume.Parameters(item: item, for: player, facts)
            if !isAutomatic { parameters.automatic = nil }
            ask(Playback.Resume.self, parameters, .resume(item: item))
        case .recent:
            guard isAttached else { break }
            ask(Playback.ListRemoved.self, .init(limit: 100, finished: true), .finished)
        case .describe(let label, let obstacle): describe(label, obstacle)
        case .name(let item, let alias):
            guard isAttached else { break }
            ask(
                Playback.AddAlias.self,
                .init(item: item, alias: alias),
                .named(item: item, alias: alias)
            )
        case .replaced(let item, let point, let contents):
            replaced(item, point, contents, now: now.elapsed)
        case .setQueue(let queue, let revision):
            guard isAttached else { break }
            ask(
                Session.SetQueue.self,
                .init(player: player, items: queue, ifRevision: revision),
                .setQueue
            )
        case .answer(let answer): self.answer(answer)
        }
        flush(now: now)
        return take()
    }

    /// Moves the surface to the front or to the background, and returns the actions to perform.
    mutating func setPhase(_ phase: StateModel.Phase, now: Time) -> [Action] {
        surfacePhase = phase
        if isAttached { ask(Session.SetPhase.self, .init(phase: phase), .described) }
        flush(now: now)
        return take()
    }

    /// Makes the daemon acknowledge the newest tick, and returns the actions to perform.
    mutating func saveTick(now: Time) -> [Action] {
        keepTick()
        flush(now: now)
        return take()
    }

    /// Sends the player's name and obstacle, if the daemon is connected.
    mutating func describe(_ label: String?, _ obstacle: Obstacle?) {
        guard isAttached else { return }
        ask(
            Session.DescribePlayer.self,
            .init(player: player, label: label, obstacle: obstacle),
            .described
        )
    }

    private mutating func answer(_ answer: SurfaceAnswer) {
        guard isAttached else { return }
        ask(
            Session.AnswerRequest.self,
            .init(
                request: answer.number,
                refusal: answer.refusal?.cut(to: Limits.reasonBytes),
                playing: answer.isPlaying,
                position: answer.position
            ),
            .described
        )
    }

    private mutating func take() -> [Action] {
        defer { actions = [] }
        return actions
    }
}
