// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import Varlink

/// The unanswered requests to players, and the streams that accept requests.
struct PlayerRequests {
    /// The time that a player has to answer, in milliseconds.
    static let timeoutMilliseconds = 2_000

    private struct Stream {
        let connection: ConnectionID
        let actions: Set<RequestedAction>
    }

    private struct Pending {
        let player: String
        let stream: ConnectionID
        let caller: Caller
        /// The deadline, in milliseconds since boot.
        let deadline: Int
    }

    /// The caller of a request, and the player that has to answer.
    struct Waiting: Equatable {
        let caller: Caller
        let player: String
    }

    /// The streams of each player, oldest first; an unresponsive stream becomes the first.
    private var streams: [String: [Stream]] = [:]
    /// The player of each stream.
    private var players: [ConnectionID: String] = [:]
    private var pending: [Int: Pending] = [:]
    private var last = 0

    /// The connections of the streams.
    var connections: some Collection<ConnectionID> { players.keys }

    /// The next deadline of a request, in milliseconds since boot; `nil` if there is none.
    var deadline: Int? { pending.values.map(\.deadline).min() }

    /// Returns the actions that a player accepts.
    func actions(of player: String) -> [RequestedAction] {
        guard let streams = streams[player] else { return [] }
        return RequestedAction.allCases.filter { action in
            streams.contains { $0.actions.contains(action) }
        }
    }

    /// Makes a connection a stream that accepts requests to a player.
    mutating func obey(
        _ actions: Set<RequestedAction>,
        of player: String,
        on connection: ConnectionID
    ) {
        players[connection] = player
        streams[player, default: []].append(Stream(connection: connection, actions: actions))
    }

    /// Adds a request, which waits for its answer.
    ///
    /// - Parameters:
    ///   - action: The action to carry out.
    ///   - player: The name of the player.
    ///   - caller: The caller that receives the answer.
    ///   - now: The time, in milliseconds since boot.
    /// - Returns: The number of the request and the stream to send it to; `nil` if none accepts it.
    mutating func ask(
        _ action: RequestedAction,
        of player: String,
        for caller: Caller,
        now: Int
    ) -> (number: Int, stream: ConnectionID)? {
        let stream = streams[player]?.last { $0.actions.contains(action) }
        guard let stream else { return nil }
        // Starts at the present time, because an answer may be to a request of the previous daemon.
        last = max(last + 1, now)
        pending[last] = Pending(
            player: player,
            stream: stream.connection,
            caller: caller,
            deadline: now + Self.timeoutMilliseconds
        )
        return (last, stream.connection)
    }

    /// Removes and returns the caller of an answered request; `nil` if there is none.
    mutating func answered(_ number: Int) -> Waiting? {
        pending.removeValue(forKey: number).map { Waiting(caller: $0.caller, player: $0.player) }
    }

    /// Removes and returns the callers of requests that have timed out by `now`.
    ///
    /// Their streams may hang, so another stream of the player, if any, gets the next request.
    mutating func late(now: Int) -> [Waiting] {
        for late in pending.values where late.deadline <= now {
            let isLate = { (stream: Stream) in stream.connection == late.stream }
            guard let all = streams[late.player] else { continue }
            streams[late.player] = all.filter(isLate) + all.filter { !isLate($0) }
        }
        return remove { $0.deadline <= now }
    }

    /// Removes a closed connection with its stream and its requests.
    ///
    /// - Parameter connection: The connection.
    /// - Returns: The player of the stream, and the callers that waited for it; `nil` if the
    ///   connection was not a stream.
    mutating func closed(_ connection: ConnectionID) -> (player: String, callers: [Waiting])? {
        if !pending.isEmpty {
            pending = pending.filter { $0.value.caller.connection != connection }
        }
        guard let player = players.removeValue(forKey: connection) else { return nil }
        streams[player]?.removeAll { $0.connection == connection }
        if streams[player]?.isEmpty == true { streams[player] = nil }
        return (player, remove { $0.stream == connection })
    }

    private mutating func remove(where isOver: (Pending) -> Bool) -> [Waiting] {
        pending.keys.sorted().filter { pending[$0].map(isOver) == true }.compactMap { answered($0) }
    }
}
