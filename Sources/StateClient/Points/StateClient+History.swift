// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol
import Varlink

extension StateClient {
    /// Returns earlier values of an item, newest first: `limit`, or 100 by default, at most 1000.
    public func history(
        _ item: String,
        limit: Int? = nil
    ) async throws(StateClientError) -> [HistoryEntry] {
        try await call(Playback.History.self, .init(item: item, limit: limit)).entries
    }

    /// Restores the value of `revision`, or else the newest one that was the resume point.
    @discardableResult
    public func undo(
        _ item: String,
        to revision: Revision? = nil
    ) async throws(StateClientError) -> ResumePoint {
        try await call(Playback.Undo.self, .init(item: item, revision: revision)).point
    }

    /// Restores the last resume point of each item without one; `lost` is the number of items that
    /// have no such point in the history.
    @discardableResult
    public func undoMany(
        _ items: [String]
    ) async throws(StateClientError) -> (restored: Int, lost: Int) {
        var (restored, lost) = (0, 0)
        let parts = CallLimit.items.parts(of: items) { JSONValue.string($0).encoded.count }
        for part in parts {
            let reply = try await call(Playback.UndoMany.self, .init(items: Array(part)))
            restored += reply.restored
            lost += reply.lost
        }
        return (restored, lost)
    }

    /// Returns the last values of items whose resume points were removed, newest first.
    ///
    /// With `finished`, returns only finished ones. The default limit is 10, the maximum is 100.
    public func removedPoints(
        limit: Int? = nil,
        finished: Bool = false
    ) async throws(StateClientError) -> [HistoryEntry] {
        try await call(Playback.ListRemoved.self, .init(limit: limit, finished: finished)).entries
    }

    /// Returns the periods during which items were played, as far back as the history goes, or
    /// only those that ended at `time` or later.
    public func runs(since time: Timestamp? = nil) async throws(StateClientError) -> [PlayedRun] {
        try await pages(Playback.ListRuns.self) {
            .init(since: time?.rawValue, limit: 1000, cursor: $0)
        } read: {
            ($0.runs, $0.cursor)
        }
    }
}
