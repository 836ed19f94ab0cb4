// SPDX-License-Identifier: Apache-2.0
import StateProtocol

/// Events that arrived together.
public struct EventBatch: Sendable, Equatable, Resumable {
    /// The events, in order.
    public let events: [StoredEvent]
    /// True if the stream has caught up with the stored events.
    public let isReady: Bool
    /// The position of the stream after this batch; keep it once all the events are processed.
    public let token: String
    /// The events as received.
    package let delivered: [[UInt8]]

    /// Creates the batch from a reply of the stream.
    init(_ delivery: Events.Follow.Delivery) throws(StateClientError) {
        var events: [StoredEvent] = []
        for json in delivery.events {
            events.append(StoredEvent(try StateClient.decode(Events.Event.self, json)))
        }
        self.events = events
        isReady = delivery.ready
        token = delivery.token
        delivered = delivery.events
    }
}

/// An event for the reader of a followed stream of events.
public enum EventFollowStep: Sendable, Equatable {
    /// Events arrived; a batch without events shows that the stream is alive.
    case events(EventBatch)
    /// The connection is lost and is being made again.
    case lost
    /// The connection is back; nothing was missed.
    case back
    /// The token cannot be continued from: the stored events come again.
    case restarted(reason: String)
}

/// A stream of events that survives lost connections; see
/// ``StateClient/followEvents(after:topic:)``.
public struct EventFollower: AsyncSequence, Sendable {
    /// The path of the daemon's socket.
    let socket: String
    /// The token to continue from; `nil` to receive the stored events first.
    let token: String?
    /// The topic of the events wanted; `nil` for all topics.
    let topic: String?

    /// Returns an iterator, which connects with the first element.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            stream: ResumableStream(after: token) { [self] token in
                Replies(
                    socket: socket,
                    Events.Follow.self,
                    Events.Follow.Parameters(token: token, topic: topic)
                )
            } read: { json throws(StateClientError) in
                try EventBatch(try StateClient.decode(Events.Follow.Delivery.self, json))
            }
        )
    }

    /// The iterator over the steps; it ends only by throwing.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var stream: ResumableStream<EventBatch>

        /// Returns the next step.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> EventFollowStep? {
            switch try await stream.next() {
            case .batch(let batch): .events(batch)
            case .lost: .lost
            case .back: .back
            case .restarted(let reason): .restarted(reason: reason)
            }
        }
    }
}
