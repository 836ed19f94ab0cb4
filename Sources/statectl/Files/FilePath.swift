// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateBridge
import StateClient

/// Functions for the paths of files.
enum FilePath {
    /// Returns a path without links and dots, as far as it exists.
    static func plain(_ path: String) -> String {
        ItemFile.resolved(path) ?? path
    }

    /// Returns the absolute path of a written one, without links and dots as far as it exists.
    ///
    /// - Throws: a failure if the current directory is gone.
    static func absolute(_ written: String) throws(Failure) -> String {
        if written.hasPrefix("/") { return plain(written) }
        guard let base = ItemFile.resolved(".") else { throw Failure(file: ".", errno) }
        return plain("\(base)/\(written)")
    }

    /// Returns the directory of a path; `/` and `.` are their own directories.
    static func folder(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the target of a symbolic link; `nil` if the path is not one, or if the target is not
    /// UTF-8.
    static func target(of path: String) -> String? {
        OpenFiles.target(of: path)
    }

    /// Returns the first MiB of a file; `nil` if it cannot be read.
    static func content(_ path: String) -> [UInt8]? {
        content(path, most: 1 << 20)
    }

    /// Returns the content of a file of any size; `nil` if it cannot be read.
    static func wholeContent(_ path: String) -> [UInt8]? {
        content(path, most: .max)
    }

    private static func content(_ path: String, most: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return DescriptorBytes.read(descriptor, most: most)
    }

    /// Removes a file, if there is one.
    static func remove(_ path: String) throws(Failure) {
        guard unlink(path) == 0 || errno == ENOENT else { throw Failure(file: path, errno) }
    }

    /// Creates a directory and those above it, accessible only to this user; returns the errno of a
    /// failure.
    static func makeFolder(_ path: String) -> Int32? {
        if isFolder(path) { return nil }
        let above = folder(path)
        if above != path, let failure = makeFolder(above) { return failure }
        return mkdir(path, 0o700) == 0 || errno == EEXIST ? nil : errno
    }

    /// Returns the status of a file, or of a symbolic link itself; `nil` if there is none, with errno
    /// set.
    static func status(_ path: String, ofLink: Bool = false) -> stat? {
        var status = stat()
        let result = ofLink ? lstat(path, &status) : stat(path, &status)
        return result == 0 ? status : nil
    }

    /// Returns true if a path leads to a directory.
    static func isFolder(_ path: String) -> Bool {
        status(path)?.isKind(S_IFDIR) == true
    }

    /// Calls `body` with each file in a directory and its subdirectories until it returns false;
    /// returns false then.
    ///
    /// Symbolic links to directories are not followed, because they might form a cycle.
    @discardableResult
    static func visit(_ folder: String, _ body: (String, stat) -> Bool) -> Bool {
        names(in: folder).allSatisfy { name in
            let path = "\(folder)/\(name)"
            guard let status = status(path, ofLink: true) else { return true }
            return body(path, status) && (!status.isKind(S_IFDIR) || visit(path, body))
        }
    }

    /// Returns the names of the entries of a directory, in order; none if it cannot be read.
    static func names(in path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

extension stat {
    /// Returns true for a file of a kind such as `S_IFREG`.
    func isKind(_ kind: mode_t) -> Bool { st_mode & S_IFMT == kind }
}
