// SPDX-License-Identifier: Apache-2.0
package import Glibc

/// The metadata of a file, to detect changes without reading the file.
package struct FileStamp: Equatable, Sendable {
    private let inode: ino_t
    private let size: off_t
    private let modified: Int
    private let changed: Int
    private let mode: mode_t

    package init(_ status: stat) {
        inode = status.st_ino
        size = status.st_size
        modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
        changed = status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
        mode = status.st_mode
    }

    /// Creates the stamp of the file at a path; `nil` if it cannot be looked up.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}
