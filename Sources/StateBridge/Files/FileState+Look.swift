// SPDX-License-Identifier: Apache-2.0
import Glibc
package import PlayerKit
import StateClient

extension FileState {
    /// Reads a file's metadata; `nil` if that fails, or if the file is not a regular file.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let written = status.st_mtim.tv_sec * 1_000 + status.st_mtim.tv_nsec / 1_000_000
        self.init(
            size: Int(status.st_size),
            writtenAt: Timestamp(written),
            seenAt: Clocks.now.wall
        )
    }
}
