// SPDX-License-Identifier: Apache-2.0

/// The schedule of checkpoints, which copy the write-ahead log into the database.
///
/// It decides when to copy, on which thread, and how often.
///
/// SQLite restarts its log only after a complete copy, which only the writer can ensure. A helper
/// thread copies most of it during commits, in several passes; then the writer copies the small
/// remainder. Only that last copy delays a commit.
///
/// Frames are counted from the last restart of the log; one frame is a page of 4 KiB.
struct LogMaintenance: Equatable {
    /// The number of frames at which copying begins: 4 MiB.
    static let worthwhile = 1024
    /// The number of frames that the writer can copy without a noticeable stall.
    static let remainder = 64
    /// The number of frames above which a short log matters more than a short wait.
    ///
    /// It is 32 MiB, half of the maximum size of the log.
    static let pressing = 8192
    /// The number of passes that the helper makes before the writer checks the remainder.
    static let passes = 8

    private enum State: Equatable {
        case idle
        case copying(passes: Int)
        case copied(frames: Int)
    }

    /// The next step for the writer.
    enum Step: Equatable {
        /// Do nothing.
        case nothing
        /// Start the helper.
        case start
        /// Copy the remainder on the writer's thread.
        case finish
    }

    private var state = State.idle
    private var frames = 0
    /// The largest number of frames that a recent commit added.
    private var burst = 0

    /// Records a commit after which the log has `now` frames; returns the next step.
    mutating func committed(frames now: Int) -> Step {
        burst = max(now - frames, burst * 15 / 16)
        frames = now
        switch state {
        case .copying: return .nothing
        case .copied(let copied) where now < copied:
            // SQLite restarted the log, because nothing was added during the copy.
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

    /// Records that the helper has copied `copied` frames in total.
    ///
    /// Returns true if the helper must continue with newer frames.
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

    /// The maximum number of frames that the writer copies: about as many as one commit writes.
    ///
    /// If the helper cannot keep up, the number rises with the log.
    private var allowance: Int {
        max(Self.remainder, 2 * burst, frames >= Self.pressing ? frames / 16 : 0)
    }
}
