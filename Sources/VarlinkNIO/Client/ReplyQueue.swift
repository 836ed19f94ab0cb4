// SPDX-License-Identifier: Apache-2.0
import Varlink

/// The replies that the reader of a stream receives at one time.
enum ReplyBatch: Equatable, Sendable {
    /// At least one reply; more may follow.
    case replies([Reply])
    /// There are no more replies; `nil` after the last one, otherwise the error.
    case over(ClientError?)
}

/// A queue of the replies to one call, between the socket and their reader; it does no I/O.
///
/// `Taker` is the continuation of a waiting reader.
struct ReplyQueue<Taker> {
    /// A batch, and the reader that waits for it.
    typealias Delivery = (taker: Taker, batch: ReplyBatch)

    /// The number of unread replies at which reading from the socket stops.
    static var bound: Int { 32 }

    /// True once no further reply can arrive from the socket.
    private(set) var isOver = false

    private var replies: [Reply] = []
    private var taker: Taker?
    private var failure: ClientError?

    /// True if there are so many unread replies that reading from the socket stops.
    var isFull: Bool { replies.count >= Self.bound }

    /// Adds a reply, or returns it if a reader is waiting.
    mutating func offer(_ reply: Reply) -> Delivery? {
        if !reply.continues { isOver = true }
        guard let taker else {
            replies.append(reply)
            return nil
        }
        self.taker = nil
        return (taker, .replies([reply]))
    }

    /// Ends the queue with `failure`, or returns that if a reader is waiting.
    mutating func end(_ failure: ClientError) -> Delivery? {
        guard !isOver else { return nil }
        isOver = true
        self.failure = failure
        guard let taker else { return nil }
        self.taker = nil
        return (taker, .over(failure))
    }

    /// Returns the next batch; if there is none, keeps the waiting reader and returns `nil`.
    mutating func take(_ taker: Taker) -> ReplyBatch? {
        if !replies.isEmpty {
            defer { replies.removeAll(keepingCapacity: true) }
            return .replies(replies)
        }
        if isOver { return .over(failure) }
        self.taker = taker
        return nil
    }
}
