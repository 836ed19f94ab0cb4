// SPDX-License-Identifier: Apache-2.0

package struct PolicySettings: Sendable, Equatable {
    /// The distance from the beginning of an item, in seconds, within which positions are not
    /// stored.
    ///
    /// A seek is an exception. Without a cause, only the position 0 is not stored.
    package var startMarginSeconds = 1.0
    /// The distance from a known end of an item, in seconds, within which positions are not stored.
    package var endMarginSeconds = 1.0
    /// The distance from a known end of an item, in seconds, within which a reported end is
    /// accepted.
    ///
    /// It is at most 10 % of the duration.
    package var finishMarginSeconds = 30.0
    /// The part of an item that counts as its credits, as a fraction from 0 to 1.
    ///
    /// Stopping in the credits finishes the item. They are at most five minutes long, and a track
    /// of an album has none.
    package var seenMargin = 0.05
    /// The time, in milliseconds, during which jumps back are suspicious after a player attaches or
    /// first reports an item.
    package var jumpWindowMilliseconds = 10_000
    /// The distance, in seconds, that a jump back must exceed to be suspicious.
    package var jumpLimitSeconds = 60.0
    package var ttlSeconds = 86_400
    /// The times to live of the resume points of players that do not use the default, in seconds,
    /// by player name.
    package var playerTTLSeconds: [String: Int] = [:]
    /// The minimum duration of items that a bridge resumes automatically, in seconds.
    ///
    /// If it is 0, tracks of albums are resumed too.
    package var resumeMinimumSeconds = 600.0
    package var playerResume: [String: ResumeMode] = [:]
    package var rewind = RewindTable()
    /// True if seeks back right after a resumption lengthen the rewind.
    package var rewindLearning = false
    /// True if a player that was playing when it disconnected may start playing when it reconnects.
    package var autoplay = false

    package init() {}

    /// The default time to live for players that sync rarely, in seconds.
    private static let appTTLSeconds = 365 * 86_400

    private static let longestCredits = 300.0

    /// Returns true if stopping at `position` finishes the item, because only credits follow.
    ///
    /// Both times are in seconds. A track of an album has no credits.
    package func isSeen(at position: Double, of duration: Double, isAlbumTrack: Bool) -> Bool {
        let credits = isAlbumTrack ? 0 : min(seenMargin * duration, Self.longestCredits)
        return position > duration - max(credits, endMarginSeconds)
    }

    /// Returns the time to live of a resume point with `snapshot`, in milliseconds.
    package func lifetime(of snapshot: Snapshot) -> Int {
        (snapshot.ttl ?? lifetimeSeconds(of: snapshot.player)) * 1000
    }

    package func lifetimeSeconds(of player: String) -> Int {
        if let own = playerTTLSeconds[player] { return own }
        return player == "gpodder" || player == "kosync" ? Self.appTTLSeconds : ttlSeconds
    }
}

/// The distances to go back from the stored position when playback resumes, by the position's age.
package struct RewindTable: Sendable, Equatable {
    package struct Row: Sendable, Equatable {
        package var ageMilliseconds: Int
        package var seconds: Double

        package init(ageMilliseconds: Int, seconds: Double) {
            self.ageMilliseconds = ageMilliseconds
            self.seconds = seconds
        }
    }

    /// The rows, in ascending order of age.
    package private(set) var rows: [Row]

    package init(
        _ rows: [Row] = [
            Row(ageMilliseconds: 60_000, seconds: 0), Row(ageMilliseconds: 3_600_000, seconds: 3),
            Row(ageMilliseconds: 86_400_000, seconds: 10),
        ]
    ) {
        self.rows = rows.sorted { $0.ageMilliseconds < $1.ageMilliseconds }
    }

    /// Returns the position at which to resume, in seconds; at least 0.
    ///
    /// For an age beyond the last row, the value of the last row is used.
    package func position(_ position: Double, observedAt at: Timestamp, now: Timestamp) -> Double {
        let age = now - at
        guard let row = rows.first(where: { age <= $0.ageMilliseconds }) ?? rows.last else {
            return position
        }
        return max(0, position - row.seconds)
    }
}
