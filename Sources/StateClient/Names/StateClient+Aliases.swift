// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol

extension StateClient {
    /// Adds another name to an item; if an item with that name exists, it is merged into this item.
    ///
    /// Returns the store's new revision.
    @discardableResult
    public func addAlias(
        _ alias: String,
        to item: String
    ) async throws(StateClientError) -> Revision {
        try await call(Playback.AddAlias.self, .init(item: item, alias: alias)).revision
    }

    /// Removes an alias from its item, and returns the store's new revision.
    @discardableResult
    public func removeAlias(_ alias: String) async throws(StateClientError) -> Revision {
        try await call(Playback.RemoveAlias.self, .init(alias: alias)).revision
    }

    /// Returns the aliases of an item.
    public func aliases(of item: String) async throws(StateClientError) -> [String] {
        try await call(Playback.ListAliases.self, .init(item: item)).aliases
    }
}
