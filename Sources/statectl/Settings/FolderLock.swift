// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport

/// A lock on the directory of a file that several programs may replace at the same time.
///
/// The file cannot have the lock itself, because each change replaces it by another file.
struct FolderLock {
    /// The time to wait for another program, in milliseconds.
    private static let timeoutMilliseconds: Int32 = 60_000

    private let descriptor: Int32

    /// Locks the directory of a file, which is created if it is missing.
    ///
    /// - Throws: A failure if another program has the lock for too long.
    init(of path: String) throws(Failure) {
        let folder = Directory.parent(of: path)
        do throws(SystemError) {
            try Directory.create(folder)
        } catch {
            throw Failure(error)
        }
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Some network file systems cannot lock a directory; the change is then made without a lock.
        guard lockExclusively(descriptor, within: Self.timeoutMilliseconds) == EWOULDBLOCK else {
            return
        }
        close(descriptor)
        throw Failure(.tryAgain, "another program is changing \(path.visible); nothing was changed")
    }

    func release() {
        if descriptor >= 0 { close(descriptor) }
    }
}
