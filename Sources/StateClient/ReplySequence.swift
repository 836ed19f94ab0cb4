// SPDX-License-Identifier: Apache-2.0

/// A sequence of the decoded replies to one call.
public struct ReplySequence<Element: Sendable>: AsyncSequence, Sendable {
    let open: @Sendable () -> Replies
    let read: @Sendable ([UInt8]) throws(StateClientError) -> Element

    /// Returns an iterator, which makes the call when the first element is requested.
    public func makeAsyncIterator() -> Iterator {
        Iterator(replies: open(), read: read)
    }

    /// An iterator, which ends with the last reply.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var replies: Replies
        fileprivate let read: @Sendable ([UInt8]) throws(StateClientError) -> Element

        /// Returns the next reply; `nil` after the last one.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> Element? {
            try await replies.next().map(read)
        }
    }
}
