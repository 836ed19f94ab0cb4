// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit

/// Properties that a player has reported; the others are `nil`.
package struct MPRISProperties: Equatable, Sendable {
    package enum Status: String, Sendable {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    package var status: Status?
    /// The metadata of the track; new metadata replaces the old completely.
    package var metadata: MPRISMetadata?
    package var rate: Double?
    package var canSeek: Bool?
    package var canGoNext: Bool?
    package var canGoPrevious: Bool?
    /// The position, in microseconds from the beginning.
    package var position: Int?

    package static let unknown = Self()

    /// Takes over newer properties, except the position, which is valid only when it is reported.
    mutating func take(over news: MPRISProperties) {
        status = news.status ?? status
        metadata = news.metadata ?? metadata
        rate = news.rate ?? rate
        canSeek = news.canSeek ?? canSeek
        canGoNext = news.canGoNext ?? canGoNext
        canGoPrevious = news.canGoPrevious ?? canGoPrevious
    }
}

/// The metadata of a track; values that the player does not know are `nil`.
package struct MPRISMetadata: Equatable, Sendable {
    /// The object path that identifies the entry in the player's track list.
    package var trackID: String?
    package var url: String?
    /// The length, in microseconds; VLC reports -1 until it knows the length.
    package var length: Int?
    package var title: String?
    package var album: String?
    package var genres: [String] = []

    package static let unknown = Self()

    /// True for a track of a music album; false for a podcast or an audiobook, which players report
    /// as an album.
    var isAlbumTrack: Bool {
        guard hasAlbum else { return false }
        return !genres.contains { genre in
            let genre = genre.lowercased()
            return ["podcast", "audiobook", "audio book", "speech", "spoken"].contains {
                genre.contains($0)
            }
        }
    }

    /// True if the file has a tag with its album.
    ///
    /// Otherwise some players report a placeholder. Rhythmbox uses “Unknown”, in the user's
    /// language, for both the album and the genre; Clementine uses the names of the folder and of
    /// the file.
    var hasAlbum: Bool {
        guard let album, !album.isEmpty, !genres.contains(album),
            !["unknown", "unknown album"].contains(album.lowercased())
        else { return false }
        let path = url.flatMap { CanonicalName.of($0, in: nil) { _ in nil } } ?? ""
        let names = path.split(separator: "/").suffix(2)
        guard names.count == 2, names.first.map(String.init) == album, let title,
            let file = names.last
        else { return true }
        return title != file && !file.hasPrefix(title + ".")
    }

    /// True for a browser's private window, which reports a generic title and no URL.
    var isPrivate: Bool { url == nil && title?.hasSuffix(" is playing media") == true }

    /// The length, in seconds; `nil` if it is unknown or not credible.
    var duration: Double? {
        MediaLength.credible(length.map { Double($0) / 1_000_000 })
    }

    /// The track ID for the D-Bus method SetPosition; `nil` if the player has no usable one.
    var movableTrack: String? {
        guard let trackID, trackID.hasPrefix("/"),
            trackID != "/org/mpris/MediaPlayer2/TrackList/NoTrack"
        else { return nil }
        return trackID
    }
}
