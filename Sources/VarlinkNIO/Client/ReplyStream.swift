package import Varlink

/// The replies to one call with `more`, in order, for one reader.
///
/// They are read from the socket as fast as the reader takes them. An error reply is thrown, as is
/// the end of the connection before the last reply. A stream that is given up early ends the
/// connection.
package struct ReplyStream: AsyncSequence, Sendable {
    package typealias Element = Reply
    package typealias Failure = ClientError

    private let source: Source

    init(client: VarlinkClient, call: Int) {
        source = Source(client: client, call: call)
    }

    /// The replies from here on.
    package func makeAsyncIterator() -> Iterator {
        Iterator(source: source)
    }

    /// Tells the client when the stream and its iterators are gone.
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

    /// Takes replies one by one.
    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: Source
        private var batch: ArraySlice<Reply> = []
        private var isOver = false

        fileprivate init(source: Source) {
            self.source = source
        }

        /// The next reply; nil: the last one was taken.
        package mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(ClientError) -> Reply? {
            if let reply = batch.popFirst() { return try reply.orError() }
            guard !isOver else { return nil }
            switch await source.client.take(from: source.call) {
            case .replies(let replies):
                batch = replies[...]
                return try batch.popFirst()?.orError()
            case .over(let failure):
                isOver = true
                if let failure { throw failure }
                return nil
            }
        }
    }
}
