// SPDX-License-Identifier: Apache-2.0
import StateClient

struct PointQuery {
    var conditions = Playback.List.Parameters()
    var limit: Int?
    var hasJSON = false
    /// True to return the most recently finished items instead.
    var isSeen = false

    /// True if no option selects points, except by player.
    var isOpen: Bool {
        conditions == .init(player: conditions.player, order: conditions.order)
    }

    /// True if the daemon sorts the points.
    ///
    /// In an order other than by time, the daemon reads all points for each page. Therefore it only
    /// sorts lists of a single page.
    private var isOrderedByDaemon: Bool {
        !isSeen && (order == .time || (limit ?? .max) <= PointPages.maximumPageSize)
    }

    private var order: PointOrder { conditions.order ?? .time }

    /// Passes the points to `take` in parts, as `form` makes them, until a call returns false.
    ///
    /// A part is a page from the daemon, so that a long list needs no more memory than a short one.
    /// The exceptions are finished items, and lists that the daemon does not sort.
    ///
    /// - Returns: The number of points.
    func run<Row>(
        with client: StateClient,
        _ form: (ListedPoint) -> Row,
        _ take: ([Row]) throws -> Bool
    ) async throws -> Int {
        var count = 0
        guard !isOrderedByDaemon else {
            var parameters = conditions
            parameters.limit = min(limit ?? .max, PointPages.maximumPageSize)
            try await PointPages(client: client, parameters).readAll(limit: limit ?? .max) { page in
                let points = try listed(page).prefix((limit ?? .max) - count)
                count += points.count
                return try points.isEmpty || take(points.map(form))
            }
            return count
        }
        let rows = try await sorted(from: client, form)
        count = min(limit ?? .max, rows.places.count)
        for start in stride(from: 0, to: count, by: PointPages.maximumPageSize) {
            let part = rows.places[start..<min(start + PointPages.maximumPageSize, count)]
            guard try take(part.map { rows.pages[$0.page][$0.index] }) else { break }
        }
        return count
    }

    /// Returns all points as they arrived, in the form of the list, and their places in its order.
    ///
    /// One array of a hundred thousand rows would often be copied while it grows.
    private func sorted<Row>(
        from client: StateClient,
        _ form: (ListedPoint) -> Row
    ) async throws -> (pages: [[Row]], places: [(page: Int, index: Int)]) {
        var selection = PointSelection<Int>(order: order, limit: .max)
        var pages: [[Row]] = []
        var places: [(page: Int, index: Int)] = []
        func add(_ found: [ListedPoint]) {
            for (index, point) in found.enumerated() {
                selection.add(places.count, point.point, number: places.count)
                places.append((pages.count, index))
            }
            pages.append(found.map(form))
        }
        if isSeen {
            add(try await seenPoints(from: client))
        } else {
            var parameters = conditions
            parameters.order = nil
            var bar = ProgressBar("list", delay: 1000)
            // The rows of a page, and their sort keys, are made while the daemon reads the next one.
            try await PointPages(client: client, parameters).readAll { page in
                add(try listed(page))
                bar.showTime("\(places.count) found")
                return true
            }
        }
        // The points are in the order of removal, which takes the place of the order by time.
        return (pages, order == .time ? places : selection.points.map { places[$0.point] })
    }

    /// Returns the points of a page.
    ///
    /// Their JSON is included only if it was requested, because extracting it doubles the time.
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
            .init(limit: StateClient.maximumRemoved, finished: true)
        )
        let elements = try RawJSON.elements("entries", of: answer.json)
        var filter = conditions.filter
        return zip(answer.entries.map(\.point), elements).map(ListedPoint.init)
            .filter { filter.admits($0.point) }
    }
}

struct ListedPoint {
    let point: ResumePoint
    /// The point as received; empty unless requested.
    let json: [UInt8]
}

extension PointOrder: TextValue {}
