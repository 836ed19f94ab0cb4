/// What a player says of itself on the bus; what is nil, it has not said.
package struct MPRISProperties: Equatable, Sendable {
    /// Whether sound or picture moves on.
    package enum Status: String, Sendable {
        /// It does.
        case playing = "Playing"
        /// It stands still.
        case paused = "Paused"
        /// There is nothing that could go on.
        case stopped = "Stopped"
    }

    /// How playback stands.
    package var status: Status?
    /// What is played; a later one takes the place of all of an earlier one.
    package var metadata: MPRISMetadata?
    /// Playback speed, 1 being normal.
    package var rate: Double?
    /// Whether one can jump in it.
    package var canSeek: Bool?
    /// Microseconds from the beginning.
    package var position: Int?

    /// Properties with what is known of them.
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

    /// Takes over what is news; a position is of its moment only, and is not kept.
    mutating func take(over news: MPRISProperties) {
        status = news.status ?? status
        metadata = news.metadata ?? metadata
        rate = news.rate ?? rate
        canSeek = news.canSeek ?? canSeek
    }
}

/// What a player says of what it plays; what is nil, it does not know.
package struct MPRISMetadata: Equatable, Sendable {
    /// The player's own name for the entry of its list: an object path.
    package var trackID: String?
    /// Where it comes from.
    package var url: String?
    /// How long it is, in microseconds; VLC says -1 until it knows.
    package var length: Int?
    /// What a person calls it.
    package var title: String?
    /// The album that it is of.
    package var album: String?
    /// The genres that it is of.
    package var genres: [String]

    /// Metadata with what is known.
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

    /// True for a track of a music album; a podcast names its series as the album.
    var isAlbumTrack: Bool {
        guard let album, !album.isEmpty, !isPlaceholder(album) else { return false }
        return !genres.contains { genre in
            let genre = genre.lowercased()
            return ["podcast", "audiobook", "audio book", "speech", "spoken"].contains {
                genre.contains($0)
            }
        }
    }

    /// True for a word that stands where a file has no tag: Rhythmbox says “Unknown”, in the user's
    /// language, for the album and the genre alike.
    private func isPlaceholder(_ album: String) -> Bool {
        album.lowercased() == "unknown" || genres.contains(album)
    }

    /// The length in seconds; nil: not known, or without end.
    var duration: Double? {
        length.flatMap { $0 > 0 ? Double($0) / 1_000_000 : nil }
    }

    /// The entry, if a player can be told to move in it.
    var movableTrack: String? {
        guard let trackID, trackID.hasPrefix("/"),
            trackID != "/org/mpris/MediaPlayer2/TrackList/NoTrack"
        else { return nil }
        return trackID
    }
}
