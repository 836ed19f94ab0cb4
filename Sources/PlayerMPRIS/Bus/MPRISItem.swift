// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

/// Item names for the tracks of players.
package enum MPRISItem {
    /// Returns the item name of the given metadata.
    ///
    /// - Parameters:
    ///   - metadata: The metadata that the player reports.
    ///   - resolve: A function that returns the path of an existing file with all symbolic links
    ///     resolved, or `nil` if there is none.
    /// - Returns: The name; `nil` if the metadata does not identify the item permanently.
    package static func name(
        of metadata: MPRISMetadata,
        resolve: (String) -> String?
    ) -> String? {
        if let url = metadata.url, let name = name(ofURL: url, resolve: resolve) { return name }
        return metadata.trackID.flatMap(ownName)
    }

    private static func name(ofURL url: String, resolve: (String) -> String?) -> String? {
        if url.hasPrefix("spotify:"), url.utf8.count <= Limits.itemBytes { return url }
        // Only the player knows the directory for relative paths, and a `blob:` URL changes with
        // each page load.
        return CanonicalName.of(url, in: nil, resolve: resolve)
    }

    /// Returns the player's own name for a track if it is permanent.
    ///
    /// Most players only number the entries of a list, but Spotify's name is the one in its
    /// catalogue.
    private static func ownName(_ track: String) -> String? {
        let prefixes = ["/com/spotify/", "/spotify/", "spotify:"]
        guard let prefix = prefixes.first(where: track.hasPrefix) else { return nil }
        let parts = track.dropFirst(prefix.count).split { $0 == "/" || $0 == ":" }
        guard parts.count == 2, parts.joined().utf8.count < Limits.itemBytes / 2 else { return nil }
        return "spotify:\(parts[0]):\(parts[1])"
    }
}
