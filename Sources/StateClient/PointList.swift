// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol

/// Resume points, the most recently observed first.
public struct PointList: AsyncSequence, Sendable {
    /// The client that fetches the pages.
    let client: StateClient
    /// The player whose points are wanted; `nil` for all players.
    let player: String?

    /// Returns an iterator that begins with the newest point.
    public func makeAsyncIterator() -> Iterator {
        Iterator(client: client, next: .init(player: player, limit: 1000))
    }

    /// The iterator, which fetches the pages.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let client: StateClient
        fileprivate var next: Playback.List.Parameters?
        fileprivate var page: ArraySlice<ResumePoint> = []

        /// Returns the next point; `nil` after the last.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> ResumePoint? {
            while page.isEmpty, let parameters = next {
                let reply = try await client.call(Playback.List.self, parameters)
                page = reply.points[...]
                next = reply.cursor.map { cursor in
                    .init(player: parameters.player, limit: parameters.limit, cursor: cursor)
                }
            }
            return page.popFirst()
        }
    }
}
