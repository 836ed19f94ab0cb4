// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit

/// A seek to the beginning of a track, with the playhead before the seek.
///
/// Many players report the end of a track, or a skip, as a seek to 0 just before they report the
/// next track. The position before the seek then decides whether the track is finished.
struct Restart: Equatable, Sendable {
    /// The maximum time between a seek to the beginning and the end of the track that explains it,
    /// in milliseconds.
    private static let windowMilliseconds = 500

    /// The stopped playhead at the position before the seek.
    let playhead: Playhead
    /// The time of the seek, in milliseconds.
    let at: Int

    /// Creates the record of a seek to the beginning.
    ///
    /// - Parameters:
    ///   - playhead: The playhead before the seek.
    ///   - now: The time of the seek, in milliseconds.
    init(from playhead: Playhead, now: Int) {
        var playhead = playhead
        playhead.run(false, now: now)
        self.playhead = playhead
        at = now
    }

    /// Returns true while the end of the track would explain the seek.
    func isRecent(now: Int) -> Bool {
        now - at <= Self.windowMilliseconds
    }
}
