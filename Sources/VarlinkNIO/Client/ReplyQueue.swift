package import Varlink

/// What the reader of a stream gets at once.
package enum ReplyBatch: Equatable, Sendable {
    /// At least one reply; more may follow.
    case replies([Reply])
    /// There are no more; nil: because the last one came.
    case over(ClientError?)
}

/// The replies to one call between the wire and their reader: pure.
///
/// `Taker` is what a reader that waits leaves behind.
package struct ReplyQueue<Taker> {
    /// A batch, and the reader that waits for it.
    package typealias Delivery = (taker: Taker, batch: ReplyBatch)

    /// This many replies wait for their reader; then the socket is not read.
    package static var bound: Int { 32 }

    /// Whether nothing more comes from the wire.
    package private(set) var isOver = false

    private var replies: [Reply] = []
    private var taker: Taker?
    private var failure: ClientError?

    /// No reply has come.
    package init() {}

    /// Whether the reader is to catch up before more comes.
    package var isFull: Bool { replies.count >= Self.bound }

    /// A reply came.
    package mutating func offer(_ reply: Reply) -> Delivery? {
        if !reply.continues { isOver = true }
        guard let taker else {
            replies.append(reply)
            return nil
        }
        self.taker = nil
        return (taker, .replies([reply]))
    }

    /// Nothing more comes, because of `failure`.
    package mutating func end(_ failure: ClientError) -> Delivery? {
        guard !isOver else { return nil }
        isOver = true
        self.failure = failure
        guard let taker else { return nil }
        self.taker = nil
        return (taker, .over(failure))
    }

    /// The reader wants more; nil: it is remembered, for there is nothing yet.
    package mutating func take(_ taker: Taker) -> ReplyBatch? {
        if !replies.isEmpty {
            defer { replies.removeAll(keepingCapacity: true) }
            return .replies(replies)
        }
        if isOver { return .over(failure) }
        self.taker = taker
        return nil
    }
}
