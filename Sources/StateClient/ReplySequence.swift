// SPDX-License-Identifier: Apache-2.0

/// The decoded replies to one call; the sequence ends with the call.
public struct ReplySequence<Element: Sendable>: AsyncSequence, Sendable {
    /// A closure that makes the call.
    let open: @Sendable () -> Replies
    /// A closure that decodes one reply.
    let read: @Sendable ([UInt8]) throws(StateClientError) -> Element

    /// Returns an iterator, which makes the call when the first element is requested.
    public func makeAsyncIterator() -> Iterator {
        Iterator(replies: open(), read: read)
    }

    /// The iterator over the replies.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var replies: Replies
        fileprivate let read: @Sendable ([UInt8]) throws(StateClientError) -> Element

        /// Returns the next reply; `nil` after the last.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> Element? {
            try await replies.next().map(read)
        }
    }
}
