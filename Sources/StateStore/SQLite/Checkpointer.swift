// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Synchronization

/// A helper that copies the write-ahead log into the database on another thread.
///
/// ``LogMaintenance`` decides when to copy. This class owns the thread and the connection.
package final class Checkpointer: Sendable {
    private let path: String
    private let queue = DispatchQueue(label: "stated.checkpoint", qos: .utility)
    private let tending = Mutex(LogMaintenance())

    package init(path: String) {
        self.path = path
    }

    /// Maintains the write-ahead log after a commit.
    ///
    /// A failure of the helper only makes the log longer; the next commit starts the helper again.
    /// The function throws if a copy by the writer fails.
    package func maintain(_ log: ChangeLog) throws(StoreError) {
        guard afterCommit(frames: log.walFrames) else { return }
        _ = try RawSQLite.checkpoint(log.tables.file.handle)
    }

    /// Records a commit that left the log with the given number of frames; returns true if the
    /// writer must copy the remainder itself.
    private func afterCommit(frames: Int) -> Bool {
        switch tending.withLock({ $0.committed(frames: frames) }) {
        case .nothing: return false
        case .start:
            queue.async { self.copy() }
            return false
        case .finish: return true
        }
    }

    /// Waits until the helper has closed its connection.
    package func finish() {
        queue.sync {}
    }

    private func copy() {
        // A failure only makes the log longer. The next commit starts the helper again.
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
