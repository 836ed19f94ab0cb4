// SPDX-License-Identifier: Apache-2.0

/// The modes in which a bridge resumes the items of a player automatically.
package enum ResumeMode: String, Sendable, Equatable, CaseIterable {
    /// The bridge resumes items automatically.
    case on
    /// The bridge does not resume items automatically.
    case off
    /// The bridge asks the user first.
    case ask
}

/// The reason why a bridge does not resume an item automatically.
package enum ResumeHold: String, Sendable, Equatable, CaseIterable {
    /// The item is shorter than `resume-minimum`.
    case short
    /// The item is a track of an album.
    case album
    /// The player's `resume` is `off`.
    case off
    /// The player's `resume` is `ask`.
    case ask
}

/// The facts about an item that decide if it is resumed automatically.
package struct MediaFacts: Sendable, Equatable {
    /// True for a track of an album.
    package var isAlbumTrack: Bool
    /// The length in seconds, if the player knows it.
    package var duration: Double?

    /// Creates the facts; by default, the item is treated as a film.
    package init(isAlbumTrack: Bool = false, duration: Double? = nil) {
        self.isAlbumTrack = isAlbumTrack
        self.duration = duration
    }
}

/// The circumstances that decide how an item is resumed, in addition to its resume point.
package struct ResumeTerms: Sendable, Equatable {
    /// The position, in seconds, of the player's own last observation, if another player has
    /// observed the item since.
    package var ownPosition: Double?
    /// The reason not to resume automatically; `nil` if there is none.
    package var hold: ResumeHold?
    /// The time at which the item's position expired, in milliseconds since 1970; `nil` if it has
    /// not.
    package var expiredAt: Timestamp?
    /// The keys of the contents known under the item's name, such as different files at one path.
    package var contents: [String]

    /// Creates terms; by default the item is resumed.
    package init(
        ownPosition: Double? = nil,
        hold: ResumeHold? = nil,
        expiredAt: Timestamp? = nil,
        contents: [String] = []
    ) {
        self.ownPosition = ownPosition
        self.hold = hold
        self.expiredAt = expiredAt
        self.contents = contents
    }

    /// Returns true if a player resumed at its own last position without the user's choice.
    ///
    /// - Parameter start: The position where playback started, in seconds.
    /// - Returns: True if the positions differ by at most 3 s.
    package func isOwnMemory(_ start: Double) -> Bool {
        ownPosition.map { abs(start - $0) <= 3 } ?? false
    }
}

extension PolicySettings {
    /// The length, in seconds, beyond which an item is not a song, whatever its tags say.
    private static let longestTrackSeconds = 1_200.0

    /// Returns the reason why a bridge does not resume an item automatically.
    ///
    /// - Parameters:
    ///   - player: The name of the player that opens the item.
    ///   - facts: The facts about the item.
    /// - Returns: The reason; `nil` if the bridge resumes the item.
    package func hold(for player: String, _ facts: MediaFacts) -> ResumeHold? {
        let mode = playerResume[player] ?? .on
        if mode == .off { return .off }
        if resumeMinimumSeconds > 0, let duration = facts.duration {
            if facts.isAlbumTrack, duration < Self.longestTrackSeconds { return .album }
            if duration < resumeMinimumSeconds { return .short }
        }
        return mode == .ask ? .ask : nil
    }
}
