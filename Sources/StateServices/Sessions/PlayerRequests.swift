// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import Varlink

/// The requests to players that are not answered yet, and the streams that accept requests.
struct PlayerRequests {
    /// The time within which a player must answer, in milliseconds.
    static let timeoutMilliseconds = 2_000

    private struct Stream {
        let connection: ConnectionID
        let actions: Set<RequestedAction>
    }

    struct Pending: Equatable {
        let player: String
        let stream: ConnectionID
        let caller: Caller
        /// The time at which the request times out, in milliseconds since boot.
        let deadline: Int
    }

    private struct Opening {
        let number: Int
        let item: String
        let deadline: Int
    }

    /// The streams of each player, oldest first; a stream that has not answered in time becomes the
    /// first.
    private var streams: [String: [Stream]] = [:]
    private var players: [ConnectionID: String] = [:]
    private var pending: [Int: Pending] = [:]
    private var last = 0
    /// The latest request of each player to open its current item.
    private var openings: [String: Opening] = [:]

    var connections: some Collection<ConnectionID> { players.keys }

    /// The time at which the next request times out, in milliseconds since boot; `nil` if there is
    /// none.
    var deadline: Int? { pending.values.map(\.deadline).min() }

    func actions(of player: String) -> [RequestedAction] {
        guard let streams = streams[player] else { return [] }
        return RequestedAction.allCases.filter { action in
            streams.contains { $0.actions.contains(action) }
        }
    }

    mutating func obey(
        _ actions: Set<RequestedAction>,
        of player: String,
        on connection: ConnectionID
    ) {
        players[connection] = player
        streams[player, default: []].append(Stream(connection: connection, actions: actions))
    }

    /// Adds a request that waits for its answer; returns its number, and the stream to send it to.
    ///
    /// Returns `nil` if no stream accepts the action. `now` is in milliseconds since boot.
    mutating func ask(
        _ action: RequestedAction,
        of player: String,
        for caller: Caller,
        now: Int
    ) -> (number: Int, stream: ConnectionID)? {
        guard let sent = send(action, to: player, now: now) else { return nil }
        pending[sent.number] = Pending(
            player: player,
            stream: sent.stream,
            caller: caller,
            deadline: now + Self.timeoutMilliseconds
        )
        return sent
    }

    /// Returns the number of a new request and the stream to send it to; `nil` if no stream accepts
    /// the action.
    ///
    /// The answer is ignored, unless the caller records the request.
    mutating func send(
        _ action: RequestedAction,
        to player: String,
        now: Int
    ) -> (number: Int, stream: ConnectionID)? {
        let stream = streams[player]?.last { $0.actions.contains(action) }
        guard let stream else { return nil }
        // Starts at the current time, because a late answer may be to a request of an earlier
        // daemon.
        last = max(last + 1, now)
        return (last, stream.connection)
    }

    mutating func answered(_ number: Int) -> Pending? {
        pending.removeValue(forKey: number)
    }

    /// Records a request to open a player's current item; `now` is in milliseconds since boot.
    mutating func note(opening item: String, on player: String, _ number: Int, now: Int) {
        let deadline = now + Self.timeoutMilliseconds
        openings[player] = Opening(number: number, item: item, deadline: deadline)
    }

    /// Returns the player and the item of a request to open it that is answered in time, and is
    /// the player's latest; otherwise `nil`.
    mutating func opened(_ number: Int, now: Int) -> (player: String, item: String)? {
        guard let (player, opening) = openings.first(where: { $0.value.number == number }) else {
            return nil
        }
        openings[player] = nil
        return now < opening.deadline ? (player, opening.item) : nil
    }

    /// Removes the requests that have timed out at `now` and returns them.
    ///
    /// A stream that has not answered may hang, so the next request goes to another stream of the
    /// player, if there is one.
    mutating func late(now: Int) -> [Pending] {
        for late in pending.values where late.deadline <= now {
            let isLate = { (stream: Stream) in stream.connection == late.stream }
            guard let all = streams[late.player] else { continue }
            streams[late.player] = all.filter(isLate) + all.filter { !isLate($0) }
        }
        return remove { $0.deadline <= now }
    }

    /// Removes the stream of a closed connection, and the connection's requests.
    ///
    /// Returns the player of the stream, and the requests that were sent to it; `nil` if the
    /// connection was not a stream.
    mutating func closed(_ connection: ConnectionID) -> (player: String, requests: [Pending])? {
        if !pending.isEmpty {
            pending = pending.filter { $0.value.caller.connection != connection }
        }
        guard let player = players.removeValue(forKey: connection) else { return nil }
        openings[player] = nil
        streams[player]?.removeAll { $0.connection == connection }
        if streams[player]?.isEmpty == true { streams[player] = nil }
        return (player, remove { $0.stream == connection })
    }

    private mutating func remove(where isOver: (Pending) -> Bool) -> [Pending] {
        pending.keys.sorted().filter { pending[$0].map(isOver) == true }.compactMap { answered($0) }
    }
}
