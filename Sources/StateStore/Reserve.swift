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
        bytes = options.readableCopy == nil ? options.reserveBytes : 0
    }

    /// Whether the space is set aside.
    var isWhole: Bool {
        bytes == 0 || FileSystem.size(path) ?? 0 >= bytes
    }

    /// Sets the space aside, all of it or nothing; false: there is not twice as much, so that the
    /// log would soon have no room again.
    func fill() -> Bool {
        if isWhole { return true }
        guard room >= 2 * bytes else { return false }
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        // What is not ours is left as it is: to fill it would be to write into it.
        guard (try? OwnFile.check(file, path)) != nil else { return false }
        if posix_fallocate(file, 0, bytes) == 0 { return true }
        unlink(path)
        return false
    }

    /// How many bytes the file system has left for this user.
    private var room: Int {
        FileSystem.room(in: StoreFiles(path).folder) ?? 0
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
