internal import Glibc

/// Space on the disk that is set aside while there is some, for when there is none.
///
/// On a full disk it is given back to the file system, so that the log has room: what is saved
/// again and again takes no more than that, and what is cleared or pruned makes room of its own.
struct Reserve {
    /// Where it lies: a file beside the store.
    let path: String
    /// How many bytes it has.
    let bytes: Int

    /// The reserve of a store.
    init(_ options: Store.Options) {
        path = options.path + ".reserve"
        bytes = options.reserveBytes
    }

    /// Whether the space is set aside.
    var isWhole: Bool {
        var status = stat()
        return bytes == 0 || stat(path, &status) == 0 && Int(status.st_size) >= bytes
    }

    /// Sets the space aside, all of it or nothing; false: there is not twice as much, so that the
    /// log would soon have no room again.
    func fill() -> Bool {
        if isWhole { return true }
        guard room >= 2 * bytes else { return false }
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        if posix_fallocate(file, 0, bytes) == 0 { return true }
        unlink(path)
        return false
    }

    /// How many bytes the file system has left for this user.
    private var room: Int {
        var status = statvfs()
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        guard statvfs(folder, &status) == 0 else { return 0 }
        return Int(status.f_bavail) * Int(status.f_frsize)
    }

    /// Gives the space back; false: there was none.
    func release() -> Bool {
        unlink(path) == 0
    }
}

extension Store {
    /// Sets space aside for when the disk is full; false: there is too little.
    package func fillReserve() -> Bool { Reserve(options).fill() }

    /// Gives back the space that was set aside, because the disk is full; false: there was none.
    package func releaseReserve() -> Bool { Reserve(options).release() }

    /// Whether space is set aside.
    package var hasReserve: Bool { Reserve(options).isWhole }
}
