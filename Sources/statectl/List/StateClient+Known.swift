// SPDX-License-Identifier: Apache-2.0
import StateClient

extension StateClient {
    static let maximumRemoved = 100

    func points(_ conditions: Playback.List.Parameters = .init()) async throws -> [ResumePoint] {
        var bar = ProgressBar("look up")
        var points: [ResumePoint] = []
        try await PointPages(client: self, conditions).readAll { page in
            points += page.points
            bar.showTime("\(points.count) found")
            return true
        }
        return points
    }

    /// Returns the changes after the token up to now; without a token, the current state, or with
    /// `fromNow` only the token of this moment.
    ///
    /// The pages of a list omit a point that moves to the front meanwhile; a stream omits nothing.
    func changes(
        after token: String? = nil,
        player: String? = nil,
        fromNow: Bool = false
    ) async throws -> (changes: [Change], token: String) {
        var bar = ProgressBar("look up")
        var changes: [Change] = []
        for try await batch in subscribe(after: token, player: player, fromNow: fromNow) {
            changes += batch.changes
            bar.showTime("\(changes.count) found")
            if batch.isReady { return (changes, batch.token) }
        }
        throw StateClientError.disconnected(reason: "the daemon has ended the stream")
    }

    /// Returns all resume points, or those of a player, at one moment, the newest first, and the
    /// token of that moment.
    func currentPoints(
        player: String? = nil
    ) async throws -> (points: [ResumePoint], token: String) {
        let state = try await changes(player: player)
        var points: [ExactString: ResumePoint] = [:]
        for change in state.changes {
            guard let item = change.item, change.kind != .observed else { continue }
            points[ExactString(item)] =
                [.cleared, .expired].contains(change.kind) ? nil : change.point
        }
        return (
            points.values.sorted { ($0.at, $0.revision) > ($1.at, $1.revision) }, state.token
        )
    }

    static func known<Value>(
        _ call: @autoclosure () async throws(StateClientError) -> Value
    ) async throws(StateClientError) -> Value? {
        do {
            return try await call()
        } catch .notFound, .expired, .alertNotFound, .entryNotFound {
            return nil
        }
    }
}
