internal import Glibc

/// What tells a directory's state from another.
struct DirectoryStamp: Equatable {
    private let device: UInt64
    private let inode: UInt64
    private var seconds: Int
    private var nanoseconds: Int

    /// When something was last added to a directory or taken from it; nil: there is none.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    /// The stamp without what happened in the directory: that it is there, and is this one.
    var existence: DirectoryStamp {
        var existence = self
        (existence.seconds, existence.nanoseconds) = (0, 0)
        return existence
    }
}
