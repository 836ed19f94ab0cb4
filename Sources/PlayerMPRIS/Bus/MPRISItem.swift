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
        return ownName(of: metadata)
    }

    /// The extensions of the names of disc images, and of the files that players open for a disc.
    private static let discs: Set<String> = [
        "bdmv", "bin", "cue", "ifo", "img", "iso", "mdf", "nrg", "udf",
    ]

    /// Returns true for a file with only one film or song.
    ///
    /// Returns false for a web page, and for the image or folder of a disc, which may have a menu
    /// and several titles, and which some players report with a scheme such as `dvd`.
    static func isSingle(_ name: String?, url: String?) -> Bool {
        guard let name, name.utf8.first == UInt8(ascii: "/") else { return false }
        let isFile = url.map { !CanonicalName.isURL($0) || $0.lowercased().hasPrefix("file:") }
        let end = name.split(separator: "/").last?.split(separator: ".").last ?? ""
        return isFile != false && !discs.contains(end.lowercased())
    }

    /// Returns true for the URL of a film or a live channel in segments.
    static func isSegmented(_ url: String) -> Bool {
        let path = url.prefix { $0 != "?" }.lowercased()
        return [".m3u8", ".mpd"].contains(where: path.hasSuffix)
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
    static func ownName(of metadata: MPRISMetadata) -> String? {
        let prefixes = ["/com/spotify/", "/spotify/", "spotify:"]
        guard let track = metadata.trackID, let prefix = prefixes.first(where: track.hasPrefix)
        else { return nil }
        let parts = track.dropFirst(prefix.count).split { $0 == "/" || $0 == ":" }
        guard parts.count == 2, parts.joined().utf8.count < Limits.itemBytes / 2 else { return nil }
        return "spotify:\(parts[0]):\(parts[1])"
    }
}

extension PlayedItem {
    /// Returns true if the item counts as finished when it ends at a position, in seconds.
    ///
    /// VLC stops one or two seconds before the end of the data.
    func isAtEnd(_ position: Double) -> Bool {
        isAtEnd(position, within: max(2, min(10, (duration ?? 0) / 20)))
    }

    /// Returns the report to make instead of one that the file is finished, because the file is still
    /// being written; `nil` for any other call.
    ///
    /// Such a file has grown since its contents were read, and was written to recently.
    func unfinished(
        _ call: SurfaceCall,
        at position: Double,
        _ look: (String) -> FileState?
    ) -> SurfaceCall? {
        guard case .save(var snapshot) = call, snapshot.status == .finished, isFile, let name,
            let size = lookup?.key.flatMap(ContentKey.size), let file = look(name),
            file.size > size, !file.isQuiet
        else { return nil }
        snapshot.status = .failed
        snapshot.position = max(0, position - FileState.recordingSeconds)
        snapshot.reason = "the file is still being written"
        return .save(snapshot)
    }

    /// Returns true if a duration, in seconds, is clearly not that of the item.
    func isOtherLength(_ other: Double?) -> Bool {
        guard let duration, let other else { return false }
        return abs(duration - other) > max(2, duration / 10)
    }

    /// Returns an item about which the daemon is to be asked again, because a corrected duration, in
    /// seconds, may let it resume; `nil` for any other item.
    ///
    /// It was taken for a song, or for shorter than its stored position: VLC first estimates the
    /// length of some MP3 files. `age` is that of the track, in milliseconds.
    func corrected(_ duration: Double?, age: Int) -> PlayedItem? {
        let isShort = target.map { $0 >= self.duration ?? .infinity } ?? false
        guard isOtherLength(duration), terms.hold != nil || isShort, !isReported, !isChosen,
            age < MPRISTrack.movableMilliseconds
        else { return nil }
        var item = PlayedItem(name, facts: facts)
        item.facts.duration = duration
        (item.isOld, item.hasAlbum) = (isOld, hasAlbum)
        return item
    }
}
