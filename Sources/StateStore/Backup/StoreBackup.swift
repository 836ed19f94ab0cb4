// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A consistent copy of a store, made in slices on the store's thread.
///
/// Once all pages are copied, another thread writes the copy to stable storage and renames it, so
/// that no call waits for the disk.
///
/// Until then, the copy has a temporary name in the same directory. An incomplete copy that a
/// killed daemon left behind is therefore never mistaken for a backup.
package final class StoreBackup {
    package let path: String
    private let draft: String
    private let copy: PageCopy
    /// A weak reference, because an abandoned copy must not keep the store open.
    private weak var log: ChangeLog?
    private let pagesPerStep: Int32
    private let days: Int
    /// The final step of the copy, which another thread runs.
    private var sealing: BackgroundResult<StoreError?>?

    static let draftSuffix = ".part"

    /// Begins to copy the store of `log` to `path`, which must not exist.
    ///
    /// A step copies `pagesPerStep` pages of 4 KiB. `days` is recorded in the copy for
    /// ``BackupRetention``.
    package init(
        of log: ChangeLog,
        to path: String,
        pagesPerStep: Int32 = 64,
        days: Int = 0
    ) throws(StoreError) {
        self.path = path
        self.log = log
        self.pagesPerStep = pagesPerStep
        self.days = days
        draft = path + Self.draftSuffix
        try Self.checkPath(path)
        let descriptor = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw errno == EEXIST
                ? StoreError(.inputOutput, "another backup with this name is being made")
                : FileSystem.failure("cannot create", draft, errno)
        }
        close(descriptor)
        StoreCopy.discardLog(of: draft)
        do throws(StoreError) {
            copy = try PageCopy(log.tables.file.handle, to: draft)
        } catch {
            unlink(draft)
            throw error
        }
    }

    package static func checkPath(_ path: String) throws(StoreError) {
        guard try !FileSystem.exists(path) else {
            throw StoreError(.inputOutput, "a file with this name already exists")
        }
    }

    /// Copies the next pages; returns true once the copy is complete and on stable storage.
    ///
    /// The store must have no uncommitted writes, because the copy records the number of resume
    /// points.
    package func step() throws(StoreError) -> Bool {
        do throws(StoreError) {
            if let sealing {
                guard let failure = sealing.value else { return false }
                if let failure { throw failure }
                return true
            }
            if try copy.step(pages: pagesPerStep) { seal() }
            return false
        } catch {
            abandon()
            throw error
        }
    }

    /// True while another thread completes the copy; the next call of ``step()`` is then not
    /// urgent.
    package var isWaiting: Bool { sealing != nil }

    /// Writes the complete copy to stable storage and renames it, on another thread.
    private func seal() {
        copy.end()
        let points = log?.statistics.standing ?? 0
        let marks: [Meta.Key: Int] = [.copied: 1, .backupPoints: points, .backupDays: days]
        sealing = BackgroundResult { [path, draft] continues in
            var failure: StoreError?
            do throws(StoreError) {
                try PageCopy.seal(draft, marks: marks)
                if continues() {
                    try Self.publish(draft, as: path)
                    return nil
                }
            } catch {
                failure = error
            }
            StoreCopy.discard(draft)
            return failure
        }
    }

    private static func publish(_ draft: String, as path: String) throws(StoreError) {
        try checkPath(path)
        try FileSystem.move(draft, to: path)
        try FileSystem.synchronize(StoreFiles(path).folder)
    }

    /// Abandons the copy and removes its file.
    ///
    /// If another thread is completing the copy, that thread removes the file, unless it has
    /// already begun to rename it.
    package func abandon() {
        if let sealing { sealing.giveUp() } else { StoreCopy.discard(draft) }
    }

    package var progress: (done: Int, total: Int) {
        let pages = copy.pages
        return (pages.total - pages.remaining, pages.total)
    }
}
