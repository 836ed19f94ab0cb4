// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import StateProtocol

/// The pages of the list of resume points, requested one by one.
package struct PointPages: Sendable {
    /// The maximum number of points on a page, by the contract.
    package static let most = 1000

    private let client: StateClient
    private let timeout: Duration?
    private var parameters: Playback.List.Parameters?

    /// Creates the pages of all points or of one player's, with at most `size` points each,
    /// observed from `since` on and before `until`.
    package init(
        client: StateClient,
        player: String? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        size: Int = PointPages.most,
        timeout: Duration? = nil
    ) {
        self.client = client
        self.timeout = timeout
        parameters = .init(
            player: player,
            limit: size,
            since: since?.rawValue,
            until: until?.rawValue
        )
    }

    /// Returns the next page; `nil` after the last.
    package mutating func next() async throws(StateClientError) -> Answer<Playback.List.Reply>? {
        guard let current = parameters else { return nil }
        let page = try await client.answer(Playback.List.self, current, within: timeout)
        parameters?.cursor = page.cursor
        if page.cursor == nil { parameters = nil }
        return page
    }
}
