// SPDX-License-Identifier: Apache-2.0
package import StateModel
import StateProtocol
import Varlink

/// The state machine of a surface's link to the daemon, which reconnects when the connection is
/// lost.
///
/// A link has up to three connections: for calls, for requests to the player, and for changes. If
/// one of them ends, all are closed and opened again, and unacknowledged reports are repeated.
package struct SurfaceLink: Sendable {
    package enum Channel: Sendable, CaseIterable {
        case calls
        case requests
        case changes
    }

    package struct Time: Sendable, Equatable {
        /// The time on a monotonic clock, in milliseconds.
        package var elapsed: Int
        package var wall: Timestamp
    }

    package enum Input: Sendable, Equatable {
        case connected
        /// No connection could be opened; `share` is a random number from 0 to 1.
        case failed(reason: String, share: Double)
        case closed(share: Double)
        case received(Channel, [UInt8])
        case wake
    }

    package enum Action: Sendable, Equatable {
        case connect
        case close
        case send(Channel, [UInt8])
        case tell(SurfaceEvent)
        case show(PlayerSession.State)
        /// Tell the user that the daemon cannot be reached.
        case absent(reason: String)
    }

    enum Phase: Sendable, Equatable {
        /// The link is not connected; the next attempt is at the given monotonic time, in
        /// milliseconds.
        case waiting(until: Int)
        case connecting
        /// The connections are open; the reply to Attach is pending.
        case attaching
        case attached
    }

    enum Pending: Sendable, Equatable {
        case attach
        /// A report; replies arrive in the order of the reports.
        case reported
        case announced
        case resume(item: String)
        case named(item: String, alias: String)
        /// A call that changes an item's names or removes its resume point.
        case joined
        /// The call for the most recently finished items.
        case finished
        /// The call for the most recently observed items, made after the reply with the finished
        /// ones.
        case recent(finished: [ObservedItem])
        /// The call for the other names of one of the most recent items.
        case namesOfRecent([ObservedItem], index: Int)
        /// A call whose reply has no parameters.
        case described
        case setQueue
        /// The call for the other names of an item.
        case names(of: String)
        /// The call for the directories of media, made after the reply with the names.
        case roots(item: String, names: [String])
    }

    static let maximumRecent = 500
    /// The maximum number of recent items whose other names are requested.
    static let maximumNamed = 20

    let player: String
    let hearsChanges: Bool
    package var obeys = RequestedAction.controls
    var isObeying = false
    /// True if the stream of changes is open.
    var isSubscribed = false
    /// The monotonic time at which closed streams are opened again, in milliseconds; `nil` if no
    /// attempt is planned.
    var streamsAt: Int?
    /// True while earlier bytes are unsent; then only the newest tick is kept, and none is sent.
    var isBlocked = false
    /// False if the user has asked to resume every item.
    let isAutomatic: Bool
    /// The states of the player, for a session; `nil` for a bridge.
    var session: PlayerSessionStateMachine?
    var label: String?
    var surfacePhase = StateModel.Phase.foreground
    var phase = Phase.waiting(until: 0)
    /// The open connections that have been used.
    var connections: [Channel: ClientConnection] = [:]
    /// The calls whose replies are pending, in order.
    var pending: [Pending] = []
    var outbox = SurfaceOutbox()
    /// The newest tick, which the daemon may not have received or stored yet.
    var unstored: SurfaceOutbox.Entry?
    /// The monotonic time at which reports that could not be stored are repeated, in milliseconds;
    /// `nil` if there are none.
    var retryAt: Int?
    var reconnection = DoublingPause.reconnection
    /// The token of the last batch of changes; `nil` if the stream begins with the current state.
    var token: String?
    /// True once the stream has delivered the current state, or the missed changes.
    var isLive = false
    /// True if the user knows that the daemon cannot be reached.
    var isAbsenceReported = false
    /// True if the surface must be notified once all calls are answered.
    var isUnsettled = false
    var revision = Revision.zero
    var actions: [Action] = []

    package var channels: [Channel] { Channel.allCases.filter { $0 != .changes || hearsChanges } }

    package var isAttached: Bool { phase == .attached }

    package var isSettled: Bool { pending.isEmpty && outbox.isEmpty }

    package var unacknowledged: Int { outbox.count }

    /// The monotonic time of the next ``Input/wake``, in milliseconds; `nil` if no timer is set.
    package var wakeAt: Int? {
        if case .waiting(let until) = phase { return until }
        return [retryAt, streamsAt].compactMap(\.self).min()
    }

    package mutating func event(_ input: Input, now: Time) -> [Action] {
        switch input {
        case .connected: connected()
        case .failed(let reason, let share): failed(reason, share, now: now.elapsed)
        case .closed(let share): closed(share, now: now.elapsed)
        case .received(let channel, let bytes): received(channel, bytes, now: now.elapsed)
        case .wake: break
        }
        if case .waiting(let until) = phase, until <= now.elapsed {
            phase = .connecting
            actions.append(.connect)
        }
        flush(now: now)
        return take()
    }

    package mutating func call(_ call: SurfaceCall, now: Time) -> [Action] {
        switch call {
        case .tick(let snapshot): tick(snapshot, now: now.elapsed)
        case .save(let snapshot): put(.save(snapshot), now: now.elapsed)
        case .announce(let snapshot):
            guard isAttached else { break }
            sendReports(now: now, isUrgent: true)
            ask(Playback.Save.self, .init(snapshot: snapshot), .announced)
        case .unavailable(let item, let reason):
            put(.unavailable(item: item, reason: reason), now: now.elapsed)
        case .resume(let item, let facts):
            guard isAttached else { break }
            sendReports(now: now, isUrgent: true)
            var parameters = Playback.Resume.Parameters(item: item, for: player, facts)
            if !isAutomatic { parameters.automatic = nil }
            ask(Playback.Resume.self, parameters, .resume(item: item))
        case .recent:
            guard isAttached else { break }
            ask(Playback.ListRemoved.self, .init(limit: 100, finished: true), .finished)
        case .describe(let label, let obstacle): describe(label, obstacle)
        case .name(let item, let alias):
            isUnsettled = true
            outbox.put(.name(item: item, alias: alias), observed: now.elapsed)
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
        case .names(let item):
            guard isAttached else { break }
            ask(Playback.ListAliases.self, .init(item: item), .names(of: item))
        }
        flush(now: now)
        return take()
    }

    mutating func setPhase(_ phase: StateModel.Phase, now: Time) -> [Action] {
        surfacePhase = phase
        if isAttached { ask(Session.SetPhase.self, .init(phase: phase), .described) }
        flush(now: now)
        return take()
    }

    /// Makes the daemon store and acknowledge the newest tick; returns the actions to perform.
    mutating func saveTick(now: Time) -> [Action] {
        keepTick()
        flush(now: now)
        return take()
    }

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
