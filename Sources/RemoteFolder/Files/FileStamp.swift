// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The metadata of a file, to detect changes without reading the file.
struct FileStamp: Equatable {
    private let inode: UInt64
    private let size: Int
    private let modified: (Int, Int)
    private let changed: (Int, Int)
    private let mode: UInt32

    init(_ status: stat) {
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        modified = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        changed = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
        mode = status.st_mode
    }

    static func == (one: FileStamp, other: FileStamp) -> Bool {
        one.inode == other.inode && one.size == other.size && one.mode == other.mode
            && one.modified == other.modified && one.changed == other.changed
    }
}
