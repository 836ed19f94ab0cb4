internal import Dispatch
internal import Synchronization

/// Copies the write-ahead log into the database, beside the thread that writes.
///
/// SQLite starts its log over only when all of it has been copied. A helper with a connection of
/// its own copies the bulk while commits go on; the writer copies the little that came meanwhile,
/// so that the log is overwritten in place and stays small.
package final class Checkpointer: Sendable {
    /// From how many frames on the log is worth copying: 4 MiB.
    private static let worthwhile = 1024
    /// How many frames the writer copies itself without a stall worth the name.
    private static let remainder = 128

    /// How many frames the writer copies itself of a log of `frames`: where each commit brings more
    /// than are copied without a stall, a log would else never start over.
    private static func remainder(of frames: Int) -> Int {
        max(remainder, frames / 16)
    }

    private enum State {
        case idle
        case copying
        case copied(frames: Int)
    }

    private let path: String
    private let queue = DispatchQueue(label: "stated.checkpoint", qos: .utility)
    private let state = Mutex(State.idle)

    /// What the writer does now.
    enum Step: Equatable {
        case nothing
        case copyRemainder
    }

    /// A helper for the database at `path`.
    package init(path: String) {
        self.path = path
    }

    /// Called by the writer after a commit: what to do now that the log has `frames` frames.
    func afterCommit(frames: Int) -> Step {
        let step = state.withLock { state -> (start: Bool, step: Step) in
            switch state {
            case .copying: return (false, .nothing)
            case .copied(let copied)
            where frames >= copied && frames - copied <= Self.remainder(of: frames):
                state = .idle
                return (false, .copyRemainder)
            case .idle where frames < Self.worthwhile:
                return (false, .nothing)
            case .idle, .copied:
                state = .copying
                return (true, .nothing)
            }
        }
        if step.start { queue.async { self.copy() } }
        return step.step
    }

    /// Waits until the helper has the database open no more.
    package func finish() {
        queue.sync {}
    }

    private func copy() {
        // A failure here costs nothing but a longer log: the next commit asks again.
        var copied = 0
        if let file = try? StoreFile(path: path) {
            copied = (try? RawSQLite.checkpoint(file.handle).copied) ?? 0
        }
        state.withLock { $0 = copied > 0 ? .copied(frames: copied) : .idle }
    }
}

extension Store {
    /// Sees to the write-ahead log after a commit; a failure shows at the next commit.
    package func tendLog(_ checkpointer: Checkpointer) throws(StoreError) {
        guard checkpointer.afterCommit(frames: walFrames) == .copyRemainder else { return }
        _ = try RawSQLite.checkpoint(tables.file.handle)
    }

    /// How many frames the write-ahead log had after the last commit.
    package var walFrames: Int { tables.frames.count }
}
