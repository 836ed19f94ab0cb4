// SPDX-License-Identifier: Apache-2.0
package import StateProtocol

/// The pages of a list of resume points, each requested when it is needed.
package struct PointPages: Sendable {
    /// The maximum number of points per page.
    package static let most = 1000

    private let client: StateClient
    private let timeout: Duration?
    private var parameters: Playback.List.Parameters?

    /// Creates the pages of the points that `parameters` select; by default, with the maximum size.
    package init(
        client: StateClient,
        _ parameters: Playback.List.Parameters = .init(),
        timeout: Duration? = nil
    ) {
        self.client = client
        self.timeout = timeout
        self.parameters = parameters
        self.parameters?.limit = parameters.limit ?? Self.most
    }

    /// Returns the next page; `nil` after the last one.
    package mutating func next() async throws(StateClientError) -> Answer<Playback.List.Reply>? {
        guard let current = parameters else { return nil }
        let page = try await client.answer(Playback.List.self, current, within: timeout)
        parameters?.cursor = page.cursor
        if page.cursor == nil { parameters = nil }
        return Self.admitted(page, current)
    }

    /// Removes points that do not meet the conditions.
    ///
    /// An older daemon ignores all conditions except the player.
    private static func admitted(
        _ page: Answer<Playback.List.Reply>,
        _ conditions: Playback.List.Parameters
    ) -> Answer<Playback.List.Reply> {
        var conditions = conditions
        conditions.player = nil
        var filter = conditions.filter
        let points = page.points.filter { filter.admits($0) }
        guard points.count < page.points.count else { return page }
        let reply = Playback.List.Reply(points: points, cursor: page.cursor)
        return Answer(reply: reply, json: reply.json)
    }

    /// Passes each page to `take`, and meanwhile requests the next one.
    ///
    /// Stops when `take` returns false, or after `limit` points.
    package consuming func readAll(
        limit: Int = .max,
        _ take: (Answer<Playback.List.Reply>) throws -> Bool
    ) async throws {
        var count = 0
        var page = try await next()
        while let current = page {
            count += current.points.count
            guard parameters != nil, count < limit else {
                _ = try take(current)
                return
            }
            let rest = self
            async let following = rest.firstPage()
            guard try take(current) else { return }
            (page, self) = try await following
        }
    }

    /// Returns the next page, and the pages after it.
    private func firstPage() async throws(StateClientError) -> (
        Answer<Playback.List.Reply>?, PointPages
    ) {
        var pages = self
        return (try await pages.next(), pages)
    }
}
