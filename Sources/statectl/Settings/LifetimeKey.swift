// SPDX-License-Identifier: Apache-2.0
import StateClient

/// A key for the time to live of resume points: `ttl` or `players.NAME.ttl`.
struct LifetimeKey: Equatable {
    let player: String?

    init?(_ key: String) {
        let (prefix, suffix) = ("players.", ".ttl")
        guard key != "ttl" else {
            player = nil
            return
        }
        guard key.hasPrefix(prefix), key.hasSuffix(suffix),
            key.utf8.count > prefix.utf8.count + suffix.utf8.count
        else { return nil }
        player = String(key.dropFirst(prefix.count).dropLast(suffix.count))
    }

    func stored(_ client: StateClient) async throws(StateClientError) -> Int {
        guard player != nil else { return try await client.health().points }
        var pages = PointPages(client: client, .init(player: player))
        var count = 0
        while let page = try await pages.next() { count += page.points.count }
        return count
    }

    /// Extends the stored resume points that would expire later with the configured time to live;
    /// returns their number.
    func extend(by settings: [Setting], _ client: StateClient) async throws -> Int {
        var bar = ProgressBar("extend")
        let total = try await stored(client)
        var pages = PointPages(client: client, .init(player: player))
        var (seen, extended) = (0, 0)
        while let page = try await pages.next() {
            let longer = page.points.compactMap { Self.renewal(of: $0, by: settings) }
            let results = try await client.saveMany(longer)
            seen += page.points.count
            // A point that was saved or cleared in the meantime is not extended.
            extended += results.count { $0.reason == .unchanged }
            bar.show(seen, of: max(seen, total))
        }
        return extended
    }

    /// Returns the snapshot that extends a point's time to live; `nil` if the point would not
    /// expire later, is playing, or has failed.
    ///
    /// The next report of a player that is playing extends the point anyway. For a failed point,
    /// the alert would be raised again.
    static func renewal(of point: ResumePoint, by settings: [Setting]) -> Snapshot? {
        let text =
            settings.first { $0.key == "players.\(point.player).ttl" }?.value
            ?? settings.first { $0.key == "ttl" }?.value
        guard point.status != .playing, point.status != .failed,
            let seconds = text.flatMap({ try? TimeSpan(text: $0) })?.seconds,
            point.at + seconds * 1000 > point.expiresAt
        else { return nil }
        return Snapshot(
            item: point.item,
            player: point.player,
            status: point.status,
            position: point.position,
            cause: .pause,
            at: point.at,
            ttl: seconds,
            reading: point.reading
        )
    }
}
