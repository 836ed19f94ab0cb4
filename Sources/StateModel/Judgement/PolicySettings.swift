// SPDX-License-Identifier: Apache-2.0

/// The settings for judging snapshots and for resuming.
package struct PolicySettings: Sendable, Equatable {
    /// The margin at the beginning, in seconds, within which there is nothing to resume.
    package var startMarginSeconds = 1.0
    /// The margin before a known end, in seconds, within which there is nothing to resume.
    package var endMarginSeconds = 1.0
    /// The margin before a known end, in seconds, at most 10 % of the duration, in which "finished"
    /// is believed.
    package var finishMarginSeconds = 30.0
    /// The part of an item before its end, from 0 to 1, in which an item that is left counts as seen.
    package var seenMargin = 0.05
    /// The time after a player's first snapshot of an item, in milliseconds, in which a jump back
    /// is suspect.
    package var jumpWindowMilliseconds = 10_000
    /// The distance behind the stored position, in seconds, beyond which a jump back is suspect.
    package var jumpLimitSeconds = 60.0
    /// The time to live of a resume point, in seconds.
    package var ttlSeconds = 86_400
    /// The times to live of certain players' resume points, in seconds, by the player's name.
    package var playerTTLSeconds: [String: Int] = [:]
    /// The length, in seconds, below which a bridge does not resume an item automatically.
    package var resumeMinimumSeconds = 600.0
    /// The resume modes of players that differ from the default, by the player's name.
    package var playerResume: [String: ResumeMode] = [:]
    /// The distances by which Resume moves a position back.
    package var rewind = RewindTable()
    /// True if a player that was playing when it went away may start again automatically.
    package var autoplay = false

    /// Creates the defaults of `stated.yaml`.
    package init() {}

    /// The longest end of an item that can hold its credits, in seconds.
    private static let longestCredits = 300.0

    /// Returns true if an item that is left there counts as seen.
    ///
    /// - Parameters:
    ///   - position: Seconds from the item's beginning.
    ///   - duration: The item's length in seconds.
    ///   - isAlbumTrack: True if the item has no credits.
    /// - Returns: True if nothing of the item is left that is worth coming back to.
    package func isSeen(at position: Double, of duration: Double, isAlbumTrack: Bool) -> Bool {
        let credits = isAlbumTrack ? 0 : min(seenMargin * duration, Self.longestCredits)
        return position > duration - max(credits, endMarginSeconds)
    }

    /// Returns the time to live of a resume point made from `snapshot`, in milliseconds.
    package func lifetime(of snapshot: Snapshot) -> Int {
        (snapshot.ttl ?? lifetimeSeconds(of: snapshot.player)) * 1000
    }

    /// Returns the time to live of `player`'s resume points if a snapshot gives none, in seconds.
    package func lifetimeSeconds(of player: String) -> Int {
        playerTTLSeconds[player] ?? (player == "kosync" ? 365 * 86_400 : ttlSeconds)
    }
}

/// The distances by which Resume moves a position back, by the age of the observation.
package struct RewindTable: Sendable, Equatable {
    /// One row: the distance for observations up to an age.
    package struct Row: Sendable, Equatable {
        /// The greatest age that the row covers, in milliseconds.
        package var ageMilliseconds: Int
        /// The distance to move back, in seconds.
        package var seconds: Double

        /// Creates a row from its members.
        package init(ageMilliseconds: Int, seconds: Double) {
            self.ageMilliseconds = ageMilliseconds
            self.seconds = seconds
        }
    }

    /// The rows, by rising age.
    package private(set) var rows: [Row]

    /// Creates a table of rows, which may be in any order.
    package init(
        _ rows: [Row] = [
            Row(ageMilliseconds: 60_000, seconds: 0), Row(ageMilliseconds: 3_600_000, seconds: 3),
            Row(ageMilliseconds: 86_400_000, seconds: 10),
        ]
    ) {
        self.rows = rows.sorted { $0.ageMilliseconds < $1.ageMilliseconds }
    }

    /// Returns the position to resume at: moved back, never below 0.
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
