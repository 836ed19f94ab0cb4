// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The file operations of recovery and backups; each error names its path.
enum FileSystem {
    /// Returns the metadata of a file without following links; `nil` if there is no file.
    static func status(_ path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    /// Returns true if a directory entry with the given name exists.
    static func exists(_ path: String) -> Bool { status(path) != nil }

    /// Returns the size of a regular file in bytes; `nil` if there is no regular file.
    static func size(_ path: String) -> Int? {
        guard let status = status(path), status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Moves a file to a new name, which must be free or of the same kind of file.
    static func move(_ path: String, to target: String) throws(StoreError) {
        guard rename(path, target) == 0 else { throw failure("cannot move", path, errno) }
    }

    /// Removes a file if there is one.
    static func remove(_ path: String) throws(StoreError) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw failure("cannot remove", path, errno)
        }
    }

    /// Puts a directory's entries on stable storage.
    static func synchronize(_ folder: String) throws(StoreError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("cannot open", folder, errno) }
        defer { close(descriptor) }
        // Some file systems cannot sync a directory, and do not need to.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw failure("cannot sync", folder, errno)
        }
    }

    /// Opens a regular file of this user for reading.
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

    /// Creates a new file, and removes a leftover of the same name.
    static func create(_ path: String) throws(StoreError) -> Int32 {
        try remove(path)
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { throw failure("cannot create", path, errno) }
        return descriptor
    }

    /// Writes all bytes at the descriptor's position.
    static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(StoreError) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            guard count >= 0 || errno == EINTR else { throw failure("cannot write", path, errno) }
            done += max(0, count)
        }
    }

    /// Replaces a small file's content atomically and on stable storage.
    static func replace(_ path: String, with content: [UInt8]) throws(StoreError) {
        let draft = path + ".new"
        let descriptor = try create(draft)
        do throws(StoreError) {
            defer { close(descriptor) }
            try write(content, to: descriptor, draft)
            guard fsync(descriptor) == 0 else { throw failure("cannot sync", draft, errno) }
        } catch {
            unlink(draft)
            throw error
        }
        try move(draft, to: path)
        try synchronize(StoreFiles(path).folder)
    }

    /// Returns the content of a small regular file; `nil` if there is none.
    static func content(_ path: String, limit: Int = 1 << 20) throws(StoreError) -> [UInt8]? {
        guard exists(path) else { return nil }
        let descriptor = try openForReading(path)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let count = read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw failure("cannot read", path, errno) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// Returns the names of a directory's entries; empty if it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Returns the free bytes for this user in the file system of `folder`; `nil` if unknown.
    static func room(in folder: String) -> Int? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        return Int(status.f_bavail) * Int(status.f_frsize)
    }

    /// Returns the error of a system call on a path.
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
