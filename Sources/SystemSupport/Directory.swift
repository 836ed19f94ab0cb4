// SPDX-License-Identifier: Apache-2.0
internal import Glibc

package enum Directory {
    /// Creates a directory with the given mode, and its missing parents, which only their owner can
    /// access.
    ///
    /// They survive a power cut, unless this user cannot read the directory that contains them.
    ///
    /// An existing directory is not changed. Throws ENOTDIR if the path exists and is not a
    /// directory.
    package static func create(_ path: String, mode: UInt32 = 0o700) throws(SystemError) {
        if isDirectory(path) { return }
        let parent = self.parent(of: path)
        if parent != path, !isDirectory(parent) { try create(parent) }
        do throws(SystemError) {
            try checked("create directory", path: path) { mkdir(path, mode) }
            // The umask may have removed permissions for other users.
            try checked("change mode", path: path) { chmod(path, mode) }
            try synchronize(parent)
        } catch {
            // A parent that only others can read cannot be synced.
            if error.operation == "open", error.code == EACCES { return }
            guard error.code == EEXIST else { throw error }
            if !isDirectory(path) {
                throw SystemError("create directory", path: path, code: ENOTDIR)
            }
        }
    }

    package static func parent(of path: String) -> String {
        let trimmed = path.last == "/" && path.count > 1 ? String(path.dropLast()) : path
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    /// Returns the sorted names of the directory's entries; empty if the directory cannot be read.
    package static func names(in path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        return entries(directory).sorted()
    }

    /// Returns the names of the entries of a directory that opendir(3) opened, up to the end or the
    /// first error; sets errno to 0 at the end.
    package static func entries(_ directory: OpaquePointer) -> [String] {
        var names: [String] = []
        errno = 0
        while let entry = readdir(directory) {
            // An entry ends after its name, and the member is longer, so a copy of the member could
            // read beyond the memory of the list.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        return names
    }

    /// Flushes a directory's entries to the disk, so that files created in it survive a power cut.
    package static func synchronize(_ path: String) throws(SystemError) {
        let directory = Descriptor(
            try checked("open", path: path) { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        )
        do throws(SystemError) {
            try checked("sync", path: path) { fsync(directory.number) }
        } catch {
            // Some file systems cannot sync a directory, and need not.
            if error.code != EINVAL { throw error }
        }
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
