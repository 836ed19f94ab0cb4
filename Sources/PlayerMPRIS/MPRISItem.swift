internal import StateModel

/// What the daemon calls that which a player plays.
enum MPRISItem {
    /// The name by what the player says.
    ///
    /// - Parameters:
    ///   - metadata: what the player says.
    ///   - resolve: the path of an existing file with all symbolic links followed; nil: there is
    ///     none.
    /// - Returns: nil if the player says nothing that lasts.
    static func name(
        of metadata: MPRISMetadata,
        resolve: (String) -> String?
    ) -> String? {
        if let url = metadata.url, let name = name(ofURL: url, resolve: resolve) { return name }
        return metadata.trackID.flatMap(ownName)
    }

    private static func name(ofURL url: String, resolve: (String) -> String?) -> String? {
        if url.hasPrefix("spotify:"), url.utf8.count <= Limits.itemBytes { return url }
        // Relative paths begin at a place that the player alone knows; and what is a `blob:` is
        // another one with each page load.
        return CanonicalName.of(url, in: nil, resolve: resolve)
    }

    /// The player's own name for what it plays, where the same name means the same tomorrow.
    ///
    /// With most players it is the place in a list. Spotify's is the track's in its catalogue.
    private static func ownName(_ track: String) -> String? {
        let prefixes = ["/com/spotify/", "/spotify/", "spotify:"]
        guard let prefix = prefixes.first(where: track.hasPrefix) else { return nil }
        let parts = track.dropFirst(prefix.count).split { $0 == "/" || $0 == ":" }
        guard parts.count == 2, parts.joined().utf8.count < Limits.itemBytes / 2 else { return nil }
        return "spotify:\(parts[0]):\(parts[1])"
    }
}
