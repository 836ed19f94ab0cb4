// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateProtocol

/// The pages of the list of resume points, requested one by one.
struct Pages {
    /// The maximum number of points on a page, by the contract.
    static let most = 1000

    private let client: StateClient
    private let timeout: Duration?
    private var parameters: Playback.List.Parameters?

    /// Creates the pages of all points, or of a player's, with at most `size` points each.
    init(
        client: StateClient,
        player: String? = nil,
        size: Int = Pages.most,
        timeout: Duration? = nil
    ) {
        self.client = client
        self.timeout = timeout
        parameters = .init(player: player, limit: size)
    }

    /// Returns the next page as JSON; `nil` after the last.
    mutating func next() async throws(StateClientError) -> [UInt8]? {
        try await nextPage()?.json
    }

    /// Returns the points of the next page, on request with their JSON, which takes as long again;
    /// `nil` after the last page.
    mutating func nextPoints(
        hasJSON: Bool = false
    ) async throws(StateClientError) -> [ListedPoint]? {
        guard let page = try await nextPage() else { return nil }
        guard hasJSON else { return page.reply.points.map { ListedPoint(point: $0, json: []) } }
        let elements = try RawJSON.elements("points", of: page.json)
        return zip(page.reply.points, elements).map(ListedPoint.init)
    }

    private mutating func nextPage() async throws(StateClientError)
        -> (json: [UInt8], reply: Playback.List.Reply)?
    {
        guard let current = parameters else { return nil }
        let json = try await client.answer(Playback.List.self, current, within: timeout)
        let reply = try StateClient.decode(Playback.List.Reply.self, json)
        parameters = reply.cursor.map {
            .init(player: current.player, limit: current.limit, cursor: $0)
        }
        return (json, reply)
    }
}

/// A resume point of a list.
struct ListedPoint {
    /// The point.
    let point: ResumePoint
    /// The JSON of the point as received; empty if it was not asked for.
    let json: [UInt8]
}
