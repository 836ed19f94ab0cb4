// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateBridge
import StateClient
import SystemSupport

enum FilePath {
    /// Resolves all symbolic links and dots in a path; returns the path unchanged if it does not
    /// exist.
    static func plain(_ path: String) -> String {
        ItemFile.resolved(path) ?? path
    }

    /// Returns the absolute path for a path on the command line, with all symbolic links resolved
    /// if it exists.
    ///
    /// - Throws: A failure if the working directory no longer exists.
    static func absolute(_ written: String) throws(Failure) -> String {
        if written.hasPrefix("/") { return plain(written) }
        guard let base = ItemFile.resolved(".") else { throw Failure(file: ".", errno) }
        return plain("\(base)/\(written)")
    }

    static func target(of path: String) -> String? {
        OpenFiles.target(of: path)
    }

    /// Returns the beginning of a file; `nil` if the file cannot be read.
    static func content(_ path: String, most: Int = 1 << 20) -> [UInt8]? {
        try? WholeFile.read(path: path, most: most)
    }

    static func remove(_ path: String) throws(Failure) {
        guard unlink(path) == 0 || errno == ENOENT else { throw Failure(file: path, errno) }
    }

    /// Returns the status of a file, or of a symbolic link itself with `ofLink`; after an error,
    /// returns `nil` and sets errno.
    static func status(_ path: String, ofLink: Bool = false) -> stat? {
        var status = stat()
        let result = ofLink ? lstat(path, &status) : stat(path, &status)
        return result == 0 ? status : nil
    }

    static func isFolder(_ path: String) -> Bool {
        status(path)?.isKind(S_IFDIR) == true
    }
}

extension stat {
    func isKind(_ kind: mode_t) -> Bool { st_mode & S_IFMT == kind }
}
