// SPDX-License-Identifier: Apache-2.0
import PlayerKit
import StateBridge
import StateClient
import StateModel

enum PlayableItem {
    /// Returns a path or URL that a player on this machine can open.
    ///
    /// A path that is found by a search becomes an alias of the item, so that the player finds the
    /// resume point. The search ends at a time in milliseconds of ``Clocks/elapsed``.
    static func of(
        _ item: String,
        from client: StateClient,
        until end: Int = .max
    ) async throws -> String {
        guard isFileOrURL(item) else {
            throw Failure(
                .notThere,
                "\(item.visible) is neither a file nor a URL; give a file or a URL to play"
            )
        }
        let isReplaced = try await isReplaced(item, client)
        guard isReplaced || isElsewhere(item) else { return item }
        let names = try await otherNames(of: item, client) + (isReplaced ? [] : [item])
        if let path = FileSearch(roots: [], names: names).known { return path }
        let roots = try await client.mediaRoots()
        guard let path = FileSearch(roots: roots, names: names).find(item, until: end) else {
            throw missing(item, roots, isReplaced: isReplaced)
        }
        _ = try? await client.addAlias(path, to: item)
        return path
    }

    /// Returns false if the item certainly cannot be opened on this machine.
    static func mayOpen(_ item: String, from client: StateClient) async -> Bool {
        guard isElsewhere(item) else { return isFileOrURL(item) }
        let names = (try? await otherNames(of: item, client)) ?? []
        if FileSearch(roots: [], names: names).known != nil { return true }
        return (try? await client.mediaRoots())?.isEmpty != true
    }

    private static func otherNames(
        of item: String,
        _ client: StateClient
    ) async throws(StateClientError) -> [String] {
        try await client.aliases(of: item) + [ItemPath.complete(item)].compactMap(\.self)
    }

    /// Returns true if the path now has the file of another item.
    private static func isReplaced(
        _ item: String,
        _ client: StateClient
    ) async throws(StateClientError) -> Bool {
        guard item.hasPrefix("/"),
            let found = try await WrittenItem(item, client: client).known()
        else { return false }
        return isContents(found)
    }

    private static func isFileOrURL(_ item: String) -> Bool {
        item.hasPrefix("/") || item.contains("://") || isContents(item)
    }

    /// Returns true if the item is a file that is not at the path of that name.
    private static func isElsewhere(_ item: String) -> Bool {
        item.hasPrefix("/") ? ItemFile.find(item) == nil : isContents(item)
    }

    /// Returns true if the item is a file that is known only by its contents, because another file
    /// has taken its path.
    private static func isContents(_ item: String) -> Bool { ContentKey.size(in: item) != nil }

    private static func missing(_ item: String, _ roots: [String], isReplaced: Bool) -> Failure {
        let advice =
            roots.isEmpty
            ? "set the folders of your films with “statectl config set roots DIR”, or give the path"
            : "nor is it below \(roots.map(\.visible).joined(separator: ", ")); give its path"
        let reason = isReplaced ? " (another item's file has its path)" : ""
        return Failure(.notThere, "\(item.visible) is not on this machine\(reason); \(advice)")
    }
}
