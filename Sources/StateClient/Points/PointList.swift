// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol

/// Resume points, the most recently observed first.
public struct PointList: AsyncSequence, Sendable {
    /// The client that fetches the pages.
    let client: StateClient
    /// The conditions that the points meet.
    let conditions: Playback.List.Parameters

    /// Returns an iterator that begins with the newest point.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: PointPages(client: client, conditions))
    }

    /// The iterator, which fetches the pages.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var pages: PointPages
        fileprivate var page: ArraySlice<ResumePoint> = []

        /// Returns the next point; `nil` after the last.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> ResumePoint? {
            while page.isEmpty, let next = try await pages.next() { page = next.points[...] }
            return page.popFirst()
        }
    }
}
