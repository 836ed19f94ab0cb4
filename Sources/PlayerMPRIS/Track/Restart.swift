// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit

/// A seek to the beginning of a track.
///
/// Many players report the end of a track, or a skip, as a seek to 0 just before they report the
/// next track. In others, a press of “previous” leads to the beginning, and a second one to the
/// track before. The position before the seek then decides whether the track is finished.
struct Restart: Equatable, Sendable {
    /// The maximum time from a seek to the beginning until a pause that explains it, in
    /// milliseconds.
    private static let pauseMilliseconds = 500
    /// The maximum time from a seek to the beginning until the end of the track that explains it,
    /// in milliseconds.
    private static let endMilliseconds = 3_000

    /// The stopped playhead at the position before the seek.
    let playhead: Playhead
    let at: Int

    init(from playhead: Playhead, now: Int) {
        var playhead = playhead
        playhead.run(false, now: now)
        self.playhead = playhead
        at = now
    }

    /// Returns true if an end of the track at `now`, or with `byPause` a pause, would explain the
    /// seek.
    func isExplained(byPause: Bool, now: Int) -> Bool {
        now - at <= (byPause ? Self.pauseMilliseconds : Self.endMilliseconds)
    }
}
