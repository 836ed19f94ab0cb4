// SPDX-License-Identifier: Apache-2.0
internal import Glibc

struct DirectoryStamp: Equatable {
    private let device: UInt64
    private let inode: UInt64
    private var seconds: Int
    private var nanoseconds: Int
    /// The names of the entries, because some file systems record times only to 2 s, or not at all.
    private var names: [String]

    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        names = (try? OpenDirectory.at(path)?.names()) ?? []
    }

    /// The stamp without the last change, to compare only the identity.
    var existence: DirectoryStamp {
        var existence = self
        (existence.seconds, existence.nanoseconds, existence.names) = (0, 0, [])
        return existence
    }
}
