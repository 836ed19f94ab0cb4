// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemSupport

/// Functions for the daemon's own directories.
package enum Directory {
    /// Creates a directory and its missing parents.
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - mode: The mode of the last directory, for its owner alone by default. Parents are
    ///     created for the owner alone; an existing directory is unchanged.
    /// - Throws: ``SystemError``; its code is ENOTDIR if the path is not a directory.
    package static func create(_ path: String, mode: UInt32 = 0o700) throws(SystemError) {
        if isDirectory(path) { return }
        let parent = self.parent(of: path)
        if parent != path, !isDirectory(parent) { try create(parent) }
        do throws(SystemError) {
            try checked("create directory", path: path) { mkdir(path, mode) }
            // The umask may have removed permissions that others need.
            try checked("change mode", path: path) { chmod(path, mode) }
        } catch {
            guard error.code == EEXIST else { throw error }
            if !isDirectory(path) {
                throw SystemError("create directory", path: path, code: ENOTDIR)
            }
        }
    }

    /// Returns the parent directory of `path`: `/run/stated` for `/run/stated/io.stated`.
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
