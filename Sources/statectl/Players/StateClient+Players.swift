// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

extension StateClient {
    func receivedPlayers() async throws(StateClientError) -> [[UInt8]] {
        try await elements("players", Session.ListPlayers.self, within: nil) { .init(cursor: $0) }
    }

    func receivedAlerts(
        within timeout: Duration? = nil
    ) async throws(StateClientError) -> [[UInt8]] {
        try await elements("alerts", Session.ListAlerts.self, within: timeout) {
            .init(cursor: $0)
        }
    }

    /// Returns the array `name` of all pages, as received; `page` returns the parameters for a
    /// cursor.
    private func elements<Method: StateMethod>(
        _ name: String,
        _ method: Method.Type,
        within timeout: Duration?,
        page: (String?) -> Method.Parameters
    ) async throws(StateClientError) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var cursor: String?
        repeat {
            let answer = try await answer(Method.name, page(cursor).json, within: timeout)
            found += try RawJSON.elements(name, of: answer)
            cursor = JSONValue.parse(answer)?["cursor"]?.string
        } while cursor != nil
        return found
    }

    /// Throws a failure if a player is unknown, and has no resume points either.
    ///
    /// `option` is the option that creates an unknown player; `nil` if there is none. Returns the
    /// player; `nil` if it has only resume points.
    @discardableResult
    func checkPlayer(_ name: String, orElse option: String? = nil) async throws -> Player? {
        let known = try await players()
        if let player = known.first(where: { $0.player == name }) { return player }
        var pages = PointPages(client: self, .init(player: name, limit: 1))
        guard try await pages.next()?.points.isEmpty != false else { return nil }
        throw Failure(noPlayer: name, among: known, orElse: option)
    }

    /// Returns the titles of items, as far as the newest 3,000 resume points contain them.
    func titles(
        of items: some Collection<String>
    ) async throws(StateClientError) -> [String: String] {
        var missing = Set(items)
        var titles: [String: String] = [:]
        var pages = PointPages(client: self)
        for _ in 0..<Self.maximumTitlePages where !missing.isEmpty {
            guard let page = try await pages.next() else { break }
            for point in page.points where missing.remove(point.item) != nil {
                titles[point.item] = point.title
            }
        }
        return titles
    }

    private static let maximumTitlePages = 3
}

extension Player {
    /// True if the player runs, but its queue is not played there.
    ///
    /// Players on the session bus have a label, and only some of them open files on request. Other
    /// surfaces follow the current item themselves.
    var ignoresQueue: Bool { surfaces > 0 && label != nil && !obeys.contains(.open) }
}

extension Failure {
    init(noPlayer name: String, among known: [Player], orElse option: String? = nil) {
        let offer = Spelling.offer(for: name, of: known.map(\.player))
        let creation = option.map { ", and \($0) makes a new one" } ?? ""
        self.init(
            .notThere,
            "there is no player “\(name.visible)”; \(offer)“statectl players” lists the players\(creation)"
        )
    }
}
