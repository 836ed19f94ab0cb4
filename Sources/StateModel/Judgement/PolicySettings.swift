// SPDX-License-Identifier: Apache-2.0

/// The settings for judging and resuming.
package struct PolicySettings: Sendable, Equatable {
    /// The distance from the start, in seconds, within which positions are not stored.
    package var startMarginSeconds = 1.0
    /// The distance before a known end, in seconds, within which positions are not stored.
    package var endMarginSeconds = 1.0
    /// The distance before a known end, in seconds, within which a reported end is accepted; at
    /// most 10 % of the duration.
    package var finishMarginSeconds = 30.0
    /// The final fraction of an item, from 0 to 1, in which leaving counts as finishing.
    package var seenMargin = 0.05
    /// The time, in milliseconds, after a player's first snapshot of an item during which jumps
    /// back are suspect.
    package var jumpWindowMilliseconds = 10_000
    /// The minimum length of a suspect jump back, in seconds.
    package var jumpLimitSeconds = 60.0
    /// The time to live of a resume point, in seconds.
    package var ttlSeconds = 86_400
    /// The times to live of resume points of certain players, in seconds, by player name.
    package var playerTTLSeconds: [String: Int] = [:]
    /// The minimum length of items that a bridge resumes automatically, in seconds.
    package var resumeMinimumSeconds = 600.0
    /// The resume modes of players that differ from the default, by player name.
    package var playerResume: [String: ResumeMode] = [:]
    /// The rewinds applied when playback resumes.
    package var rewind = RewindTable()
    /// True if a player that was playing when it disconnected may start automatically.
    package var autoplay = false

    /// Creates the defaults of `stated.yaml`.
    package init() {}

    /// The default times to live of players that sync rarely, in seconds.
    private static let appTTLSeconds = ["gpodder": 365 * 86_400, "kosync": 365 * 86_400]

    /// The maximum length of credits, in seconds.
    private static let longestCredits = 300.0

    /// Returns true if an item counts as finished when it is left at `position`.
    ///
    /// - Parameters:
    ///   - position: Seconds from the item's beginning.
    ///   - duration: The item's length in seconds.
    ///   - isAlbumTrack: True for a track of an album, which has no credits.
    /// - Returns: True if the rest is not worth resuming.
    package func isSeen(at position: Double, of duration: Double, isAlbumTrack: Bool) -> Bool {
        let credits = isAlbumTrack ? 0 : min(seenMargin * duration, Self.longestCredits)
        return position > duration - max(credits, endMarginSeconds)
    }

    /// Returns the time to live of a resume point made from `snapshot`, in milliseconds.
    package func lifetime(of snapshot: Snapshot) -> Int {
        (snapshot.ttl ?? lifetimeSeconds(of: snapshot.player)) * 1000
    }

    /// Returns the default time to live of a player's resume points, in seconds.
    package func lifetimeSeconds(of player: String) -> Int {
        playerTTLSeconds[player] ?? Self.appTTLSeconds[player] ?? ttlSeconds
    }
}

/// The distances to rewind on resuming, by the age of the observation.
package struct RewindTable: Sendable, Equatable {
    /// The rewind for observations up to a certain age.
    package struct Row: Sendable, Equatable {
        /// The maximum age, in milliseconds.
        package var ageMilliseconds: Int
        /// The distance to move back, in seconds.
        package var seconds: Double

        /// Creates a row from its members.
        package init(ageMilliseconds: Int, seconds: Double) {
            self.ageMilliseconds = ageMilliseconds
            self.seconds = seconds
        }
    }

    /// The rows, in ascending order of age.
    package private(set) var rows: [Row]

    /// Creates a table from rows in any order.
    package init(
        _ rows: [Row] = [
            Row(ageMilliseconds: 60_000, seconds: 0), Row(ageMilliseconds: 3_600_000, seconds: 3),
            Row(ageMilliseconds: 86_400_000, seconds: 10),
        ]
    ) {
        self.rows = rows.sorted { $0.ageMilliseconds < $1.ageMilliseconds }
    }

    /// Returns the position at which to resume, after the rewind; at least 0.
    ///
    /// An age beyond the last row uses the last row's value.
    package func position(_ position: Double, observedAt at: Timestamp, now: Timestamp) -> Double {
        let age = now - at
        guard let row = rows.first(where: { age <= $0.ageMilliseconds }) ?? rows.last else {
            return position
        }
        return max(0, position - row.seconds)
    }
}
