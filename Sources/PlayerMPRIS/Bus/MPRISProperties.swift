// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit

/// The properties of a player on the bus; `nil` for those not reported.
package struct MPRISProperties: Equatable, Sendable {
    /// The playback status that a player reports.
    package enum Status: String, Sendable {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    package var status: Status?
    /// The metadata of the track; newer metadata replaces older metadata completely.
    package var metadata: MPRISMetadata?
    /// The playback speed, where 1 is normal.
    package var rate: Double?
    /// True if the player can seek in the track.
    package var canSeek: Bool?
    /// False if there is no next track.
    package var canGoNext: Bool?
    /// False if there is no previous track.
    package var canGoPrevious: Bool?
    /// The position, in microseconds from the beginning.
    package var position: Int?

    /// Creates properties from the known values.
    package init(
        status: Status? = nil,
        metadata: MPRISMetadata? = nil,
        rate: Double? = nil,
        canSeek: Bool? = nil,
        position: Int? = nil
    ) {
        self.status = status
        self.metadata = metadata
        self.rate = rate
        self.canSeek = canSeek
        self.position = position
    }

    /// Takes over newer properties, except the position, which is only valid at the time of its
    /// report.
    mutating func take(over news: MPRISProperties) {
        status = news.status ?? status
        metadata = news.metadata ?? metadata
        rate = news.rate ?? rate
        canSeek = news.canSeek ?? canSeek
        canGoNext = news.canGoNext ?? canGoNext
        canGoPrevious = news.canGoPrevious ?? canGoPrevious
    }
}

/// The metadata of a track; `nil` for values that the player does not know.
package struct MPRISMetadata: Equatable, Sendable {
    /// The player's own identifier of the entry in its track list: an object path.
    package var trackID: String?
    package var url: String?
    /// The length in microseconds; VLC reports -1 until the length is known.
    package var length: Int?
    /// The title to display.
    package var title: String?
    package var album: String?
    package var genres: [String]
    /// The item's name in the daemon; `nil` if it has none, or until ``NamedEvents`` has determined
    /// it.
    package var item: String?

    /// Creates metadata from the known values.
    package init(
        trackID: String? = nil,
        url: String? = nil,
        length: Int? = nil,
        title: String? = nil,
        album: String? = nil,
        genres: [String] = []
    ) {
        self.trackID = trackID
        self.url = url
        self.length = length
        self.title = title
        self.album = album
        self.genres = genres
    }

    /// True for a track of a music album, but not for a podcast, which reports its series as the
    /// album.
    var isAlbumTrack: Bool {
        guard let album, !album.isEmpty, !isPlaceholder(album) else { return false }
        return !genres.contains { genre in
            let genre = genre.lowercased()
            return ["podcast", "audiobook", "audio book", "speech", "spoken"].contains {
                genre.contains($0)
            }
        }
    }

    /// Returns true for a placeholder for a missing tag.
    ///
    /// Rhythmbox uses “Unknown”, in the user's language, for both the album and the genre.
    private func isPlaceholder(_ album: String) -> Bool {
        album.lowercased() == "unknown" || genres.contains(album)
    }

    /// True if a browser plays in a private window, where it reports no other metadata.
    var isPrivate: Bool { url == nil && title?.hasSuffix(" is playing media") == true }

    /// The length in seconds; `nil` if it is unknown or not credible.
    var duration: Double? {
        MediaLength.credible(length.map { Double($0) / 1_000_000 })
    }

    /// The ID of the track; `nil` if a seek cannot refer to it.
    var movableTrack: String? {
        guard let trackID, trackID.hasPrefix("/"),
            trackID != "/org/mpris/MediaPlayer2/TrackList/NoTrack"
        else { return nil }
        return trackID
    }
}
