internal import Dispatch
internal import Synchronization

/// Copies the write-ahead log into the database, beside the thread that writes.
///
/// What is copied when is ``LogTending``'s to say; this has the thread and the connection.
package final class Checkpointer: Sendable {
    private let path: String
    private let queue = DispatchQueue(label: "stated.checkpoint", qos: .utility)
    private let tending = Mutex(LogTending())

    /// A helper for the database at `path`.
    package init(path: String) {
        self.path = path
    }

    /// Called by the writer after a commit that left the log with so many frames.
    ///
    /// - Returns: whether the writer is to copy what is left.
    func afterCommit(frames: Int) -> Bool {
        switch tending.withLock({ $0.committed(frames: frames) }) {
        case .nothing: return false
        case .start:
            queue.async { self.copy() }
            return false
        case .finish: return true
        }
    }

    /// Waits until the helper has the database open no more.
    package func finish() {
        queue.sync {}
    }

    private func copy() {
        // A failure here costs nothing but a longer log: the next commit asks again.
        let file = try? SideConnection(path: path)
        withExtendedLifetime(file) {
            var goesOn = true
            while goesOn {
                let copied = file.flatMap { try? RawSQLite.checkpoint($0.handle).copied } ?? 0
                goesOn = tending.withLock { $0.copied(frames: copied) }
            }
        }
    }
}

extension Store {
    /// Sees to the write-ahead log after a commit; a failure shows at the next commit.
    package func tendLog(_ checkpointer: Checkpointer) throws(StoreError) {
        guard checkpointer.afterCommit(frames: walFrames) else { return }
        _ = try RawSQLite.checkpoint(tables.file.handle)
    }

    /// How many frames the write-ahead log had after the last commit.
    package var walFrames: Int { tables.frames.count }
}
