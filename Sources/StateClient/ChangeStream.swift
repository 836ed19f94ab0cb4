// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol

/// Changes that arrived together.
public struct ChangeBatch: Sendable, Equatable {
    /// The changes that this library understands, in the order of their revisions.
    public let changes: [Change]
    /// True if the current state, or all that followed the token, has been delivered.
    public let isReady: Bool
    /// The number of states that this reader never saw because it fell behind.
    public let skipped: Int
    /// The position of the stream after this batch; keep it once all the changes are processed.
    public let token: String
    /// Every change as received, including those of a newer daemon that this library does not know.
    package let delivered: [Playback.Subscribe.DeliveredChange]

    /// Creates the batch from a reply of the stream.
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
    /// The path of the daemon's socket.
    let socket: String
    /// The parameters of the subscription.
    let parameters: Playback.Subscribe.Parameters

    /// Returns an iterator, which connects with the first element.
    public func makeAsyncIterator() -> Iterator {
        Iterator(replies: Replies(socket: socket, Playback.Subscribe.self, parameters))
    }

    /// The iterator over the batches.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var replies: Replies

        /// Returns the next batch; a batch without changes shows that the stream is alive.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> ChangeBatch? {
            guard let json = try await replies.next() else { return nil }
            return ChangeBatch(try StateClient.decode(Playback.Subscribe.Delivery.self, json))
        }
    }
}
