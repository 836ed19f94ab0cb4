package import StateModel
import StateProtocol
import Varlink

/// A surface's dealings with the daemon, over restarts of it: what goes over the wire, and when.
///
/// Two connections are one link: calls go over the first, which is the surface, and changes come
/// over the second, for a surface that wants to hear of them. Should either end, both are made anew,
/// and what was not answered is sent again.
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

    /// How far it is.
    enum Stage: Sendable, Equatable {
        /// Nobody is there; tried again then, in milliseconds of the clock that only moves on.
        case waiting(until: Int)
        /// The connections are being made.
        case connecting
        /// The daemon has yet to take the surface in.
        case attaching
        /// It has.
        case attached
    }

    /// A call that waits for its answer.
    enum Pending: Sendable, Equatable {
        /// To become a surface.
        case attach
        /// The first word of the outbox that is on its way.
        case told
        /// Where to go on in an item.
        case resume(item: String)
        /// That an item has one more name.
        case named(item: String)
        /// That the item is one with another.
        case joined
        /// What a bridge knows of the player.
        case described
        /// What comes after the current item.
        case setQueue
    }

    /// The player's name.
    let player: String
    /// Whether there is a second connection, for changes.
    package let hearsChanges: Bool
    /// False if a person has asked for items to be resumed, whatever they are.
    private let isAutomatic: Bool
    /// How far the link is.
    var stage = Stage.waiting(until: 0)
    /// The protocol on the connection for calls.
    var calls = ClientConnection()
    /// The protocol on the connection for changes.
    var changes = ClientConnection()
    /// The calls that wait for their answers, in the order in which these come.
    var pending: [Pending] = []
    /// What has yet to be acknowledged.
    var outbox = SurfaceOutbox()
    /// When what the daemon refused for now is to be sent again; nil: nothing is.
    var retryAt: Int?
    /// How long to wait before the next attempt.
    var reconnection = Reconnection()
    /// Where the stream of changes stood.
    var token: String?
    /// Whether the stream tells what happens now, and not how things stood.
    var isLive = false
    /// Whether the person knows that no daemon is there.
    var isAbsenceTold = false
    /// Whether the surface waits to hear that all is answered.
    var isUnsettled = false
    /// The newest revision among the answers.
    var revision = 0
    /// What is to be done, in this order.
    var actions: [Action] = []

    /// The link of a surface of that player, which is not connected yet.
    ///
    /// - Parameters:
    ///   - player: the player's name.
    ///   - hearsChanges: whether the surface wants to hear of changes. Without them the link is one
    ///     connection, over which nothing comes that was not asked for.
    ///   - isAutomatic: False if a person has asked for items to be resumed, whatever they are.
    package init(player: String, hearsChanges: Bool = true, isAutomatic: Bool = true) {
        self.player = player
        self.hearsChanges = hearsChanges
        self.isAutomatic = isAutomatic
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
        case .resume(let item, let facts):
            guard isAttached else { break }
            var parameters = Playback.Resume.Parameters(item: item, for: player, facts)
            if !isAutomatic { parameters.automatic = nil }
            ask(Playback.Resume.self, parameters, .resume(item: item))
        case .describe(let label, let obstacle):
            guard isAttached else { break }
            let parameters = Session.DescribePlayer.Parameters(
                player: player,
                label: label,
                obstacle: obstacle
            )
            ask(Session.DescribePlayer.self, parameters, .described)
        case .name(let item, let alias):
            guard isAttached else { break }
            ask(Playback.AddAlias.self, .init(item: item, alias: alias), .named(item: item))
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
