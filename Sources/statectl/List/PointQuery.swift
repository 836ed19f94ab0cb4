// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateProtocol

/// A query for resume points in an order.
struct PointQuery {
    /// The player of the points; `nil` for all players.
    var player: String?
    /// The conditions checked by statectl itself.
    var filter = PointFilter()
    /// The order of the points.
    var order = PointOrder.time
    /// The maximum number of points; `nil` for all.
    var limit: Int?
    /// True for points with their JSON.
    var hasJSON = false
    /// True for the most recently finished items instead.
    var isSeen = false

    /// The number of points on a page of the daemon.
    ///
    /// A page has at most the limit, unless points are filtered.
    var pageSize: Int {
        guard let limit, filter.isOpen, order == .time else { return PointPages.most }
        return min(limit, PointPages.most)
    }

    /// Passes the points to `take` in parts, until it returns false.
    ///
    /// In the daemon's order, a part is a filtered page, so that memory is bounded. Other orders
    /// need the whole list or the limit.
    ///
    /// - Returns: the number of points passed.
    func run(
        with client: StateClient,
        _ take: ([ListedPoint]) throws -> Bool
    ) async throws -> Int {
        var pages = PointPages(
            client: client,
            player: player,
            since: filter.since,
            until: filter.until,
            size: pageSize
        )
        var selection = PointSelection(order: order, limit: limit ?? .max)
        var count = 0
        var seen = isSeen ? try await seenPoints(from: client) : nil
        while let page = isSeen
            ? seen.take() : try await pages.next().map(listed)
        {
            var points = page.filter { filter.admits($0.point) }
            if order == .time {
                points = Array(points.prefix((limit ?? .max) - count))
                count += points.count
                if !points.isEmpty, try !take(points) { return count }
                if count == limit { return count }
            } else {
                selection.add(points)
            }
        }
        guard order != .time else { return count }
        selection.trim()
        let points = selection.points
        for start in stride(from: 0, to: points.count, by: PointPages.most) {
            let part = points[start..<min(start + PointPages.most, points.count)]
            guard try take(Array(part)) else { break }
        }
        return points.count
    }

    /// Returns the points of a page, with their JSON if requested.
    private func listed(
        _ page: Answer<Playback.List.Reply>
    ) throws(StateClientError) -> [ListedPoint] {
        guard hasJSON else { return page.points.map { ListedPoint(point: $0, json: []) } }
        return zip(page.points, try RawJSON.elements("points", of: page.json))
            .map(ListedPoint.init)
    }

    private func seenPoints(
        from client: StateClient
    ) async throws(StateClientError) -> [ListedPoint] {
        let answer = try await client.answer(
            Playback.ListRemoved.self,
            .init(limit: StateClient.mostRemoved, finished: true)
        )
        let elements = try RawJSON.elements("entries", of: answer.json)
        return zip(answer.entries.map(\.point), elements).map(ListedPoint.init)
            .filter { player == nil || $0.point.player == player }
    }
}

/// A resume point of a list.
struct ListedPoint {
    let point: ResumePoint
    /// The JSON of the point as received; empty if not requested.
    let json: [UInt8]
}
