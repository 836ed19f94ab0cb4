// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Disk space that is reserved in advance, and released when the disk is full, so that the log can
/// still grow.
package struct Reserve {
    let path: String
    let bytes: Int

    init(_ options: Store.Options) {
        path = options.path + ".reserve"
        bytes = options.readableCopy == nil ? options.reserveBytes : 0
    }

    package var isWhole: Bool {
        bytes == 0 || (try? FileSystem.size(path)) ?? 0 >= bytes
    }

    /// Reserves the space; returns false if it could not.
    ///
    /// Nothing is reserved if less than twice the space is free, because the log would soon fill
    /// the disk anyway.
    package func fill() -> Bool {
        if isWhole { return true }
        guard room >= 2 * bytes else { return false }
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        // The file may belong to something else, and would then be overwritten.
        guard (try? OwnFile.check(file, path)) != nil else { return false }
        if posix_fallocate(file, 0, bytes) == 0 { return true }
        unlink(path)
        return false
    }

    private var room: Int {
        FileSystem.room(in: StoreFiles(path).folder) ?? 0
    }

    package func release() -> Bool {
        unlink(path) == 0
    }
}
