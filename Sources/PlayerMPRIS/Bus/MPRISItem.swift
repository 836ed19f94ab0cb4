// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

/// Item names for the tracks of players.
package enum MPRISItem {
    /// Returns the item name of the given metadata.
    ///
    /// - Parameters:
    ///   - metadata: the metadata that the player reports.
    ///   - resolve: a function that returns the path of an existing file with all symbolic links
    ///     followed, or `nil` if there is none.
    /// - Returns: the name; `nil` if the metadata has nothing that lasts.
    package static func name(
        of metadata: MPRISMetadata,
        resolve: (String) -> String?
    ) -> String? {
        if let url = metadata.url, let name = name(ofURL: url, resolve: resolve) { return name }
        return metadata.trackID.flatMap(ownName)
    }

    private static func name(ofURL url: String, resolve: (String) -> String?) -> String? {
        if url.hasPrefix("spotify:"), url.utf8.count <= Limits.itemBytes { return url }
        // Relative paths start at a directory that the player alone knows, and a `blob:` URL
        // changes with each page load.
        return CanonicalName.of(url, in: nil, resolve: resolve)
    }

    /// Returns the player's own name for a track if it is permanent.
    ///
    /// With most players it is the position in a list. Spotify's is the name in its catalogue.
    private static func ownName(_ track: String) -> String? {
        let prefixes = ["/com/spotify/", "/spotify/", "spotify:"]
        guard let prefix = prefixes.first(where: track.hasPrefix) else { return nil }
        let parts = track.dropFirst(prefix.count).split { $0 == "/" || $0 == ":" }
        guard parts.count == 2, parts.joined().utf8.count < Limits.itemBytes / 2 else { return nil }
        return "spotify:\(parts[0]):\(parts[1])"
    }
}
