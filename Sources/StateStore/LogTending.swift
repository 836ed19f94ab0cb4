/// Decides when the write-ahead log is copied into the database, by whom, and how often.
///
/// SQLite starts its log over only once all of it is copied, and only the writer can know that
/// nothing came since. A helper copies while commits go on; what came meanwhile it copies in turn,
/// and that is less each time. When what is left is no more than a commit's worth, the writer
/// copies that, which is all that a commit ever waits for.
///
/// Frames are counted from where the log last started over; one is a page of 4 KiB.
struct LogTending: Equatable {
    /// From how many frames on the log is worth copying: 4 MiB.
    static let worthwhile = 1024
    /// How many frames the writer copies without a stall worth the name.
    static let remainder = 64
    /// From how many frames on a short log counts for more than a short wait: 32 MiB, half of
    /// what it may have.
    static let pressing = 8192
    /// How many times the helper goes on before it lets the writer look whether that is enough.
    static let passes = 8

    private enum State: Equatable {
        case idle
        case copying(passes: Int)
        case copied(frames: Int)
    }

    /// What the writer does now.
    enum Step: Equatable {
        case nothing
        /// The helper is to begin.
        case start
        /// The writer copies what is left.
        case finish
    }

    private var state = State.idle
    private var frames = 0
    /// The most frames that one of the latest commits brought.
    private var burst = 0

    /// The writer has committed, and the log has so many frames now.
    mutating func committed(frames now: Int) -> Step {
        burst = max(now - frames, burst * 15 / 16)
        frames = now
        switch state {
        case .copying: return .nothing
        case .copied(let copied) where now < copied:
            // It has started over by itself, because nothing came while all of it was copied.
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

    /// The helper has copied that many frames in all; true: it goes on with what came meanwhile.
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

    /// How many frames the writer copies by itself: about what a commit writes anyway.
    ///
    /// Where the helper can't keep up it is more and more as the log grows.
    private var allowance: Int {
        max(Self.remainder, 2 * burst, frames >= Self.pressing ? frames / 16 : 0)
    }
}
