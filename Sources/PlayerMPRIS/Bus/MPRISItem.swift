// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

package enum MPRISItem {
    /// Returns the item name for the metadata of a track; `nil` if the metadata does not identify
    /// the item permanently.
    package static func name(
        of metadata: MPRISMetadata,
        resolve: (String) -> String?
    ) -> String? {
        if let url = metadata.url, let name = name(ofURL: url, resolve: resolve) { return name }
        return metadata.trackID.flatMap(ownName)
    }

    private static func name(ofURL url: String, resolve: (String) -> String?) -> String? {
        if url.hasPrefix("spotify:"), url.utf8.count <= Limits.itemBytes { return url }
        // Only the player knows the directory to which a relative path refers, and a `blob:` URL
        // changes each time a page is loaded.
        return CanonicalName.of(url, in: nil, resolve: resolve)
    }

    /// Returns the item name for the player's own identifier of a track; `nil` if it is not
    /// permanent.
    ///
    /// Most players only number the entries of a list, but Spotify uses the identifier from its
    /// catalogue.
    private static func ownName(_ track: String) -> String? {
        let prefixes = ["/com/spotify/", "/spotify/", "spotify:"]
        guard let prefix = prefixes.first(where: track.hasPrefix) else { return nil }
        let parts = track.dropFirst(prefix.count).split { $0 == "/" || $0 == ":" }
        guard parts.count == 2, parts.joined().utf8.count < Limits.itemBytes / 2 else { return nil }
        return "spotify:\(parts[0]):\(parts[1])"
    }
}
