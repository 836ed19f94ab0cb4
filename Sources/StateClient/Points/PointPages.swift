// SPDX-License-Identifier: Apache-2.0
package import StateProtocol
internal import Varlink

/// The pages of a list of resume points, each fetched when it is requested.
package struct PointPages: Sendable {
    /// The default and maximum number of points per page.
    package static let maximumPageSize = 1000

    private let client: StateClient
    private let timeout: Duration?
    private var parameters: Playback.List.Parameters?

    package init(
        client: StateClient,
        _ parameters: Playback.List.Parameters = .init(),
        timeout: Duration? = nil
    ) {
        self.client = client
        self.timeout = timeout
        self.parameters = parameters
        self.parameters?.limit = parameters.limit ?? Self.maximumPageSize
    }

    package mutating func next() async throws(StateClientError) -> Answer<Playback.List.Reply>? {
        try await received()?.decoded()
    }

    private struct Received {
        let conditions: Playback.List.Parameters
        let json: [UInt8]

        func decoded() throws(StateClientError) -> Answer<Playback.List.Reply> {
            Answer(reply: try Playback.List.Reply(reply: json), json: json)
        }
    }

    private mutating func received() async throws(StateClientError) -> Received? {
        guard let current = parameters else { return nil }
        let json = try await client.answer(Playback.List.name, current.json, within: timeout)
        let cursor = try PageCursor(reply: json).cursor
        parameters?.cursor = cursor
        if cursor == nil { parameters = nil }
        return Received(conditions: current, json: json)
    }

    /// Passes each page to `take`; the next page is requested before a page is decoded, unless that
    /// page may reach `limit`.
    ///
    /// Stops when `take` returns false, or after at least `limit` points.
    package consuming func readAll(
        limit: Int = .max,
        _ take: (Answer<Playback.List.Reply>) throws -> Bool
    ) async throws {
        var count = 0
        var page = try await received()
        while let current = page {
            let rest = self
            let isEnough = count >= limit - (current.conditions.limit ?? limit)
            async let following = isEnough ? (nil, rest) : rest.firstPage()
            let points = try current.decoded()
            count += points.points.count
            guard try take(points), count < limit else { return }
            (page, self) = try await following
            // A page may have fewer points than requested.
            if isEnough { page = try await received() }
        }
    }

    private func firstPage() async throws(StateClientError) -> (Received?, PointPages) {
        var pages = self
        return (try await pages.received(), pages)
    }
}

/// The cursor of a page; `nil` for the last one.
private struct PageCursor: JSONDecodable {
    let cursor: String?

    init(from reader: inout JSONReader) throws(JSONError) {
        var found: String?
        try reader.object { (key, reader) throws(JSONError) in
            if case "cursor" = key { found = try reader.value().string }
        }
        cursor = found
    }
}
