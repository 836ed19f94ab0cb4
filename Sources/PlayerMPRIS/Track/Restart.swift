// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit

/// A jump to the beginning of a track, and the playhead from before it.
///
/// Many players announce the end of a track, or a skip, with a jump to 0 just before they report
/// the next track. The track is then judged by its position before the jump.
struct Restart: Equatable, Sendable {
    /// The time after a jump to the beginning in which an end of the track explains it, in
    /// milliseconds.
    private static let windowMilliseconds = 500

    /// The playhead before the jump, stopped.
    let playhead: Playhead
    /// The time of the jump, in milliseconds.
    let at: Int

    /// Creates the record of a jump to the beginning.
    ///
    /// - Parameters:
    ///   - playhead: The playhead before the jump.
    ///   - now: The time of the jump, in milliseconds.
    init(from playhead: Playhead, now: Int) {
        var playhead = playhead
        playhead.run(false, now: now)
        self.playhead = playhead
        at = now
    }

    /// Returns true while the end of the track would explain the jump.
    func isRecent(now: Int) -> Bool {
        now - at <= Self.windowMilliseconds
    }
}
