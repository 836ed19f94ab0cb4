// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol

/// A sequence of resume points, the most recently observed first; see
/// ``StateClient/list(player:device:status:search:since:until:)``.
public struct PointList: AsyncSequence, Sendable {
    let client: StateClient
    let conditions: Playback.List.Parameters

    /// Returns an iterator, which fetches the first page when the first point is requested.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: PointPages(client: client, conditions))
    }

    /// An iterator that fetches the points page by page.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var pages: PointPages
        fileprivate var page: ArraySlice<ResumePoint> = []

        /// Returns the next point; `nil` after the last one.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> ResumePoint? {
            while page.isEmpty, let next = try await pages.next() { page = next.points[...] }
            return page.popFirst()
        }
    }
}
