// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import SyncModel
internal import SystemSupport

/// An open directory.
///
/// All operations refer to the directory that was opened, even if it has been moved or replaced.
struct OpenDirectory: ~Copyable {
    let descriptor: Int32
    private let path: String

    private init(_ descriptor: Int32, _ path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    static func at(_ path: String) throws(RemoteError) -> OpenDirectory? {
        try within(AT_FDCWD, path, path)
    }

    /// Opens the directory with the given name in this directory; returns `nil` if there is none.
    ///
    /// A symbolic link counts as missing. Others can write to a shared folder, and a link could
    /// redirect writes and removals to another place.
    func directory(_ name: String) throws(RemoteError) -> OpenDirectory? {
        try Self.within(descriptor, name, "\(path)/\(name)", O_NOFOLLOW)
    }

    func isLink(_ name: String) -> Bool {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
            && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func within(
        _ parent: Int32,
        _ name: String,
        _ path: String,
        _ flags: Int32 = 0
    ) throws(RemoteError) -> OpenDirectory? {
        let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags)
        if descriptor >= 0 { return OpenDirectory(descriptor, path) }
        if [ENOENT, ENOTDIR].contains(errno) || flags != 0 && errno == ELOOP { return nil }
        throw RemoteError(errno, "read", path)
    }

    enum Content {
        case bytes([UInt8])
        case unreadable(String)
    }

    /// Returns the content of a file in the directory; `nil` if no entry has the given name.
    ///
    /// A file larger than `limit` bytes is not read.
    ///
    /// - Throws: ``RemoteError`` for errors that do not concern the file alone.
    func content(_ name: String, limit: Int) throws(RemoteError) -> Content? {
        let file = openat(descriptor, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR:
                // A link whose target does not exist is an entry too.
                return try has(name)
                    ? .unreadable("it is a link that does not lead to a file") : nil
            case EACCES, EPERM, ELOOP, ENAMETOOLONG, ENXIO:
                return .unreadable(errorText(errno))
            default: throw failure("read", name)
            }
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure("read", name) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return .unreadable("it is not a regular file")
        }
        guard status.st_size <= limit else {
            return .unreadable("it has \(status.st_size) bytes, more than the limit of \(limit)")
        }
        do throws(SystemError) {
            let bytes = try WholeFile.read(file, most: limit + 1)
            return bytes.count > limit ? .unreadable("it grew while it was read") : .bytes(bytes)
        } catch {
            guard error.code == EIO else { throw failure("read", name, error.code) }
            return .unreadable(errorText(EIO))
        }
    }

    /// Returns all bytes of a file of at most ``smallFile`` bytes; `nil` if no entry has the given
    /// name.
    ///
    /// - Throws: ``RemoteError`` if the file cannot be read.
    func read(_ name: String) throws(RemoteError) -> [UInt8]? {
        switch try content(name, limit: Self.smallFile) {
        case nil: return nil
        case .bytes(let bytes): return bytes
        case .unreadable(let reason):
            throw .transient("cannot read \(path)/\(name): \(reason)")
        }
    }

    static let smallFile = 1 << 20

    func stamp(_ name: String) -> FileStamp? {
        var status = stat()
        guard fstatat(descriptor, name, &status, 0) == 0 else { return nil }
        return FileStamp(status)
    }

    /// Returns true if there is an entry of any kind, such as a link without a target.
    func has(_ name: String) throws(RemoteError) -> Bool {
        var status = stat()
        if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return true }
        guard errno == ENOENT else { throw failure("read", name) }
        return false
    }

    func names() throws(RemoteError) -> [String] {
        try entries().filter { !$0.hasPrefix(".") }.sorted()
    }

    var isInPlace: Bool {
        var (here, there) = (stat(), stat())
        return fstat(descriptor, &here) == 0 && stat(path, &there) == 0
            && here.st_dev == there.st_dev && here.st_ino == there.st_ino
    }

    func entries() throws(RemoteError) -> [String] {
        // A separate descriptor is used, because listing changes the position of a descriptor.
        let listed = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard listed >= 0 else { throw failure("read", ".") }
        guard let stream = fdopendir(listed) else {
            defer { close(listed) }
            throw failure("read", ".")
        }
        defer { closedir(stream) }
        let names = Directory.entries(stream)
        guard errno == 0 else { throw failure("read", ".") }
        return names
    }

    func failure(_ operation: String, _ name: String, _ code: Int32 = errno) -> RemoteError {
        RemoteError(code, operation, name == "." ? path : "\(path)/\(name)")
    }
}

extension RemoteError {
    fileprivate init(_ code: Int32, _ operation: String, _ path: String) {
        let text = "cannot \(operation) \(path): \(errorText(code))"
        switch code {
        // The file has just disappeared, or the disk or the server that had it.
        case ENOENT, ENOTDIR, ESTALE, ENODEV, ENOTCONN: self = .offline(text)
        // Waiting does not help. The user must give permission or raise the quota.
        case EACCES, EPERM, EROFS, ENAMETOOLONG, EDQUOT: self = .permanent(text)
        default: self = .transient(text)
        }
    }
}
