import Glibc

/// Directories of the daemon's own.
package enum Directory {
    /// Makes a directory, and those above it, where there is none.
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - mode: Who may use the last one: its owner alone unless said otherwise. Those above it
    ///     are made for the owner alone; one that exists is left as it is.
    /// - Throws: ``SystemError``; its code is ENOTDIR where something else has the name.
    package static func create(_ path: String, mode: UInt32 = 0o700) throws(SystemError) {
        if isDirectory(path) { return }
        let parent = self.parent(of: path)
        if parent != path, !isDirectory(parent) { try create(parent) }
        do throws(SystemError) {
            try checked("create directory", path: path) { mkdir(path, mode) }
            // The umask may have taken something away that others need.
            try checked("change mode", path: path) { chmod(path, mode) }
        } catch {
            guard error.code == EEXIST else { throw error }
            if !isDirectory(path) {
                throw SystemError("create directory", path: path, code: ENOTDIR)
            }
        }
    }

    /// The directory that holds `path`: `/run/stated` for `/run/stated/io.stated`.
    package static func parent(of path: String) -> String {
        let trimmed = path.last == "/" && path.count > 1 ? String(path.dropLast()) : path
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
