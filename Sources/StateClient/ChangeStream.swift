public import StateModel
import StateProtocol

extension StateClient {
    /// Follows changes, until the connection ends.
    ///
    /// Without a token the standing state comes first; with the token of an earlier batch the
    /// stream goes on right after it, or throws ``StateClientError/resyncRequired(why:)``.
    public func subscribe(
        after token: String? = nil,
        player: String? = nil,
        item: String? = nil
    ) -> ChangeStream {
        ChangeStream(
            socket: socket,
            parameters: .init(token: token, player: player, item: item)
        )
    }
}

/// Changes that arrived together.
public struct ChangeBatch: Sendable, Equatable {
    /// The changes that this library understands, in the order of their revisions.
    public let changes: [Change]
    /// Whether the standing state, or what the token had missed, is told.
    public let isReady: Bool
    /// How many states this reader never saw because it fell behind.
    public let skipped: Int
    /// Where the stream stands after this batch: keep it once all the changes are dealt with.
    public let token: String
    /// Every change as it came, those too that a newer daemon sends and we don't know.
    package let delivered: [Playback.Subscribe.DeliveredChange]

    init(_ delivery: Playback.Subscribe.Delivery) {
        changes = delivery.changes.compactMap(\.change)
        isReady = delivery.ready
        skipped = delivery.skipped
        token = delivery.token
        delivered = delivery.changes
    }
}

/// A stream of changes; see ``StateClient/subscribe(after:player:item:)``.
public struct ChangeStream: AsyncSequence, Sendable {
    let socket: String
    let parameters: Playback.Subscribe.Parameters

    /// Connects with the first element.
    public func makeAsyncIterator() -> Iterator {
        Iterator(replies: Replies(socket: socket, Playback.Subscribe.self, parameters))
    }

    /// The batches as they come.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var replies: Replies

        /// The next batch, which may be without changes: then the stream is just alive.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> ChangeBatch? {
            guard let json = try await replies.next() else { return nil }
            return ChangeBatch(try StateClient.decode(Playback.Subscribe.Delivery.self, json))
        }
    }
}
