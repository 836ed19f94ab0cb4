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

    /// Returns the names of an item other than its own.
    public func aliases(of item: String) async throws(StateClientError) -> [String] {
        try await call(Playback.ListAliases.self, .init(item: item)).aliases
    }
}
