internal import Glibc

/// A consistent copy of a store in the making; the store's thread gives it slices.
///
/// It is written under another name beside its own, so what a killed daemon leaves is never taken for
/// a backup.
package final class StoreBackup {
    /// Where the copy will lie.
    package let path: String
    private let draft: String
    private let copy: PageCopy
    /// Weak: a copy that is abandoned must not keep the store open.
    private weak var store: Store?
    private let pagesPerStep: Int32
    private let days: Int

    /// The end of the names of copies of which only a part is written.
    static let draftSuffix = ".part"

    /// Begins to copy `store` to `path`, which must not exist.
    ///
    /// - Parameters:
    ///   - store: the store to copy.
    ///   - path: the copy's path.
    ///   - pagesPerStep: the pages of 4 KiB that a step copies.
    ///   - days: the days that it counts for ``BackupRetention``.
    /// - Throws: ``StoreError`` if a file has that name, or none can be made.
    package init(
        of store: Store,
        to path: String,
        pagesPerStep: Int32 = 256,
        days: Int = 0
    ) throws(StoreError) {
        self.path = path
        self.store = store
        self.pagesPerStep = pagesPerStep
        self.days = days
        draft = path + Self.draftSuffix
        guard !FileSystem.exists(path) else { throw StoreError(.inputOutput, "the file exists") }
        let descriptor = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw errno == EEXIST
                ? StoreError(.inputOutput, "another backup of this name is being made")
                : FileSystem.failure("cannot create", draft, errno)
        }
        close(descriptor)
        do throws(StoreError) {
            copy = try PageCopy(store.tables.file.handle, to: draft)
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Copies some pages more; true: the copy is whole and on stable storage.
    ///
    /// Nothing may be uncommitted: the copy says how much it holds.
    package func step() throws(StoreError) -> Bool {
        do throws(StoreError) {
            guard try copy.step(pages: pagesPerStep) else { return false }
            let points = store?.figures.standing ?? 0
            try copy.finish(marks: [.copied: 1, .backupPoints: points, .backupDays: days])
            try publish()
            return true
        } catch {
            abandon()
            throw error
        }
    }

    /// Gives the whole copy its name, which no other file may have taken meanwhile.
    private func publish() throws(StoreError) {
        guard !FileSystem.exists(path) else { throw StoreError(.inputOutput, "the file exists") }
        try FileSystem.move(draft, to: path)
        try FileSystem.synchronize(StoreFiles(path).folder)
    }

    /// Gives up and removes what was written.
    package func abandon() {
        StoreCopy.discard(draft)
    }

    /// How many pages are copied, of how many.
    package var progress: (done: Int, total: Int) {
        let pages = copy.pages
        return (pages.total - pages.remaining, pages.total)
    }
}
