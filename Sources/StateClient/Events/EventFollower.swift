import StateProtocol

extension StateClient {
    /// Follows events across restarts of the daemon; none is left out, and none comes twice.
    ///
    /// Without a token, what is stored comes first. A connection that ends is made anew, after a
    /// little while, and the stream goes on right after the last batch. Where it can't, because
    /// events it has yet to hear of are past keeping or the daemon's store is another one now, it
    /// says so and begins anew with what is stored.
    public func followEvents(
        after token: String? = nil,
        topic: String? = nil
    ) -> EventFollower {
        EventFollower(socket: socket, token: token, topic: topic)
    }
}

/// Events that arrived together.
public struct EventBatch: Sendable, Equatable, Resumable {
    /// The events, in order.
    public let events: [StoredEvent]
    /// Whether the stream has caught up with what was stored.
    public let isReady: Bool
    /// Where the stream stands after this batch: keep it once all the events are dealt with.
    public let token: String
    /// The events as they came.
    package let delivered: [[UInt8]]

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

/// What a follower of events hears of.
public enum EventFollowStep: Sendable, Equatable {
    /// Events arrived, or, without any, the stream is alive.
    case events(EventBatch)
    /// The connection is lost; it is being made anew.
    case lost
    /// The connection is back; nothing was missed.
    case back
    /// The token can't be continued from: what is stored comes again.
    case restarted(why: String)
}

/// A stream of events that goes on; see ``StateClient/followEvents(after:topic:)``.
public struct EventFollower: AsyncSequence, Sendable {
    let socket: String
    let token: String?
    let topic: String?

    /// Connects with the first element.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            pursuit: Pursuit(after: token) { [self] token in
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

    /// The steps as they come; it ends only by throwing.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var pursuit: Pursuit<EventBatch>

        /// The next step.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> EventFollowStep? {
            switch try await pursuit.next() {
            case .batch(let batch): .events(batch)
            case .lost: .lost
            case .back: .back
            case .restarted(let why): .restarted(why: why)
            }
        }
    }
}
