// SPDX-License-Identifier: Apache-2.0

package enum ResumeMode: String, Sendable, Equatable, CaseIterable {
    case on
    case off
    case ask
}

/// The reason why a bridge does not resume an item automatically.
package enum ResumeHold: String, Sendable, Equatable, CaseIterable {
    /// The item is shorter than the setting `resume-minimum`.
    case short
    /// The item is a track of an album, and shorter than 20 minutes.
    case album
    case off
    case ask
}

package struct MediaFacts: Sendable, Equatable {
    package var isAlbumTrack: Bool
    package var duration: Double?

    package init(isAlbumTrack: Bool = false, duration: Double? = nil) {
        self.isAlbumTrack = isAlbumTrack
        self.duration = duration
    }
}

/// The facts besides the resume point that decide how and where a player resumes an item.
package struct ResumeTerms: Sendable, Equatable {
    /// The last position that the player itself observed, in seconds; set only if another player or
    /// device has observed the item since.
    package var ownPosition: Double?
    package var hold: ResumeHold?
    /// The time at which the item's position expired, in milliseconds since 1970; `nil` if it has
    /// not.
    package var expiredAt: Timestamp?
    /// The item's names that are content keys; several if its path had different files.
    package var contents: [String]

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

    /// Returns true if a player began at the last position that it observed itself, within 3 s.
    package func isOwnMemory(_ start: Double) -> Bool {
        ownPosition.map { abs(start - $0) <= 3 } ?? false
    }
}

extension PolicySettings {
    /// The duration, in seconds, from which an item is not a song, whatever its tags say.
    private static let longestTrackSeconds = 1_200.0

    /// Returns the reason why a bridge does not resume an item automatically.
    ///
    /// Without a player, only the general settings apply.
    package func hold(for player: String?, _ facts: MediaFacts) -> ResumeHold? {
        let mode = player.flatMap { playerResume[$0] } ?? .on
        if mode == .off { return .off }
        if resumeMinimumSeconds > 0, let duration = facts.duration {
            if facts.isAlbumTrack, duration < Self.longestTrackSeconds { return .album }
            if duration < resumeMinimumSeconds { return .short }
        }
        return mode == .ask ? .ask : nil
    }
}
