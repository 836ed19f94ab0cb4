// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import SystemSupport

enum FileSystem {
    /// Returns the metadata of a file without following links; `nil` if there is no file, or this
    /// user cannot reach it.
    ///
    /// - Throws: ``StoreError`` if the disk fails, because the file may then exist.
    static func status(_ path: String) throws(StoreError) -> stat? {
        var status = stat()
        if lstat(path, &status) == 0 { return status }
        guard [ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG].contains(errno) else {
            throw failure("cannot find", path, errno)
        }
        return nil
    }

    /// Returns true if the path has a directory entry, such as a file or a link without a target.
    static func exists(_ path: String) throws(StoreError) -> Bool { try status(path) != nil }

    /// Returns the size of a regular file, in bytes; `nil` if there is no regular file at the path.
    static func size(_ path: String) throws(StoreError) -> Int? {
        guard let status = try status(path), status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    static func move(_ path: String, to target: String) throws(StoreError) {
        guard rename(path, target) == 0 else { throw failure("cannot move", path, errno) }
    }

    static func remove(_ path: String) throws(StoreError) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw failure("cannot remove", path, errno)
        }
    }

    static func synchronize(_ folder: String) throws(StoreError) {
        try translated(folder) { () throws(SystemError) in try Directory.synchronize(folder) }
    }

    /// Opens a file for reading, if ``OwnFile`` accepts it.
    static func openForReading(_ path: String) throws(StoreError) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw failure("cannot open", path, errno) }
        do throws(StoreError) {
            try OwnFile.check(descriptor, path)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    static func create(_ path: String) throws(StoreError) -> Int32 {
        try remove(path)
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { throw failure("cannot create", path, errno) }
        return descriptor
    }

    /// Replaces the content of a small file atomically, and writes it to stable storage.
    static func replace(_ path: String, with content: [UInt8]) throws(StoreError) {
        try translated(path) { () throws(SystemError) in
            try WholeFile.replace(path, with: content)
        }
    }

    /// Returns the content of a small file that ``OwnFile`` accepts; `nil` if there is no file.
    static func content(_ path: String, limit: Int = 1 << 20) throws(StoreError) -> [UInt8]? {
        guard try exists(path) else { return nil }
        let descriptor = try openForReading(path)
        defer { close(descriptor) }
        return try translated(path) { () throws(SystemError) in
            try WholeFile.read(descriptor, most: limit)
        }
    }

    /// Returns the number of free bytes for this user in the file system of `folder`; `nil` if
    /// unknown.
    static func room(in folder: String) -> Int? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        return Int(status.f_bavail) * Int(status.f_frsize)
    }

    private static func translated<Value>(
        _ path: String,
        _ body: () throws(SystemError) -> Value
    ) throws(StoreError) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw failure("cannot \(error.operation)", error.path ?? path, error.code)
        }
    }

    static func failure(_ action: String, _ path: String, _ code: Int32) -> StoreError {
        let kind: StoreError.Kind =
            switch code {
            case ENOSPC, EDQUOT: .full
            case EACCES, EPERM, EROFS: .readOnly
            case ELOOP: .untrusted
            default: .inputOutput
            }
        let link = code == ELOOP ? "it is a symbolic link" : String(cString: strerror(code))
        return StoreError(kind, "\(action) \(path): \(link)")
    }
}
