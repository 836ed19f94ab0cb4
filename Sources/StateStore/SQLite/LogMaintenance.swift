// SPDX-License-Identifier: Apache-2.0

/// The schedule of checkpoints, which copy the write-ahead log into the database.
///
/// SQLite starts its log again from the beginning only after a complete copy, and only the writer
/// can complete a copy. A helper thread therefore copies most of the log beside the commits, in
/// several passes, and the writer then copies the small remainder. Only that last copy delays a
/// commit.
///
/// Frames are counted from the last restart of the log. A frame contains one page of 4 KiB.
struct LogMaintenance: Equatable {
    /// The number of frames at which copying becomes worthwhile: 4 MiB.
    static let worthwhile = 1024
    /// The number of frames that the writer can copy without a noticeable stall.
    static let remainder = 64
    /// The number of frames from which the writer accepts a noticeable stall.
    ///
    /// It is 32 MiB, half of the size to which SQLite shortens a longer log when it starts the log
    /// again.
    static let pressing = 8192
    /// The maximum number of passes of the helper before the writer copies the remainder.
    static let passes = 8

    private enum State: Equatable {
        case idle
        case copying(passes: Int)
        case copied(frames: Int)
    }

    enum Step: Equatable {
        case nothing
        case start
        case finish
    }

    private var state = State.idle
    private var frames = 0
    /// The largest number of frames that one of the recent commits added.
    private var burst = 0

    /// Records a commit, after which the log has `now` frames, and returns the next step.
    mutating func committed(frames now: Int) -> Step {
        burst = max(now - frames, burst * 15 / 16)
        frames = now
        switch state {
        case .copying: return .nothing
        case .copied(let copied) where now < copied:
            // SQLite has started its log again, because nothing was added during the copy.
            state = .idle
            return .nothing
        case .copied(let copied) where now - copied <= allowance:
            state = .idle
            return .finish
        case .idle where now < Self.worthwhile: return .nothing
        case .idle, .copied:
            state = .copying(passes: 0)
            return .start
        }
    }

    /// Records that the helper has copied `copied` frames in total; returns true if it should copy
    /// the frames added since.
    mutating func copied(frames copied: Int) -> Bool {
        guard case .copying(let passes) = state, copied > 0 else {
            state = .idle
            return false
        }
        if passes + 1 < Self.passes, frames - copied > allowance {
            state = .copying(passes: passes + 1)
            return true
        }
        state = .copied(frames: copied)
        return false
    }

    /// The maximum number of frames that the writer copies: 64, or twice as many as a recent commit
    /// added.
    ///
    /// If the helper cannot keep up, the maximum grows with the log.
    private var allowance: Int {
        max(Self.remainder, 2 * burst, frames >= Self.pressing ? frames / 16 : 0)
    }
}
