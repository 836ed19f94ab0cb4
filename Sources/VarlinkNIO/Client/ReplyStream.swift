// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// The replies to a call with `more`, in order, for a single reader.
///
/// The socket is read only as fast as the reader consumes replies. The stream throws an error if
/// the server replies with one, or if the connection ends before the last reply. If the stream is
/// released before its end, the connection is closed.
package struct ReplyStream: AsyncSequence, Sendable {
    /// A reply to the call.
    package typealias Element = Reply
    /// The error that ends a stream before its last reply.
    package typealias Failure = ClientError

    private let source: Source

    init(client: VarlinkClient, call: Int) {
        source = Source(client: client, call: call)
    }

    /// Returns an iterator over the remaining replies.
    package func makeAsyncIterator() -> Iterator {
        Iterator(source: source)
    }

    /// An object that tells the client when the stream and all its iterators have been released.
    fileprivate final class Source: Sendable {
        let client: VarlinkClient
        let call: Int

        init(client: VarlinkClient, call: Int) {
            self.client = client
            self.call = call
        }

        deinit {
            client.abandon(call)
        }
    }

    /// An iterator that returns one reply at a time.
    package struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let source: Source
        /// The replies that have arrived, in reverse order, so that each one is released when it is
        /// delivered.
        private var batch: [Reply] = []
        private var isOver = false

        fileprivate init(source: Source) {
            self.source = source
        }

        /// Returns the next reply; `nil` after the last one.
        package mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(ClientError) -> Reply? {
            if let reply = batch.popLast() { return try reply.orError() }
            guard !isOver else { return nil }
            switch await source.client.take(from: source.call) {
            case .replies(let replies):
                batch = replies.reversed()
                return try batch.popLast()?.orError()
            case .over(let failure):
                isOver = true
                if let failure { throw failure }
                return nil
            }
        }
    }
}
