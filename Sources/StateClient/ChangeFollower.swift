// SPDX-License-Identifier: Apache-2.0
import StateProtocol

/// An event for the reader of a followed stream of changes.
public enum FollowEvent: Sendable, Equatable {
    /// Changes arrived; a batch without changes shows that the stream is alive.
    case changes(ChangeBatch)
    /// The connection is lost and is being made again.
    case lost
    /// The connection is back; nothing was missed.
    case back
    /// The token cannot be continued from: the current state comes again.
    case restarted(reason: String)
}

/// A stream of changes that survives lost connections; see
/// ``StateClient/follow(after:player:item:front:)``.
public struct ChangeFollower: AsyncSequence, Sendable {
    /// The client whose socket the stream uses.
    let client: StateClient
    /// The token to continue from; `nil` to receive the current state first.
    let token: String?
    /// The player whose changes are wanted; `nil` for all players.
    let player: String?
    /// The item whose changes are wanted; `nil` for all items.
    let item: String?
    /// True if a person sees the changes.
    let isInFront: Bool

    /// Returns an iterator, which connects with the first element.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            stream: ResumableStream(after: token) { [self] token in
                let parameters = Playback.Subscribe.Parameters(
                    token: token,
                    player: player,
                    item: item,
                    front: isInFront ? true : nil
                )
                return Replies(socket: client.socket, Playback.Subscribe.self, parameters)
            } read: { json throws(StateClientError) in
                ChangeBatch(try StateClient.decode(Playback.Subscribe.Delivery.self, json))
            }
        )
    }

    /// The iterator over the events; it ends only by throwing.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var stream: ResumableStream<ChangeBatch>

        /// Returns the next event.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> FollowEvent? {
            switch try await stream.next() {
            case .batch(let batch): .changes(batch)
            case .lost: .lost
            case .back: .back
            case .restarted(let reason): .restarted(reason: reason)
            }
        }
    }
}

extension ChangeBatch: Resumable {}
