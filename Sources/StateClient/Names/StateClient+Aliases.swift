// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol

extension StateClient {
    /// Adds another name to an item, and returns the store's new revision.
    ///
    /// An item that has this name is merged into `item`; an alias of another item is an error.
    @discardableResult
    public func addAlias(
        _ alias: String,
        to item: String
    ) async throws(StateClientError) -> Revision {
        try await call(Playback.AddAlias.self, .init(item: item, alias: alias)).revision
    }

    /// Removes an alias from its item; returns the store's new revision.
    @discardableResult
    public func removeAlias(_ alias: String) async throws(StateClientError) -> Revision {
        try await call(Playback.RemoveAlias.self, .init(alias: alias)).revision
    }

    /// Removes a resume point from a name that now belongs to another item.
    ///
    /// If the name is only an alias, the alias is removed. Otherwise, the point is cleared, and
    /// stored under the first of `contents`, if there is one.
    package func detach(
        _ name: String,
        from point: ResumePoint,
        contents: [String]
    ) async throws(StateClientError) {
        guard ExactString.same(point.item, name) else {
            try await removeAlias(name)
            return
        }
        for key in contents { try await removeAlias(key) }
        try await clear(name)
        guard let key = contents.first else { return }
        try await save(Snapshot(of: point, detachedFrom: name, as: key, by: point.player))
    }

    /// Returns the names of an item other than its own.
    public func aliases(of item: String) async throws(StateClientError) -> [String] {
        try await call(Playback.ListAliases.self, .init(item: item)).aliases
    }
}

extension Snapshot {
    /// The value of a resume point, to be stored under a content key, because another file has
    /// taken the path.
    init(of point: ResumePoint, detachedFrom path: String, as key: String, by player: String) {
        self.init(
            item: key,
            player: player,
            status: .paused,
            position: point.position,
            duration: point.duration,
            title: point.title ?? path.split(separator: "/").last.map(String.init),
            at: point.at,
            ttl: max(1, (point.expiresAt - point.at) / 1_000)
        )
    }
}
