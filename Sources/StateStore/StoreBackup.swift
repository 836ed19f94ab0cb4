internal import Glibc

/// A consistent copy of a store in the making; the store's thread gives it slices.
package final class StoreBackup {
    /// Where the copy will lie.
    package let path: String
    private let copy: PageCopy
    private let pagesPerStep: Int32

    /// Begins to copy `store` to `path`, which must not exist, so many pages of 4 KiB a step.
    package init(
        of store: Store,
        to path: String,
        pagesPerStep: Int32 = 256
    ) throws(StoreError) {
        self.path = path
        self.pagesPerStep = pagesPerStep
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = errno == EEXIST ? "the file exists" : String(cString: strerror(errno))
            throw StoreError(.inputOutput, reason)
        }
        close(descriptor)
        do throws(StoreError) {
            copy = try PageCopy(store.tables.file.handle, to: path)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Copies some pages more; true: the copy is whole and on stable storage.
    package func step() throws(StoreError) -> Bool {
        do throws(StoreError) {
            guard try copy.step(pages: pagesPerStep) else { return false }
            try copy.finish()
            return true
        } catch {
            abandon()
            throw error
        }
    }

    /// Gives up and removes what was written.
    package func abandon() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }

    /// How many pages are copied, of how many.
    package var progress: (done: Int, total: Int) {
        let pages = copy.pages
        return (pages.total - pages.remaining, pages.total)
    }
}
