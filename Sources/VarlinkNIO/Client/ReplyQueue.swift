// SPDX-License-Identifier: Apache-2.0
import Varlink

enum ReplyBatch: Equatable, Sendable {
    case replies([Reply])
    /// There are no more replies; the error is `nil` if the last reply was received.
    case over(ClientError?)
}

/// A queue of the replies to one call, between the socket and the reader of the replies.
///
/// It does no I/O. `Taker` is the continuation of a waiting reader.
struct ReplyQueue<Taker> {
    /// A waiting reader, and the replies that it receives.
    typealias Delivery = (taker: Taker, batch: ReplyBatch)

    /// The number of unread replies at which the socket is no longer read.
    static var bound: Int { 32 }

    private(set) var isOver = false

    private var replies: [Reply] = []
    private var taker: Taker?
    private var failure: ClientError?

    var isFull: Bool { replies.count >= Self.bound }

    /// Adds a reply; if a reader is waiting, returns the reader and the reply instead.
    mutating func offer(_ reply: Reply) -> Delivery? {
        if !reply.continues { isOver = true }
        guard let taker else {
            replies.append(reply)
            return nil
        }
        self.taker = nil
        return (taker, .replies([reply]))
    }

    mutating func end(_ failure: ClientError) -> Delivery? {
        guard !isOver else { return nil }
        isOver = true
        self.failure = failure
        guard let taker else { return nil }
        self.taker = nil
        return (taker, .over(failure))
    }

    /// Returns the next replies; if there are none, stores the waiting reader and returns `nil`.
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
