import StateProtocol

extension StateClient {
    /// Follows changes across restarts of the daemon.
    ///
    /// A connection that ends is made anew, after a little while, and the stream goes on right
    /// after the last batch. Where it can't, because the daemon's store is another one now, it
    /// says so and begins anew with the standing state.
    public func follow(
        after token: String? = nil,
        player: String? = nil,
        item: String? = nil
    ) -> ChangeFollower {
        ChangeFollower(client: self, token: token, player: player, item: item)
    }
}

/// What a follower of changes hears of.
public enum FollowEvent: Sendable, Equatable {
    /// Changes arrived, or, without any, the stream is alive.
    case changes(ChangeBatch)
    /// The connection is lost; it is being made anew.
    case lost
    /// The connection is back; nothing was missed.
    case back
    /// The token can't be continued from: the standing state comes again.
    case restarted(why: String)
}

/// A stream of changes that goes on; see ``StateClient/follow(after:player:item:)``.
public struct ChangeFollower: AsyncSequence, Sendable {
    let client: StateClient
    let token: String?
    let player: String?
    let item: String?

    /// Connects with the first element.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            pursuit: Pursuit(after: token) { [self] token in
                let parameters = Playback.Subscribe.Parameters(
                    token: token,
                    player: player,
                    item: item
                )
                return Replies(socket: client.socket, Playback.Subscribe.self, parameters)
            } read: { json throws(StateClientError) in
                ChangeBatch(try StateClient.decode(Playback.Subscribe.Delivery.self, json))
            }
        )
    }

    /// The events as they come; it ends only by throwing.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var pursuit: Pursuit<ChangeBatch>

        /// The next event.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> FollowEvent? {
            switch try await pursuit.next() {
            case .batch(let batch): .changes(batch)
            case .lost: .lost
            case .back: .back
            case .restarted(let why): .restarted(why: why)
            }
        }
    }
}

extension ChangeBatch: Resumable {}
