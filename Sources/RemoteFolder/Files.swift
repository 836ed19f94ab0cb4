internal import Glibc
internal import StateModel

/// The few things that are done to files, with what the system says against them.
enum Files {
    /// How the name of a file ends that is being written.
    private static let unfinished = ".tmp"

    /// All bytes of a file; nil: there is none.
    static func read(_ path: String) throws(RemoteError) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw failure("read", path)
        }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes.append(contentsOf: buffer.prefix(count))
            } else if errno != EINTR {
                throw failure("read", path)
            }
        }
    }

    /// Writes a file that is either there as a whole, on stable storage, or not at all.
    ///
    /// - Parameters:
    ///   - bytes: what it is to hold.
    ///   - path: its name.
    ///   - isNew: whether it is a failure that there is one already.
    ///   - writer: tells apart those who may write it at the same time; empty: there is one alone.
    /// - Throws: what the system says against it.
    static func write(
        _ bytes: [UInt8],
        to path: String,
        isNew: Bool = false,
        by writer: String = ""
    ) throws(RemoteError) {
        let directory = parent(of: path)
        let name = path.split(separator: "/").last ?? "file"
        let temporary = "\(directory)/.\(name)\(writer)\(unfinished)"
        try fill(temporary, bytes)
        let isPlaced =
            isNew ? link(temporary, path) == 0 : rename(temporary, path) == 0
        let code = errno
        if isNew || !isPlaced { unlink(temporary) }
        errno = code
        guard isPlaced else { throw failure("write", path) }
        try synchronize(directory)
    }

    private static func fill(_ path: String, _ bytes: [UInt8]) throws(RemoteError) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("write", path) }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw failure("write", path)
            }
        }
        guard fsync(file) == 0 else { throw failure("write", path) }
    }

    private static func synchronize(_ directory: String) throws(RemoteError) {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("write", directory) }
        defer { close(descriptor) }
        // Some network file systems have nothing to synchronise a directory with.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw failure("write", directory)
        }
    }

    /// The names in a directory, sorted, without those that begin with a dot; none if there is
    /// no such directory.
    static func names(in directory: String) throws(RemoteError) -> [String] {
        try entries(of: directory).filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Removes from a directory what was being written when a process died.
    static func removeUnfinished(in directory: String) throws(RemoteError) {
        for name in try entries(of: directory) where name.hasPrefix(".") {
            if name.hasSuffix(unfinished) { try remove("\(directory)/\(name)") }
        }
    }

    private static func entries(of directory: String) throws(RemoteError) -> [String] {
        guard let stream = opendir(directory) else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw failure("read", directory)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names
    }

    /// Makes a directory for its owner alone, unless there is one.
    static func makeDirectory(_ path: String) throws(RemoteError) {
        if mkdir(path, 0o700) == 0 {
            try synchronize(parent(of: path))
        } else if errno != EEXIST {
            throw failure("make", path)
        }
    }

    /// Removes a file, if there is one.
    static func remove(_ path: String) throws(RemoteError) {
        if unlink(path) != 0, errno != ENOENT { throw failure("remove", path) }
    }

    /// Whether that is a directory.
    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// When something was last added to a directory or taken from it; nil: there is none.
    static func changed(_ path: String) -> Stamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let time = status.st_mtim
        return Stamp(inode: UInt64(status.st_ino), seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }

    /// What tells a directory's state from another.
    struct Stamp: Equatable {
        fileprivate let inode: UInt64
        fileprivate let seconds: Int
        fileprivate let nanoseconds: Int
    }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    private static func failure(_ operation: String, _ path: String) -> RemoteError {
        let why = strerror(errno).map { String(cString: $0) } ?? "errno \(errno)"
        return .transient("can't \(operation) \(path): \(why)")
    }
}
