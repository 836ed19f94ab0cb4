// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// The replies to a call with `more`, in order, for a single reader.
///
/// The socket is read only as fast as the reader consumes replies. The stream throws an error if
/// the server replies with one, or if the connection ends before the last reply. If the stream is
/// released before its end, the connection is closed.
package struct ReplyStream: AsyncSequence, Sendable {
    package typealias Element = Reply
    package typealias Failure = ClientError

    private let source: Source

    init(client: VarlinkClient, call: Int) {
        source = Source(client: client, call: call)
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(source: source)
    }

    /// An object that is released with the stream and all its iterators, and then abandons the
    /// call.
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

    package struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let source: Source
        /// The replies that have arrived, in reverse order, so that each is released when it is
        /// delivered.
        private var batch: [Reply] = []
        private var isOver = false

        fileprivate init(source: Source) {
            self.source = source
        }

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
